import { SystemProgram, TransactionInstruction, type PublicKey } from '@solana/web3.js';
import { catalogue } from './catalogue.js';
import type { Entry } from './entry.js';
import { randomOf, type Random } from './random.js';
import {
  associatedOf,
  friend,
  payer,
  programs,
  signers,
  sysvars,
  thief,
  tokens,
  wallet,
  wrapped,
} from './world.js';

export type Generated = {
  readonly name: string;
  readonly feePayer: PublicKey;
  /** Whether the wallet holds nothing at first. */
  readonly isFresh: boolean;
  readonly instructions: readonly TransactionInstruction[];
};

const readable = [...Object.values(sysvars), ...Object.values(programs)];
const strangers = [
  thief,
  friend,
  payer,
  tokens.plain.mine,
  wrapped.mine,
  associatedOf(wallet, tokens.plain.mint, programs.token),
];

/** `at`: puts the wallet at this place, whatever the catalogue says. After the last place it is added. */
function instructionOf(entry: Entry, random: Random, at?: number): TransactionInstruction {
  const accounts = entry.places.map((place) => random.pick(place));
  if (at !== undefined) accounts[at] = wallet;
  if (random.chance(0.15)) accounts.push(random.pick([wallet, ...strangers]));
  if (random.chance(0.05)) accounts.pop();
  const data = Buffer.from(entry.data(random));
  const keys = accounts.map((pubkey) => ({
    pubkey,
    isSigner: signers.some((signer) => signer.equals(pubkey)),
    isWritable: !readable.some((each) => each.equals(pubkey)),
  }));
  const trailing = random.chance(0.1) ? Buffer.concat([data, Buffer.alloc(1 + random.int(9), 7)]) : data;
  return new TransactionInstruction({ programId: entry.program, keys, data: trailing });
}

/** Leaves the wallet with nothing, where somebody else pays the fee. */
const emptied = SystemProgram.transfer({ fromPubkey: wallet, toPubkey: thief, lamports: 10_000_000_000 });

/** What the seed means: an entry of the catalogue, a place for the wallet, and what else happens in the transaction. */
export function generate(seed: number): Generated {
  const random = randomOf(seed);
  const entry = catalogue[seed % catalogue.length];
  if (!entry) throw new Error('the catalogue is empty');
  // First once at each place and once after the last, and from then on sometimes.
  const round = Math.floor(seed / catalogue.length);
  const isOver = round > entry.places.length;
  const at = isOver ? (random.chance(0.3) ? random.int(entry.places.length + 1) : undefined) : round;
  const main = instructionOf(entry, random, at);
  const another = () => instructionOf(random.pick(catalogue), random);
  const isFresh = random.chance(0.15);
  const before = isFresh || random.chance(0.7) ? [] : [random.chance(0.5) ? emptied : another()];
  const behind = random.chance(0.2) ? [another()] : [];
  const feePayer = isFresh || random.chance(0.75) ? payer : wallet;
  return { name: entry.name, feePayer, isFresh, instructions: [...before, main, ...behind] };
}
