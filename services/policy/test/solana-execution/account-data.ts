import { createHash } from 'node:crypto';
import type { PublicKey } from '@solana/web3.js';
import { solKey } from '../operations.js';
import { bytesOf, u32, u64 } from './bytes.js';

// The contents of the programs' accounts, byte by byte.

const zero = new Uint8Array(32);
const some = (who: PublicKey | undefined) => bytesOf(u32(who ? 1n : 0n), who ? who.toBytes() : zero);

export function mintData(authority: PublicKey, extensions: readonly Uint8Array[] = []): Uint8Array {
  const base = bytesOf(some(authority), u64(1_000_000n), [6, 1], some(authority));
  return extensions.length === 0 ? base : bytesOf(base, new Uint8Array(83), [1], ...extensions);
}
export function tokenData(
  mint: PublicKey,
  owner: PublicKey,
  amount: bigint,
  options: {
    delegate?: PublicKey;
    native?: bigint;
    isFrozen?: boolean;
    extensions?: readonly Uint8Array[];
  } = {},
): Uint8Array {
  const { delegate, native, isFrozen, extensions } = options;
  const isNative = native === undefined ? bytesOf(u32(0n), u64(0n)) : bytesOf(u32(1n), u64(native));
  const delegated = u64(delegate ? amount : 0n);
  const base = bytesOf(
    mint.toBytes(),
    owner.toBytes(),
    u64(amount),
    some(delegate),
    [isFrozen ? 2 : 1],
    isNative,
    delegated,
    some(undefined),
  );
  return extensions ? bytesOf(base, [2], ...extensions) : base;
}
const extension = (type: number, ...data: readonly Iterable<number>[]): Uint8Array => {
  const body = bytesOf(...data);
  return bytesOf([type, 0, body.length & 255, body.length >>> 8], body);
};
const me = solKey.toBytes();
const rate = bytesOf(u64(0n), u64(5000n), [100, 0]);

/** By token: what its mint and its accounts have. The wallet is every authority. */
export const extensionsOf = {
  plain: undefined,
  plain2022: { mint: [], account: undefined },
  fees: {
    mint: [
      extension(1, me, me, u64(7n), rate, rate),
      extension(3, me),
      extension(10, me, new Uint8Array(20)),
    ],
    account: [extension(2, u64(9n)), extension(7)],
  },
  pausable: {
    mint: [
      extension(6, [1]),
      extension(12, me),
      extension(25, me, [0, 0, 0, 0, 0, 0, 0xf0, 0x3f], u64(0n), [0, 0, 0, 0, 0, 0, 0xf0, 0x3f]),
      extension(26, me, [0]),
      extension(4, me, [1], zero),
      extension(14, me, zero),
      extension(18, me, zero),
      extension(20, me, zero),
      extension(22, me, zero),
    ],
    account: [extension(11, [0]), extension(8, [0]), extension(27), extension(15, [0])],
  },
};

export const nonceData = (authority: PublicKey, version = 1n) =>
  bytesOf(u32(version), u32(1n), authority.toBytes(), Buffer.alloc(32, 3), u64(5000n));

export const stakeData = (who: PublicKey) =>
  bytesOf(u32(1n), u64(2_282_880n), who.toBytes(), who.toBytes(), new Uint8Array(200 - 76));

/** `listed`: the one account in the table. */
export const lookupData = (deactivation: bigint, listed: PublicKey) =>
  bytesOf(u32(1n), u64(deactivation), u64(0n), [0, 1], me, [0, 0], listed.toBytes());

export const hookedBy = (program: PublicKey) => ({
  mint: [extension(14, me, program.toBytes())],
  account: [extension(15, [0])],
});

/** What a hook asks for: accounts by their address, all writable and the first one a signer. */
export function validationData(wanted: readonly PublicKey[]): Uint8Array {
  const entries = wanted.map((at, i) => bytesOf([0], at.toBytes(), [i === 0 ? 1 : 0, i < 2 ? 1 : 0]));
  const list = bytesOf(u32(BigInt(entries.length)), ...entries);
  const execute = createHash('sha256').update('spl-transfer-hook-interface:execute').digest().subarray(0, 8);
  return bytesOf(execute, u32(BigInt(list.length)), list);
}
