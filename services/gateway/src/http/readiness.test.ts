import { createReadiness } from './readiness.js';

function readiness(serving: () => Promise<boolean>) {
  const state = { nowMs: 0, stopping: false, connected: true, asked: 0 };
  const ready = createReadiness({
    stopping: () => state.stopping,
    connected: () => state.connected,
    serving: () => {
      state.asked += 1;
      return serving();
    },
    now: () => state.nowMs,
  });
  return { state, ready };
}

describe('whether the gateway is ready', () => {
  it.each<[string, () => Promise<boolean>, boolean]>([
    ['follows services that serve', () => Promise.resolve(true), true],
    ['follows a service that hangs although its connection is open', () => Promise.resolve(false), false],
    ['is false when the services cannot be asked', () => Promise.reject(new Error('closed')), false],
  ])('%s', async (_title, serving, expected) => {
    expect(await readiness(serving).ready()).toBe(expected);
  });

  it('is checked once a second, however many callers want to know', async () => {
    let serves = true;
    const { state, ready } = readiness(() => Promise.resolve(serves));
    expect(await Promise.all([ready(), ready(), ready()])).toEqual([true, true, true]);
    serves = false;
    state.nowMs = 999;
    expect(await ready()).toBe(true);
    state.nowMs = 1000;
    expect(await ready()).toBe(false);
    serves = true;
    state.nowMs = 2000;
    expect(await ready()).toBe(true);
    expect(state.asked).toBe(3);
  });

  it('is false, without a check, before there are connections and while the process stops', async () => {
    const { state, ready } = readiness(() => Promise.resolve(true));
    state.connected = false;
    expect(await ready()).toBe(false);
    state.connected = true;
    state.stopping = true;
    expect(await ready()).toBe(false);
    expect(state.asked).toBe(0);
  });
});
