import { compilePolicies } from '../engine/compile-policies.js';
import { formerDefaultSettings } from '../settings/settings.js';
import { createRulesInForce, type LoadedRules } from './rules-in-force.js';

const rulebooks = {
  ETH: compilePolicies('ETH', []),
  SOL: compilePolicies('SOL', []),
  BTC: compilePolicies('BTC', []),
};

/** A store whose revision the test sets, and whose loads end when the test says so. */
function world(mostApplications = 10) {
  const state = { revision: 1n, mac: Buffer.from('first'), loads: 0 };
  const ends: (() => void)[] = [];
  const load = (): Promise<LoadedRules> => {
    state.loads += 1;
    const { revision, mac } = state;
    return new Promise((resolve) =>
      ends.push(() => {
        resolve({ rules: { revision, settings: formerDefaultSettings, rulebooks }, mac });
      }),
    );
  };
  const endLoads = () => {
    for (const end of ends.splice(0)) end();
  };
  return { state, endLoads, rulesInForce: createRulesInForce(load, mostApplications) };
}
const at = (revision: bigint, mac = 'first') => ({ revision, mac: Buffer.from(mac) });
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('createRulesInForce', () => {
  it('loads once for concurrent callers, and then answers from memory', async () => {
    const { state, endLoads, rulesInForce } = world();
    const asked = [rulesInForce('app', at(1n)), rulesInForce('app', at(1n)), rulesInForce('app', at(0n))];
    endLoads();
    for (const rules of await Promise.all(asked)) expect(rules.revision).toBe(1n);
    await rulesInForce('app', at(1n));
    expect(state.loads).toBe(1);
  });

  it('loads again for a caller that knows a later revision than the load under way', async () => {
    const { state, endLoads, rulesInForce } = world();
    const early = rulesInForce('app', at(1n));
    state.revision = 2n;
    const late = rulesInForce('app', at(2n));
    endLoads();
    await turn();
    endLoads();
    expect((await early).revision).toBe(1n);
    expect((await late).revision).toBe(2n);
    expect(state.loads).toBe(2);
  });

  it('loads again when another change has the same revision', async () => {
    const { state, endLoads, rulesInForce } = world();
    const first = rulesInForce('app', at(1n));
    endLoads();
    await first;
    state.mac = Buffer.from('second');
    for (const loads of [2, 2]) {
      const rules = rulesInForce('app', at(1n, 'second'));
      endLoads();
      await rules;
      expect(state.loads).toBe(loads);
    }
  });

  it('never goes back to an older revision', async () => {
    const { state, endLoads, rulesInForce } = world();
    state.revision = 5n;
    const first = rulesInForce('app', at(5n));
    endLoads();
    await first;
    expect((await rulesInForce('app', at(3n))).revision).toBe(5n);
  });

  it('drops the least recently used applications', async () => {
    const { state, endLoads, rulesInForce } = world(2);
    for (const application of ['a', 'b', 'a', 'c', 'a']) {
      const rules = rulesInForce(application, at(1n));
      endLoads();
      await rules;
    }
    expect(state.loads).toBe(3);
    const again = rulesInForce('b', at(1n));
    endLoads();
    await again;
    expect(state.loads).toBe(4);
  });

  it('passes a failure on and tries again for the next caller', async () => {
    let fails = true;
    const rulesInForce = createRulesInForce(
      () =>
        fails
          ? Promise.reject(new Error('no database'))
          : Promise.resolve({
              rules: { revision: 1n, settings: formerDefaultSettings, rulebooks },
              mac: null,
            }),
      10,
    );
    await expect(rulesInForce('app', at(1n))).rejects.toThrow('no database');
    fails = false;
    await expect(rulesInForce('app', at(1n))).resolves.toMatchObject({ revision: 1n });
  });
});
