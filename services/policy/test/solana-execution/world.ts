import { address, getTransactionDecoder, lamports } from '@solana/kit';
import {
  PublicKey,
  SystemProgram,
  TransactionMessage,
  VersionedTransaction,
  TransactionInstruction,
} from '@solana/web3.js';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { solKey } from '../operations.js';
import {
  extensionsOf,
  hookedBy,
  validationData,
  lookupData,
  mintData,
  nonceData,
  stakeData,
  tokenData,
} from './account-data.js';
import { bytesOf, u32, u64 } from './bytes.js';
import { proxyProgram } from './proxy-program.js';

// Accounts of the wallet and of a thief, in every program, in the virtual machine of Solana's validators.

const key = (byte: number) => new PublicKey(Buffer.alloc(32, byte));
const id = (text: string) => new PublicKey(text);

export const programs = {
  system: SystemProgram.programId,
  token: id('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  token2022: id('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
  associated: id('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL'),
  stake: id('Stake11111111111111111111111111111111111111'),
  vote: id('Vote111111111111111111111111111111111111111'),
  lookup: id('AddressLookupTab1e1111111111111111111111111'),
  budget: id('ComputeBudget111111111111111111111111111111'),
  loader: id('BPFLoaderUpgradeab1e11111111111111111111111'),
  memo: id('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
};
export const sysvars = {
  rent: id('SysvarRent111111111111111111111111111111111'),
  clock: id('SysvarC1ock11111111111111111111111111111111'),
  blockhashes: id('SysvarRecentB1ockHashes11111111111111111111'),
  stakes: id('SysvarStakeHistory1111111111111111111111111'),
  stakeConfig: id('StakeConfig11111111111111111111111111111111'),
};
export const nativeMint = id('So11111111111111111111111111111111111111112');

export const wallet = solKey;
export const thief = key(61);
export const friend = key(62);
/** Appears in no transaction. */
export const nobody = key(60);
/** New accounts whose keys the thief has. */
export const [fresh, fresh2, payer] = [key(63), key(64), key(65)];
/** A program of the thief's. */
export const foreign = key(66);

const seeded = (base: PublicKey, seed: string, owner: PublicKey) =>
  PublicKey.createWithSeed(base, seed, owner);
export const seeds = {
  own: await seeded(wallet, 's', programs.system),
  foreign: await seeded(wallet, 's', foreign),
  empty: await seeded(wallet, 'e', foreign),
};

let next = 100;
const fixed = () => key((next += 1));
/**
 * A token of one program: its mint, the wallet's account, one that a multisig of the wallet's owns, and the thief's.
 */
const tokenNames = () => ({
  mint: fixed(),
  mine: fixed(),
  shared: fixed(),
  empty: fixed(),
  frozen: fixed(),
  theirs: fixed(),
});
export const tokens = {
  plain: tokenNames(),
  fees: tokenNames(),
  pausable: tokenNames(),
  plain2022: tokenNames(),
};
export const wrapped = { mint: nativeMint, mine: fixed(), theirs: fixed() };
/** Accounts that programs own and nobody has set up: a mint, a token account, a stake account, a nonce account. */
export const blanks = {
  token: [fixed(), fixed(), fixed()],
  token2022: [fixed(), fixed(), fixed()],
  stake: fixed(),
  nonce: fixed(),
} as const;
export const lent = fixed();
export const multisigs = { token: fixed(), token2022: fixed() };
export const nonces = { mine: fixed(), old: fixed(), theirs: fixed() };
export const stakes = { mine: fixed(), mine2: fixed(), theirs: fixed() };
export const vote = fixed();
export const [table, oldTable] = [fixed(), fixed()];
export const loaded = { buffer: fixed(), program: fixed(), data: fixed() };

export const associatedOf = (owner: PublicKey, mint: PublicKey, program: PublicKey) =>
  PublicKey.findProgramAddressSync(
    [owner.toBytes(), program.toBytes(), mint.toBytes()],
    programs.associated,
  )[0];

/** A program that acts for its signers, and a token that has it as its transfer hook. */
export const proxy = key(67);
const hookedMint = fixed();
const [validation] = PublicKey.findProgramAddressSync(
  [Buffer.from('extra-account-metas'), hookedMint.toBytes()],
  proxy,
);
export const hooked = { mint: hookedMint, mine: fixed(), theirs: fixed(), theirs2: fixed(), validation };
/** The accounts that the hook gets after those of the transfer. */
export const hookAccounts = [wallet, friend, programs.system, proxy, validation];

/** An associated account that was opened for another one by mistake. The wallet can get its contents back. */
const nestedOwner = associatedOf(wallet, tokens.plain.mint, programs.token);
export const nested = {
  owner: nestedOwner,
  at: associatedOf(nestedOwner, nativeMint, programs.token),
  target: associatedOf(wallet, nativeMint, programs.token),
};

/** Who signs on request: the thief's keys, and the wallet. */
export const signers = [wallet, thief, fresh, fresh2, payer];

const sol = 1_000_000_000n;
const me = wallet.toBytes();
const accounts = new Map<string, { lamports: bigint; data: Uint8Array; owner: PublicKey }>();
function put(at: PublicKey, owner: PublicKey, data: Uint8Array, balance = 2n * sol): void {
  accounts.set(at.toBase58(), { lamports: balance, data, owner });
}

for (const [name, { mint, mine, shared, empty, frozen, theirs }] of Object.entries(tokens)) {
  const its = extensionsOf[name as keyof typeof tokens];
  const program = name === 'plain' ? programs.token : programs.token2022;
  const multisig = name === 'plain' ? multisigs.token : multisigs.token2022;
  const options = its?.account ? { extensions: its.account } : {};
  put(mint, program, mintData(wallet, its?.mint));
  put(mine, program, tokenData(mint, wallet, 1000n, options));
  put(shared, program, tokenData(mint, multisig, 1000n, options));
  put(empty, program, tokenData(mint, wallet, 0n, options));
  put(frozen, program, tokenData(mint, wallet, 1000n, { ...options, isFrozen: true }));
  put(theirs, program, tokenData(mint, thief, 1000n, options));
}
for (const name of ['token', 'token2022'] as const)
  blanks[name].forEach((at, i) => {
    put(at, programs[name], new Uint8Array([82, 165, 355][i] ?? 0));
  });
put(blanks.stake, programs.stake, new Uint8Array(200));
put(blanks.nonce, programs.system, new Uint8Array(80));
put(lent, programs.token, tokenData(tokens.plain.mint, friend, 500n, { delegate: wallet }));
put(
  wrapped.mine,
  programs.token,
  tokenData(nativeMint, wallet, sol, { native: 2_039_280n }),
  sol + 2_039_280n + 5_000_000n,
);
put(
  wrapped.theirs,
  programs.token,
  tokenData(nativeMint, thief, sol, { native: 2_039_280n }),
  sol + 2_039_280n,
);
for (const [name, at] of Object.entries(multisigs))
  put(at, programs[name as keyof typeof multisigs], bytesOf([1, 1, 1], me, new Uint8Array(320)));
put(hooked.mint, programs.token2022, mintData(wallet, hookedBy(proxy).mint));
for (const [at, owner] of [
  [hooked.mine, wallet],
  [hooked.theirs, thief],
  [hooked.theirs2, thief],
] as const)
  put(at, programs.token2022, tokenData(hooked.mint, owner, 1000n, { extensions: hookedBy(proxy).account }));
put(hooked.validation, proxy, validationData([wallet, friend, programs.system]));
put(nested.owner, programs.token, tokenData(tokens.plain.mint, wallet, 10n));
put(
  nested.at,
  programs.token,
  tokenData(nativeMint, nested.owner, sol, { native: 2_039_280n }),
  sol + 2_039_280n,
);
put(nested.target, programs.token, tokenData(nativeMint, wallet, 0n, { native: 2_039_280n }), 2_039_280n);
put(nonces.mine, programs.system, nonceData(wallet));
put(nonces.old, programs.system, nonceData(wallet, 0n));
put(nonces.theirs, programs.system, nonceData(thief));
put(stakes.mine, programs.stake, stakeData(wallet));
put(stakes.mine2, programs.stake, stakeData(wallet));
put(stakes.theirs, programs.stake, stakeData(thief));
put(table, programs.lookup, lookupData(2n ** 64n - 1n, friend));
put(oldTable, programs.lookup, lookupData(5n, friend));
put(loaded.buffer, programs.loader, bytesOf(u32(1n), [1], me, new Uint8Array(100)));
put(loaded.data, programs.loader, bytesOf(u32(3n), u64(0n), [1], me, new Uint8Array(100)));
put(seeds.own, programs.system, new Uint8Array(), sol);
put(seeds.foreign, programs.system, new Uint8Array(), sol);
for (const who of [wallet, thief, friend, payer]) put(who, programs.system, new Uint8Array(), 10n * sol);

export type Account = { readonly lamports: bigint; readonly data: Uint8Array; readonly owner: string };
export type State = ReadonlyMap<string, Account>;
export type World = {
  readonly before: State;
  /** The accounts afterwards, or undefined when the transaction fails. Changes nothing in this world. */
  readonly run: (wire: Uint8Array) => State | undefined;
  /** Why it fails, or an empty text. */
  readonly failure: (wire: Uint8Array) => string;
};

/** `walletLamports`: what the wallet itself holds. */
export function world(walletLamports: bigint): World {
  const svm = new LiteSVM().withSigverify(false).withBlockhashCheck(false).withTransactionHistory(0n);
  svm.withNativeMints();
  for (const [at, account] of accounts) {
    const isWallet = at === wallet.toBase58();
    const balance = isWallet ? walletLamports : account.lamports;
    if (balance === 0n) continue;
    svm.setAccount({
      address: address(at),
      lamports: lamports(balance),
      data: account.data,
      programAddress: address(account.owner.toBase58()),
      executable: false,
      space: BigInt(account.data.length),
    });
  }
  svm.addProgram(address(proxy.toBase58()), proxyProgram());
  makeVoteAccount(svm);
  const before = new Map<string, Account>();
  for (const at of [...accounts.keys(), vote.toBase58()]) before.set(at, read(svm, at));
  const failure = (wire: Uint8Array) => {
    const result = svm.simulateTransaction(getTransactionDecoder().decode(wire));
    return result instanceof FailedTransactionMetadata ? result.toString() : '';
  };
  return { before, run: (wire) => run(svm, before, wire), failure };
}

function read(svm: LiteSVM, at: string): Account {
  const account = svm.getAccount(address(at));
  if (!account.exists) return { lamports: 0n, data: new Uint8Array(), owner: programs.system.toBase58() };
  return { lamports: account.lamports, data: Uint8Array.from(account.data), owner: account.programAddress };
}

function run(svm: LiteSVM, before: State, wire: Uint8Array): State | undefined {
  const result = svm.simulateTransaction(getTransactionDecoder().decode(wire));
  if (result instanceof FailedTransactionMetadata) return undefined;
  const after = new Map(before);
  for (const account of result.postAccounts())
    after.set(account.address, {
      lamports: account.lamports,
      data: Uint8Array.from(account.data),
      owner: account.programAddress,
    });
  return after;
}

export function wireOf(feePayer: PublicKey, instructions: readonly TransactionInstruction[]): Uint8Array {
  const message = new TransactionMessage({
    payerKey: feePayer,
    recentBlockhash: key(8).toBase58(),
    instructions: [...instructions],
  });
  return new VersionedTransaction(message.compileToLegacyMessage()).serialize();
}

function makeVoteAccount(svm: LiteSVM): void {
  const space = 3762;
  const create = SystemProgram.createAccount({
    fromPubkey: thief,
    newAccountPubkey: vote,
    lamports: 2 * Number(sol),
    space,
    programId: programs.vote,
  });
  const data = bytesOf(u32(0n), me, me, me, [5]);
  const keys = [vote, sysvars.rent, sysvars.clock, wallet].map((pubkey) => ({
    pubkey,
    isSigner: pubkey.equals(wallet),
    isWritable: pubkey.equals(vote),
  }));
  const wire = wireOf(thief, [
    create,
    new TransactionInstruction({ programId: programs.vote, keys, data: Buffer.from(data) }),
  ]);
  const result = svm.sendTransaction(getTransactionDecoder().decode(wire));
  if (result instanceof FailedTransactionMetadata) throw new Error(`no vote account: ${result.toString()}`);
}
