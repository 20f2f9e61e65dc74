// The folders of a service form no circle. Apart from the other rules, because tests stand outside of it: a test may use everything.
const { options } = require('./dependency-rules.cjs');

module.exports = {
  forbidden: [
    {
      name: 'no-circle-of-folders',
      severity: 'error',
      scope: 'folder',
      from: { path: '^services/(wallet|policy|enclave-signer)/src' },
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: { path: [...options.exclude.path, '\\.test\\.ts$', '/test/'] } },
};
