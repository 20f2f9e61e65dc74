// The folders of a service form no circle. This rule is separate because two kinds of files are exempt: tests,
// which may use everything, and the files next to the folders, which put the service together.
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
