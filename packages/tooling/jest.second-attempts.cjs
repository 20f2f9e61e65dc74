// With TEST_AGAIN=1, a suite that fails runs once more, alone, and the second result counts. Machines are shared and
// noisy, and a failure by chance must not hide what all other suites say. It is printed, so that somebody mends it.
const { default: TestRunner } = require('jest-runner');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');

module.exports = class SecondAttempts extends TestRunner {
  /** Tests that failed in the round of now. Jest is not told of these failures. Undefined: it is told of all. */
  #held;
  /** What the second attempts of all rounds were, by test. */
  #second = new Map();

  on(event, listener) {
    return super.on(event, (payload) => {
      const [test, outcome] = payload;
      const failure = failureOf(event, outcome);
      if (this.#held && failure !== undefined) {
        this.#held.push(test);
        print(`FAILED, and runs once more: ${nameOf(test)}\n${failure}`);
        return undefined;
      }
      if (this.#second.has(test) && failure !== undefined) this.#second.set(test, 'failed alone too');
      return listener(payload);
    });
  }

  async runTwice(tests, watcher, options) {
    if (process.env.TEST_AGAIN !== '1') return super.runTests(tests, watcher, options);
    this.#held = [];
    await super.runTests(tests, watcher, options);
    const failed = this.#held;
    this.#held = undefined;
    for (const test of failed) {
      this.#second.set(test, 'passed alone');
      // In a process of its own, which has nothing of the first attempt.
      await super.runTests([test], watcher, { ...options, serial: false });
    }
    return undefined;
  }

  /** Before Jest's own summary, which counts each suite once. */
  printFirstFailures() {
    if (this.#second.size === 0) return;
    const lines = [...this.#second].map(([test, second]) => `  ${second}: ${nameOf(test)}`);
    print(['Failed the first time, beside other suites:', ...lines].join('\n'));
  }
};

/** Undefined: it is no failure. */
function failureOf(event, outcome) {
  if (event === 'test-file-failure') return `${outcome.stack ?? outcome.message}`;
  if (event !== 'test-file-success') return undefined;
  const { numFailingTests, testExecError, testResults, failureMessage } = outcome;
  if (testResults.length > 0 && numFailingTests === 0 && !testExecError) return undefined;
  return failureMessage ?? 'it has no test';
}

const nameOf = (test) => path.relative(root, test.path);

function print(text) {
  process.stderr.write(`\n${text}\n`);
}
