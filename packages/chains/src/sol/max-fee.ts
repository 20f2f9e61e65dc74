import type { TransactionSettings } from './compiled-message.js';
import type { SolanaInstruction } from './transaction-view.js';

const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
/**
 * These verify further signatures. Each instruction begins with their number, and each costs as much as one
 * of the transaction.
 */
const SIGNATURE_PROGRAMS = [
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
  'Secp256r1SigVerify1111111111111111111111111',
];
const LAMPORTS_PER_SIGNATURE = 5_000n;
const MICRO = 1_000_000n;
const MAX_UINT64 = 2n ** 64n - 1n;
const UNITS_OF_AN_INSTRUCTION = 200_000n;
/** The cost of an instruction of the Compute Budget program itself (SIMD-0170). */
const UNITS_OF_A_REQUEST = 3_000n;
const MOST_UNITS = 1_400_000n;

type Priced = {
  readonly signers: readonly unknown[];
  readonly instructions: readonly Pick<SolanaInstruction, 'programId' | 'data'>[];
  readonly settings?: Pick<TransactionSettings, 'priorityFee'> | undefined;
};

/**
 * The maximum cost of a transaction for its fee payer, in lamports: the base fee for each signature, and the
 * priority fee. Undefined if unknown.
 */
export function maxSolanaFee({ signers, instructions, settings }: Priced): bigint | undefined {
  const priority = settings ? (settings.priorityFee ?? 0n) : priorityFeeAskedFor(instructions);
  const verified = instructions
    .filter(({ programId }) => SIGNATURE_PROGRAMS.includes(programId))
    .reduce((sum, { data }) => sum + (data[0] ?? 0), 0);
  return priority === undefined
    ? undefined
    : BigInt(signers.length + verified) * LAMPORTS_PER_SIGNATURE + priority;
}

/**
 * Before version 1 instructions set it: the price of a unit times the limit of units, used or not. Undefined
 * if an instruction of the Compute Budget program is unknown or a duplicate: the chain refuses such a
 * transaction today.
 */
function priorityFeeAskedFor(instructions: Priced['instructions']): bigint | undefined {
  const budget = instructions.filter(({ programId }) => programId === COMPUTE_BUDGET_PROGRAM);
  const requests = budget.map(({ data }) => readRequest(data));
  const known = requests.flatMap((request) => request ?? []);
  if (known.length < requests.length || new Set(known.map(({ name }) => name)).size < known.length)
    return undefined;
  const asked = (name: Request['name']) => known.find((request) => request.name === name)?.value;
  const price = asked('price') ?? 0n;
  const units = least(
    asked('limit') ??
      UNITS_OF_AN_INSTRUCTION * BigInt(instructions.length - budget.length) +
        UNITS_OF_A_REQUEST * BigInt(budget.length),
    MOST_UNITS,
  );
  return least((price * units + MICRO - 1n) / MICRO, MAX_UINT64);
}

type Request = { readonly name: 'heap' | 'limit' | 'price' | 'data'; readonly value: bigint };
/** By the first byte of the data. */
const requestNames: Readonly<Record<number, Request['name']>> = {
  1: 'heap',
  2: 'limit',
  3: 'price',
  4: 'data',
};

/** Bytes after the value are ignored, as on the chain. */
function readRequest(data: Uint8Array): Request | undefined {
  const [tag = 0] = data;
  const name = requestNames[tag];
  const length = name === 'price' ? 8 : 4;
  if (name === undefined || data.length < 1 + length) return undefined;
  const value = [...data.subarray(1, 1 + length)].reduceRight((sum, byte) => (sum << 8n) + BigInt(byte), 0n);
  return { name, value };
}

function least(one: bigint, other: bigint): bigint {
  return one < other ? one : other;
}
