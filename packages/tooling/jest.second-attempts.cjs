// With TEST_AGAIN=1, a suite that fails runs once more, alone, and the second result counts. Machines are shared and
// noisy, and a failure by chance must not hide what all other suites say. It is printed, so that somebody mends it.
const { default: TestRunner } = require('jest-runner');
const { spawnSync } = require('node:child_process');
const { EventEmitter } = require('node:events');
const path = require('node:path');

const root = path.resolve(__dirname, '../..');
/** If no suite begins or ends for this long, those that run have failed. Longer than the longest suite takes. */
const silenceMs = Number(process.env.TEST_SILENCE_MS ?? 900_000);

module.exports = class SecondAttempts extends TestRunner {
  /** Tests that failed in the round of now. Jest is not told of these failures. Undefined: it is told of all. */
  #held;
  /** What the second attempts of all rounds were, by test. */
  #second = new Map();
  /** Tests that have begun and not ended. */
  #running = new Set();
  /** Tests that hung in this round and have failed. Jest says so again when it ends their workers. */
  #givenUp = new Set();
  /** When a test last began or ended. */
  #lastSignMs = Date.now();
  /** Tells Jest that a test failed, unless it runs once more. */
  #fail;

  on(event, listener) {
    const hear = (payload) => {
      const [test, outcome] = payload;
      if (event.startsWith('test-file-')) {
        if (this.#givenUp.has(test)) return undefined;
        this.#lastSignMs = Date.now();
        if (event === 'test-file-start') this.#running.add(test);
        else this.#running.delete(test);
      }
      const failure = failureOf(event, outcome);
      if (this.#held && failure !== undefined) {
        this.#held.push(test);
        print(`FAILED, and runs once more: ${nameOf(test)}\n${failure}`);
        return undefined;
      }
      if (this.#second.has(test) && failure !== undefined) this.#second.set(test, 'failed alone too');
      return listener(payload);
    };
    if (event === 'test-file-failure') this.#fail = hear;
    return super.on(event, hear);
  }

  async runTwice(tests, watcher, options) {
    if (process.env.TEST_AGAIN !== '1') return super.runTests(tests, watcher, options);
    this.#held = [];
    await this.#runRound(tests, watcher, options);
    const failed = this.#held;
    this.#held = undefined;
    for (const test of failed) {
      this.#second.set(test, 'passed alone');
      // In a process of its own, which has nothing of the first attempt.
      await this.#runRound([test], watcher, { ...options, serial: false });
    }
    return undefined;
  }

  /** As Jest does, but a suite that hangs is ended and has failed. One that runs in this process can't be ended. */
  async #runRound(tests, watcher, options) {
    if (options.serial) return super.runTests(tests, watcher, options);
    let isEnded = false;
    const round = Object.assign(new EventEmitter(), {
      isInterrupted: () => isEnded || watcher.isInterrupted(),
    });
    watcher.on('change', (state) => round.emit('change', state));
    this.#givenUp.clear();
    this.#lastSignMs = Date.now();
    const looks = setInterval(() => {
      if (isEnded || Date.now() - this.#lastSignMs < silenceMs) return;
      isEnded = true;
      print(`No suite has begun or ended for ${silenceMs / 1_000} s. Processes:\n${processes()}`);
      for (const test of [...this.#running]) {
        this.#fail([test, new Error(`It did not end: silent for ${silenceMs / 1_000} s.`)]);
        this.#givenUp.add(test);
      }
      round.emit('change', { interrupted: true });
    }, 1_000);
    try {
      return await super.runTests(tests, round, options);
    } finally {
      clearInterval(looks);
    }
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

function processes() {
  const { stdout } = spawnSync('ps', ['-eo', 'pid,ppid,stat,etimes,args', '--width', '200'], {
    encoding: 'utf8',
  });
  return stdout ?? 'this machine has no ps';
}

const nameOf = (test) => path.relative(root, test.path);

function print(text) {
  process.stderr.write(`\n${text}\n`);
}
