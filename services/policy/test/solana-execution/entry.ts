import type { PublicKey } from '@solana/web3.js';
import { bytesOf, u64 } from './bytes.js';
import type { Random } from './random.js';
import { foreign, fresh, fresh2, friend, programs, seeds, thief, wallet } from './world.js';

/** An instruction of a program: which accounts may be at each place, and what the data may be. */
export type Entry = {
  readonly name: string;
  readonly program: PublicKey;
  readonly places: readonly (readonly PublicKey[])[];
  readonly data: (random: Random) => Uint8Array;
};

export type Part = (random: Random) => Iterable<number>;
export const all =
  (...parts: readonly (Part | Iterable<number>)[]) =>
  (random: Random): Uint8Array =>
    bytesOf(...parts.map((part) => (typeof part === 'function' ? part(random) : part)));

export const people = [wallet, wallet, thief, friend];
export const payers = [wallet, wallet, thief];
export const amount: Part = (random) =>
  u64(random.pick([0n, 1n, 400n, 1000n, 2_000_000n, 900_000_000n, 2_000_000_000n]));
export const space: Part = (random) => u64(random.pick([0n, 0n, 8n, 80n, 82n, 165n, 200n]));
export const person: Part = (random) => random.pick(people).toBytes();
export const owner: Part = (random) =>
  random.pick([programs.system, programs.token, programs.stake, foreign]).toBytes();
export const maybe: Part = (random) => (random.chance(0.3) ? [0] : [1, ...random.pick(people).toBytes()]);
export const byte =
  (below: number): Part =>
  (random) => [random.int(below)];
/** What an account for a seed of the wallet is derived from. */
export const derivations = [
  { at: seeds.own, seed: 's', owner: programs.system },
  { at: seeds.foreign, seed: 's', owner: foreign },
  { at: seeds.empty, seed: 'e', owner: foreign },
];
export const text =
  (what: string): Part =>
  () => [...u64(BigInt(what.length)), ...Buffer.from(what)];
export const newAccounts = [fresh, fresh2, wallet, thief];
