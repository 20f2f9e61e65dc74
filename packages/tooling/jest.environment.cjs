// The globals of the worker itself, put back as they were when the suite has ended.
module.exports = class NodeEnvironment {
  constructor() {
    this.global = globalThis;
    this.before = { console: globalThis.console, exit: process.exit };
  }

  async setup() {}

  async teardown() {
    globalThis.console = this.before.console;
    process.exit = this.before.exit;
    // What the framework keeps of the suite.
    for (const key of Object.getOwnPropertySymbols(globalThis))
      if (/^(JEST_STATE_SYMBOL|EVENT_HANDLERS)$/.test(key.description)) delete globalThis[key];
  }

  getVmContext() {
    return null;
  }
};
