import { createHash } from 'node:crypto';
import * as secp256k1 from 'tiny-secp256k1';
import { serializeTransaction } from 'viem';
import type { SigningWallet } from '@wallet-service/chains';
import { compilePolicies } from '../src/engine/compile-policies.js';
import { decide, type EvaluationSettings } from '../src/engine/decide.js';
import type { Condition, PolicyRules, Rule } from '../src/engine/rule.js';
import { policyInputOfOperation } from '../src/evaluation/policy-input-of-operation.js';

/** An index finds rules with a condition on equality or order. Rules that only search in data are all evaluated. */
const ruleKinds = ['lists', 'comparisons', 'searches'] as const;
export type RuleKind = (typeof ruleKinds)[number];

export type EngineMeasurement = {
  readonly rules: RuleKind;
  readonly policies: number;
  readonly rulesEach: number;
  readonly decisionsPerSecond: number;
  readonly microsecondsEach: number;
  /** Relative to one ECDSA verification (libsecp256k1). Below 1 is faster. */
  readonly ratioToEcdsaVerification: number;
};
export type EngineMeasurements = {
  readonly ecdsaVerificationMicroseconds: number;
  /** Decoding a transaction and planning what is signed. */
  readonly decodeMicroseconds: number;
  readonly engine: readonly EngineMeasurement[];
};

const rulesEach = 100;

/** Measures only the engine, `milliseconds` for each line. No rule fires. */
export function measureEngine(milliseconds: number): EngineMeasurements {
  const ecdsa = microsecondsOf(verification(), milliseconds);
  const sizes = [1, 10, 100].flatMap((policies) => ruleKinds.map((rules) => ({ policies, rules })));
  const engine = sizes.map(({ policies, rules }) => {
    const each = microsecondsOf(decision(policies, rules), milliseconds);
    return {
      rules,
      policies,
      rulesEach,
      decisionsPerSecond: Math.round(1e6 / each),
      microsecondsEach: each,
      ratioToEcdsaVerification: each / ecdsa,
    };
  });
  const decodeMicroseconds = microsecondsOf(() => policyInputOfOperation(wallet, operation), milliseconds);
  return { ecdsaVerificationMicroseconds: ecdsa, decodeMicroseconds, engine };
}

function microsecondsOf(work: () => unknown, milliseconds: number): number {
  const start = process.hrtime.bigint();
  const warm = start + BigInt(milliseconds) * 250_000n;
  while (process.hrtime.bigint() < warm) work();
  const from = process.hrtime.bigint();
  const until = from + BigInt(milliseconds) * 1_000_000n;
  let runs = 0;
  let now = from;
  while (now < until) {
    for (let index = 0; index < 5; index += 1) work();
    runs += 5;
    now = process.hrtime.bigint();
  }
  return Number(now - from) / 1000 / runs;
}

function verification(): () => boolean {
  const secret = createHash('sha256').update('bench').digest();
  const digest = createHash('sha256').update('digest').digest();
  const key = secp256k1.pointFromScalar(secret, true);
  if (!key) throw new Error('the hash of a constant is a scalar');
  const signature = secp256k1.sign(digest, secret);
  return () => secp256k1.verify(digest, key, signature);
}

const wallet: SigningWallet = {
  chain: 'ETH',
  network: 'EVM',
  publicKey: Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
  address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
};
const operation = {
  kind: 'transaction',
  unsigned: Buffer.from(
    serializeTransaction({
      type: 'eip1559',
      chainId: 1,
      nonce: 0,
      to: `0x${'ff'.repeat(20)}`,
      value: 10n ** 18n,
      data: `0xa9059cbb${'f'.repeat(128)}`,
      gas: 60_000n,
      maxFeePerGas: 30_000_000_000n,
      maxPriorityFeePerGas: 1_000_000_000n,
    }).slice(2),
    'hex',
  ),
} as const;

function decision(policies: number, kind: RuleKind): () => unknown {
  const rulebook = compilePolicies(
    'ETH',
    Array.from({ length: policies }, (_, index) => policy(index, kind)),
  );
  const settings: EvaluationSettings = {
    evaluationEnabled: true,
    defaultAction: 'allow',
    rawHashSigning: 'refuse',
    anyChainDelegation: 'refuse',
    stepUpApplies: false,
    policiesElsewhere: [],
    approvals: 0,
  };
  const input = policyInputOfOperation(wallet, operation);
  return () =>
    decide(rulebook, settings, {
      input,
      nowSeconds: 1_800_000_000,
      spentBefore: () => 0n,
      memo: new Map(),
    });
}

function policy(number: number, kind: RuleKind): PolicyRules {
  const rules = Array.from({ length: rulesEach }, (_, index): Rule => {
    const name = `rule ${number * rulesEach + index}`;
    return {
      name,
      method: 'eth_signTransaction',
      action: 'DENY',
      conditions: conditionsOf[kind](number * rulesEach + index),
    };
  });
  return {
    id: `policy-${number}`,
    name: `policy ${number}`,
    chain: 'ETH',
    scope: 'GLOBAL',
    revision: 1,
    rules,
  };
}

const source = { field_source: 'ethereum_transaction' } as const;

function listConditions(number: number): readonly Condition[] {
  const addressOf = (index: number) => `0x${(number * 100 + index + 1).toString(16).padStart(40, '0')}`;
  const addresses = Array.from({ length: 20 }, (_, index) => addressOf(index));
  return [
    { ...source, field: 'chain_id', operator: 'eq', value: 1 },
    { ...source, field: 'value', operator: 'gt', value: String(number) },
    { ...source, field: 'to', operator: 'in', value: addresses },
  ];
}

// The first two hold, so that all three are evaluated.
function comparingConditions(number: number): readonly Condition[] {
  return [
    { ...source, field: 'chain_id', operator: 'gte', value: 1 },
    { ...source, field: 'value', operator: 'gt', value: String(number) },
    { ...source, field: 'value', operator: 'gt', value: String(10n ** 24n + BigInt(number)) },
  ];
}

function searchingConditions(number: number): readonly Condition[] {
  const word = (number + 1).toString(16).padStart(64, '0');
  return [
    { ...source, field: 'data', operator: 'starts_with', value: '0xa9059cbb' },
    { ...source, field: 'data', operator: 'starts_with', value: `0xa9059cbb${word}` },
  ];
}

const conditionsOf: Readonly<Record<RuleKind, (number: number) => readonly Condition[]>> = {
  lists: listConditions,
  comparisons: comparingConditions,
  searches: searchingConditions,
};
