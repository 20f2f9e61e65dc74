// Node itself loads the suites and what they import, instead of Jest's machine inside a VM context: a worker reads each
// package of the registry once, and not once for each suite.
const { statSync } = require('node:fs');
const path = require('node:path');
const { pathToFileURL } = require('node:url');

const root = path.resolve(__dirname, '../..');

/** The bundle of a suite, and its source map beside it. */
const bundleOf = (testPath) =>
  path.join(process.env.TEST_BUNDLES, path.relative(root, testPath).replace(/\.ts$/, '.js'));

module.exports = class NodeRuntime {
  constructor(config, environment, resolver, transformer, cacheFS, coverage, testPath) {
    this.bundle = bundleOf(testPath);
  }

  // The framework keeps the tests of one suite in its modules: it is read anew for the next.
  requireInternalModule(file) {
    delete require.cache[file];
    return require(file);
  }

  requireModule(file) {
    return require(file);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  unstable_importModule() {
    // Node takes a link for what it leads to while the last file that it looked at is a socket, and finds packages
    // of other versions then. The suite before may have left it like that.
    statSync(this.bundle);
    return import(pathToFileURL(this.bundle).href);
  }

  getSourceMaps() {
    return new Map([[pathToFileURL(this.bundle).href, `${this.bundle}.map`]]);
  }

  getAllCoverageInfoCopy() {}
  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  teardown() {}
};
