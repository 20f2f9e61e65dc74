import { ComputeBudgetProgram, PublicKey, SystemProgram } from '@solana/web3.js';
import type { Operation } from '@wallet-service/chains';
import { policyInputOfOperation } from '../src/evaluation/policy-input-of-operation.js';
import { decideOn, rule, when } from './engine-harness.js';
import { solKey, solOperation, solWallet } from './operations.js';

// The priority fee goes to whoever makes the block. Version 1 (SIMD-0385) has a setting for it, earlier versions an
// instruction.

const friend = new PublicKey(Buffer.alloc(32, 6));
const transfer = SystemProgram.transfer({ fromPubkey: solKey, toPubkey: friend, lamports: 1000 });
const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1_000_000_000_000 });
const little = (value: bigint, bytes: number) =>
  Buffer.from(Array.from({ length: bytes }, (_none, i) => Number((value >> BigInt(8 * i)) & 0xffn)));

function versionOne(priorityFee: bigint | undefined): Operation {
  const unsigned = Buffer.concat([
    Buffer.from([0x81, 1, 0, 1]),
    little(priorityFee === undefined ? 0n : 3n, 4),
    Buffer.alloc(32, 8),
    Buffer.from([1, 3]),
    ...[solKey, friend, SystemProgram.programId].map((key) => key.toBuffer()),
    ...(priorityFee === undefined ? [] : [little(priorityFee, 8)]),
    Buffer.from([2, 2, transfer.data.length, 0, 0, 1]),
    transfer.data,
  ]);
  return { kind: 'transaction', unsigned };
}

const pays = when('solana_system_program_instruction', 'Transfer.to', 'eq', friend.toBase58());
const ofBudget = when(
  'solana_program_instruction',
  'programId',
  'eq',
  ComputeBudgetProgram.programId.toBase58(),
);
const bounded = when('solana_transaction', 'max_fee', 'lte', 10_000);
const closed = { defaultAction: 'deny' } as const;
const allow = (...conditions: readonly ReturnType<typeof when>[]) =>
  rule('signTransaction', 'ALLOW', ...conditions);
const policyInputOf = (operation: Operation) => policyInputOfOperation(solWallet, operation);

it.each<[string, Operation]>([
  ['an instruction', solOperation([price, transfer])],
  ['a setting of version 1', versionOne(500_000_000_000n)],
])('is a part that a rule must allow, and that a rule can deny: %s', (_name, operation) => {
  const input = policyInputOf(operation);
  expect(decideOn('SOL', input, [allow(pays)], closed).outcome).toBe('deny');
  expect(decideOn('SOL', input, [allow(pays), allow(ofBudget, bounded)], closed).outcome).toBe('deny');
  expect(decideOn('SOL', input, [allow(pays), allow(ofBudget)], closed).outcome).toBe('allow');
  expect(decideOn('SOL', input, [rule('signTransaction', 'DENY', ofBudget)]).outcome).toBe('deny');
});

it.each([undefined, 0n])('is absent where nothing is paid: %s', (fee) => {
  const input = policyInputOf(versionOne(fee));
  expect(decideOn('SOL', input, [allow(pays)], closed).outcome).toBe('allow');
  expect(decideOn('SOL', input, [rule('signTransaction', 'DENY', ofBudget)]).outcome).toBe('allow');
});

it('is allowed within bounds', () => {
  const input = policyInputOf(versionOne(5000n));
  expect(decideOn('SOL', input, [allow(pays), allow(ofBudget, bounded)], closed).outcome).toBe('allow');
});
