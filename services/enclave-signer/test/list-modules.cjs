// Preloaded by a test: lists the CommonJS modules that the process has loaded when it ends.
process.on('exit', () => {
  const { writeSync } = require('node:fs');
  writeSync(1, `loaded ${JSON.stringify(Object.keys(require.cache))}\n`);
});
