import type { PublicKey } from '@solana/web3.js';
import { SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { bytesOf, u32, u64 } from './bytes.js';
import type { Generated } from './generate.js';
import {
  foreign,
  friend,
  fresh,
  hookAccounts,
  hooked,
  multisigs,
  nonces,
  payer,
  programs,
  proxy,
  seeds,
  sysvars,
  thief,
  tokens,
  wallet,
} from './world.js';

// Bypasses that were found by hand or with a seed. Seeds change with the catalogue, so these are stored as what they
// meant.

const instruction = (programId: PublicKey, data: Uint8Array, ...accounts: readonly PublicKey[]) =>
  new TransactionInstruction({
    programId,
    keys: accounts.map((pubkey) => ({
      pubkey,
      isSigner: [wallet, thief, fresh].some((signer) => signer.equals(pubkey)),
      isWritable: !Object.values(sysvars).some((sysvar) => sysvar.equals(pubkey)),
    })),
    data: Buffer.from(data),
  });
const emptied = SystemProgram.transfer({ fromPubkey: wallet, toPubkey: friend, lamports: 10_000_000_000 });
const created = (space: number, programId: PublicKey) =>
  SystemProgram.createAccount({
    fromPubkey: thief,
    newAccountPubkey: wallet,
    lamports: 2_000_000_000,
    space,
    programId,
  });
const { blockhashes, rent } = sysvars;
const mine = tokens.plain.empty;

const cases: Readonly<Record<string, Partial<Generated> & Pick<Generated, 'instructions'>>> = {
  'the fresh wallet as a new account': { isFresh: true, instructions: [created(0, foreign)] },
  'the fresh wallet as a new account with data': {
    isFresh: true,
    instructions: [created(80, programs.system)],
  },
  'the wallet as a new account, emptied before': { instructions: [emptied, created(0, foreign)] },
  'a nonce account emptied by a signer at the end': {
    instructions: [
      instruction(
        programs.system,
        bytesOf(u32(5n), u64(900_000_000n)),
        ...[nonces.mine, thief, blockhashes, rent, friend, wallet],
      ),
    ],
  },
  'an account by a seed, assigned with the base at the end': {
    instructions: [
      instruction(
        programs.system,
        bytesOf(u32(10n), wallet.toBytes(), u64(1n), Buffer.from('s'), foreign.toBytes()),
        ...[seeds.foreign, friend, wallet],
      ),
    ],
  },
  'tokens of a multisig': {
    instructions: [
      instruction(
        programs.token,
        bytesOf([12], u64(400n), [6]),
        ...[tokens.plain.shared, tokens.plain.mint, tokens.plain.theirs, multisigs.token, wallet],
      ),
    ],
  },
  'a program that acts for the wallet, as a multisig or a governance does': {
    instructions: [instruction(proxy, new Uint8Array(), wallet, thief, programs.system)],
  },
  'a token account closed for another': {
    instructions: [instruction(programs.token, Uint8Array.of(9), mine, thief, wallet)],
  },
  'a token account given away': {
    instructions: [
      instruction(programs.token, bytesOf([6, 2, 1], thief.toBytes()), tokens.plain.mine, wallet),
    ],
  },
};

export const kept: readonly Generated[] = Object.entries(cases).map(([name, its]) => ({
  name,
  feePayer: payer,
  isFresh: false,
  ...its,
}));

/** The thief's own tokens, whose hook wants the wallet as a signer. */
export const hookedTransfer = instruction(
  programs.token2022,
  bytesOf([12], u64(1n), [6]),
  ...[hooked.theirs, hooked.mint, hooked.theirs2, thief, ...hookAccounts],
);
