import { addressOf } from '@wallet-service/addresses';
import { compilePolicies } from '../engine/compile-policies.js';
import type { DecisionWithRequest } from '../decisions/decision-list-store.js';
import { formerDefaultSettings } from '../settings/settings.js';
import { evaluateDecisions, type DecisionsDeps } from './evaluate-decisions.js';

const rulebooks = {
  ETH: compilePolicies('ETH', []),
  SOL: compilePolicies('SOL', []),
  BTC: compilePolicies('BTC', []),
};
const rows = Array.from({ length: 100 }, (_, index) => ({
  decision: { id: `decision ${index}`, time: '2026-11-21T00:00:00Z' },
  request: Buffer.alloc(1),
})) as unknown as readonly DecisionWithRequest[];

const cpuMsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};

/** Each decision takes so much of the CPU, and nobody else has a turn meanwhile. */
const depsWith = (ms: number): DecisionsDeps => ({
  readCurrentVersions: () => Promise.resolve({ revision: 1n, mac: null, minimumRecordVersion: 1n }),
  rulesInForce: () => Promise.resolve({ revision: 1n, settings: formerDefaultSettings, rulebooks }),
  findPolicy: () => Promise.resolve(undefined),
  listDecided: () => Promise.resolve({ rows, next: undefined }),
  openRequest: () => {
    for (const before = process.cpuUsage(); cpuMsSince(before) < ms;);
    return {
      ...{ chain: 'ETH', network: 'EVM', publicKey: Buffer.alloc(33, 2), issuer: 'https://issuer.example' },
      ...{ subject: 'alice', claims: '' },
      operation: { kind: 'message', message: Buffer.from('hello'), format: 'eip191' },
    };
  },
  addressOf: (chain, network) => addressOf(chain, network, key),
});
const key = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');
const page = { policyId: undefined, filter: {}, before: undefined, limit: 100 };
const asked = { applicationId: 'a', draft: undefined, policyId: '', page };

describe('evaluateDecisions', () => {
  it('ends a page where its time is used up, and lets others work after each slow decision', async () => {
    let turns = 0;
    const turn = () => {
      turns += 1;
      ticking = setImmediate(turn);
    };
    let ticking = setImmediate(turn);
    const { decisions, next } = await evaluateDecisions(depsWith(10), asked);
    clearImmediate(ticking);
    // 100 ms.
    expect(decisions.length).toBeGreaterThan(0);
    expect(decisions.length).toBeLessThanOrEqual(11);
    expect(next).toBe(decisions.at(-1)?.decision.id);
    expect(turns).toBeGreaterThanOrEqual(decisions.length - 1);
  });

  it('always judges one, however long it takes', async () => {
    const { decisions, next } = await evaluateDecisions(depsWith(150), asked);
    expect([decisions.length, next]).toEqual([1, 'decision 0']);
  });
});
