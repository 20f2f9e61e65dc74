// The folders of a service form no circle. Apart from the other rules, because two kinds of files stand
// outside of it: tests, which may use everything, and the files beside the folders, which put the service
// together.
const { options } = require('./dependency-rules.cjs');

const composition = '^services/[^/]+/src/[^/]+\\.ts$';

module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^services/[^/]+/src/' },
      to: { circular: true },
    },
  ],
  options: {
    ...options,
    exclude: { path: [...options.exclude.path, '\\.test\\.ts$', '/test/', composition] },
  },
};
