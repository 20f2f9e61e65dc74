// Preloaded by a test: says which CommonJS modules the process has loaded by the time that it ends.
process.on('exit', () => {
  const { writeSync } = require('node:fs');
  writeSync(1, `loaded ${JSON.stringify(Object.keys(require.cache))}\n`);
});
