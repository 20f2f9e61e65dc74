import { ComputeBudgetProgram, PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { solKey } from './operations.js';

// Instructions as transactions contain them, made by another library or byte by byte.

export const keyOf = (byte: number) => new PublicKey(Buffer.alloc(32, byte));
export const friend = keyOf(10);
export const thief = keyOf(11);
export const mint = keyOf(12);
export const source = keyOf(13);
export const stranger = keyOf(14);
const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
const token2022 = new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
const associatedTokens = new PublicKey('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

export function instruction(
  programId: PublicKey,
  data: readonly number[],
  accounts: readonly PublicKey[],
  isWritable = true,
): TransactionInstruction {
  const keys = accounts.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(solKey), isWritable }));
  return new TransactionInstruction({ programId, keys, data: Buffer.from(data) });
}
const tokens = (data: readonly number[], ...accounts: readonly PublicKey[]) =>
  instruction(tokenProgram, data, accounts);
const amount = [5, 0, 0, 0, 0, 0, 0, 0];

type Named = Readonly<Record<string, TransactionInstruction>>;
const seed = { basePubkey: solKey, seed: 's' };
const toThief = { programId: thief };

function nonceOf(authority: PublicKey): TransactionInstruction {
  return instruction(
    SystemProgram.programId,
    [6, 0, 0, 0, ...authority.toBytes()],
    [source, stranger, stranger],
  );
}

/** The wallet is the new account. Somebody else pays for it, and their program owns it. */
const created = { fromPubkey: thief, newAccountPubkey: solKey, lamports: 1, space: 0, programId: thief };
const { programId: systemProgram } = SystemProgram;

/** A plain payment to the wallet. */
export const createdForItself = SystemProgram.createAccount({
  ...created,
  fromPubkey: friend,
  programId: systemProgram,
});

/** They give others power over an account with lamports, or make it useless. */
export const accountsGivenAway: Named = {
  'CreateAccount of the wallet': SystemProgram.createAccount(created),
  'CreateAccount of the wallet with data': SystemProgram.createAccount({
    ...created,
    space: 8,
    programId: systemProgram,
  }),
  'CreateAccount of the wallet paid by itself': SystemProgram.createAccount({
    ...created,
    fromPubkey: solKey,
  }),
  'CreateAccountWithSeed of the wallet': SystemProgram.createAccountWithSeed({
    ...created,
    basePubkey: thief,
    seed: 's',
  }),
  'CreateAccountWithSeed of an account by a seed of the wallet': SystemProgram.createAccountWithSeed({
    ...created,
    ...seed,
    newAccountPubkey: source,
  }),
  Assign: SystemProgram.assign({ accountPubkey: solKey, ...toThief }),
  AssignWithSeed: SystemProgram.assign({ accountPubkey: source, ...seed, ...toThief }),
  Allocate: SystemProgram.allocate({ accountPubkey: solKey, space: 8 }),
  AllocateWithSeed: SystemProgram.allocate({ accountPubkey: source, ...seed, space: 8, ...toThief }),
  AuthorizeNonceAccount: SystemProgram.nonceAuthorize({
    noncePubkey: source,
    authorizedPubkey: solKey,
    newAuthorizedPubkey: thief,
  }),
  InitializeNonceAccount: nonceOf(thief),
};

export const closing = (to: PublicKey) => tokens([9], source, to, solKey);
export const opening = (owner: PublicKey) => tokens([18, ...owner.toBytes()], source, mint);

/** In the order in which the Associated Token Account program has them. */
export const associatedAccount = (owner: PublicKey, tag: readonly number[] = [1], program = tokenProgram) =>
  instruction(associatedTokens, tag, [solKey, source, owner, mint, SystemProgram.programId, program]);

/** The wallet pays for somebody else's account, which that person may close. */
export const accountsPaidForOthers: Named = {
  'an associated account for others': associatedAccount(thief),
  'an associated account for others, by no data': associatedAccount(thief, []),
  'an associated account for others of Token-2022': associatedAccount(thief, [0], token2022),
};

/** Token accounts hold lamports too. */
export const tokenAccountsGivenAway: Named = {
  'CloseAccount to others': closing(thief),
  'InitializeAccount3 for others': opening(thief),
  SetAuthority: tokens([6, 2, 1, ...thief.toBytes()], source, solKey),
};

export const tokensGivenAway: Named = {
  ...tokenAccountsGivenAway,
  Approve: tokens([4, ...amount], source, thief, solKey),
  ApproveChecked: tokens([13, ...amount, 6], source, mint, thief, solKey),
  Burn: tokens([8, ...amount], source, mint, solKey),
  BurnChecked: tokens([15, ...amount, 6], source, mint, solKey),
  MintTo: tokens([7, ...amount], mint, source, solKey),
  MintToChecked: tokens([14, ...amount, 6], mint, source, solKey),
  'an unknown extension': instruction(token2022, [43, 1], [source, solKey]),
};

/** A transfer of somebody else's tokens whose hook gets the wallet. */
const hooked = (data: readonly number[]) =>
  instruction(token2022, data, [source, mint, friend, stranger, solKey]);

/** Nobody can see what they do in the wallet's name. */
export const foreignCalls: Named = {
  'an unknown program that may write to the wallet': instruction(stranger, [1], [solKey, source]),
  'an associated account of another token program': associatedAccount(solKey, [0], stranger),
  'an unknown instruction about associated accounts': associatedAccount(solKey, [7]),
  'a transfer hook that gets the wallet': hooked([12, ...amount, 6]),
  'a transfer hook of a transfer with a fee': hooked([26, 1, ...amount, 6, ...amount]),
  'an unknown program with the signature alone': instruction(stranger, [1], [source, solKey], false),
};

export const harmless: Named = {
  memo: instruction(memoProgram, [104, 105], [solKey]),
  'compute budget': ComputeBudgetProgram.setComputeUnitLimit({ units: 1 }),
  'an associated account': associatedAccount(solKey),
  'an associated account that others pay for': instruction(
    associatedTokens,
    [1],
    [friend, source, thief, solKey, SystemProgram.programId, tokenProgram],
  ),
  AdvanceNonceAccount: SystemProgram.nonceAdvance({ noncePubkey: source, authorizedPubkey: solKey }),
  'InitializeNonceAccount for the wallet': nonceOf(solKey),
  'SetAuthority for the wallet': tokens([6, 3, 1, ...solKey.toBytes()], source, solKey),
  'CloseAccount to the wallet': closing(solKey),
  'InitializeAccount3 for the wallet': opening(solKey),
  Revoke: tokens([5], source, solKey),
  SyncNative: tokens([17], source),
  'an unknown program without the wallet': instruction(stranger, [1], [source]),
};

export const lamportsTo = (to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: solKey, toPubkey: to, lamports });
export const tokensTo = (to: PublicKey) => tokens([3, ...amount], source, to, solKey);
export const tokensCheckedTo = (to: PublicKey) => tokens([12, ...amount, 6], source, mint, to, solKey);
