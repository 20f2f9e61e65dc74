import {
  AuthorityType,
  getApproveCheckedInstruction,
  getApproveInstruction,
  getBurnInstruction,
  getCloseAccountInstruction,
  getSetAuthorityInstruction,
  getTransferCheckedInstruction,
  getTransferInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token';
import { address, createNoopSigner } from '@solana/kit';
import type { AddressLookupTableAccount } from '@solana/web3.js';
import {
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type VersionedMessage,
} from '@solana/web3.js';
import {
  anyMethod,
  hashAlone,
  keyForTheThief,
  promiseRules,
  promiseBase64,
  rulesBy,
  type Effect,
  type Way,
} from './pair-table.js';
import { transactionV1 } from './solana-v1.js';

const key = (byte: number): PublicKey => new PublicKey(new Uint8Array(32).fill(byte));
export const solanaThief = key(77).toBase58();
const somebody = key(78).toBase58();
const mint = key(79);
const source = key(80);
const blockhash = key(9).toBase58();
const memoProgram = new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');

/** As a transaction, as its message, and signed like text. */
export function waysToRun(
  name: string,
  wallet: string,
  instructions: TransactionInstruction[],
  tables?: AddressLookupTableAccount[],
): readonly Way[] {
  const message = new TransactionMessage({
    payerKey: new PublicKey(wallet),
    recentBlockhash: blockhash,
    instructions,
  });
  const v0 = bytesOf(message.compileToV0Message(tables));
  const forms: readonly (readonly [string, Bytes])[] = tables
    ? [['v0', v0]]
    : [
        ['legacy', bytesOf(message.compileToLegacyMessage())],
        ['v0', v0],
        ['v1', transactionV1(wallet, instructions, blockhash)],
      ];
  return forms.flatMap(([version, bytes]) => {
    const alone = Buffer.from(bytes.alone).toString('base64');
    const whole = Buffer.from(bytes.whole).toString('base64');
    const named = `${name}, ${version}`;
    return [
      { name: `${named}, transaction`, operation: 'transaction', body: { payload: whole } },
      { name: `${named}, message of it`, operation: 'transaction', body: { payload: alone } },
      { name: `${named}, as text`, operation: 'message', body: { message_base64: alone } },
      { name: `${named}, whole as text`, operation: 'message', body: { message_base64: whole } },
      hashAlone(`${named}, hash`),
    ];
  });
}

type Bytes = { readonly alone: Uint8Array; readonly whole: Uint8Array };

function bytesOf(message: VersionedMessage): Bytes {
  return { alone: message.serialize(), whole: new VersionedTransaction(message).serialize() };
}

export function transferFrom(wallet: string): TransactionInstruction {
  const [fromPubkey, toPubkey] = [new PublicKey(wallet), new PublicKey(solanaThief)];
  return SystemProgram.transfer({ fromPubkey, toPubkey, lamports: 1_000_000 });
}

const memo = new TransactionInstruction({ programId: memoProgram, keys: [], data: Buffer.from('hi') });

function systemWays(wallet: string): readonly Way[] {
  const [fromPubkey, toPubkey] = [new PublicKey(wallet), new PublicKey(solanaThief)];
  const base = { fromPubkey, lamports: 1_000_000, basePubkey: fromPubkey, seed: 'x' };
  const { programId } = SystemProgram;
  return [
    ...waysToRun('transfer', wallet, [transferFrom(wallet)]),
    ...waysToRun('transfer after a memo', wallet, [memo, transferFrom(wallet)]),
    ...waysToRun('account with a seed', wallet, [
      SystemProgram.createAccountWithSeed({ ...base, newAccountPubkey: toPubkey, space: 0, programId }),
    ]),
    ...waysToRun('transfer with a seed', wallet, [SystemProgram.transfer({ ...base, toPubkey, programId })]),
  ];
}

/** web3.js has no tokens. The instructions are kit's. */
function tokenWays(wallet: string): readonly Way[] {
  const common = {
    source: address(source.toBase58()),
    destination: address(solanaThief),
    authority: createNoopSigner(address(wallet)),
    amount: 5000n,
  };
  const token2022 = address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb');
  const checked = { ...common, mint: address(mint.toBase58()), decimals: 6 };
  return [TOKEN_PROGRAM_ADDRESS, token2022].flatMap((programAddress) =>
    [
      ['transfer', getTransferInstruction(common, { programAddress })] as const,
      ['checked transfer', getTransferCheckedInstruction(checked, { programAddress })] as const,
    ].flatMap(([name, { data, accounts }]) => {
      const keys = accounts.map(({ address: account }) => ({
        pubkey: new PublicKey(account),
        isSigner: account === wallet,
        isWritable: account !== wallet && account !== mint.toBase58(),
      }));
      const programId = new PublicKey(programAddress);
      const instruction = new TransactionInstruction({ programId, keys, data: Buffer.from(data) });
      return waysToRun(`${name} of ${programAddress.slice(0, 6)}`, wallet, [instruction]);
    }),
  );
}

/** Whoever controls the account, or one derived from it, has the lamports. */
function handOvers(wallet: string): readonly Way[] {
  const [owner, thief] = [new PublicKey(wallet), new PublicKey(solanaThief)];
  const seeded = { basePubkey: owner, seed: 'x' };
  const ways: Readonly<Record<string, TransactionInstruction>> = {
    assign: SystemProgram.assign({ accountPubkey: owner, programId: thief }),
    'assign with a seed': SystemProgram.assign({ accountPubkey: source, ...seeded, programId: thief }),
    'nonce account': SystemProgram.nonceAuthorize({
      noncePubkey: source,
      authorizedPubkey: owner,
      newAuthorizedPubkey: thief,
    }),
    'the wallet as a new account': SystemProgram.createAccount({
      fromPubkey: thief,
      newAccountPubkey: owner,
      lamports: 1,
      space: 0,
      programId: thief,
    }),
    'transfer hook': new TransactionInstruction({
      programId: new PublicKey('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'),
      keys: [source, mint, thief, thief, owner].map((pubkey) => ({
        pubkey,
        isSigner: pubkey.equals(owner),
        isWritable: true,
      })),
      data: Buffer.from([12, 1, 0, 0, 0, 0, 0, 0, 0, 6]),
    }),
    'unknown program': new TransactionInstruction({
      programId: thief,
      keys: [{ pubkey: owner, isSigner: true, isWritable: true }],
      data: Buffer.alloc(1),
    }),
  };
  return Object.entries(ways).flatMap(([name, way]) => waysToRun(name, wallet, [way]));
}

/** Ways to give away tokens that are not transfers. */
function tokenHandOvers(wallet: string): readonly Way[] {
  const common = { source: address(source.toBase58()), amount: 5000n, decimals: 6 };
  const held = { account: common.source, amount: 5000n, mint: address(mint.toBase58()) };
  const [thief, owner] = [address(solanaThief), createNoopSigner(address(wallet))];
  const ways = {
    approval: getApproveInstruction({ ...common, delegate: thief, owner }),
    'checked approval': getApproveCheckedInstruction({ ...common, mint: held.mint, delegate: thief, owner }),
    authority: getSetAuthorityInstruction({
      owned: common.source,
      owner,
      authorityType: AuthorityType.AccountOwner,
      newAuthority: thief,
    }),
    closing: getCloseAccountInstruction({ account: held.account, destination: thief, owner }),
    burning: getBurnInstruction({ ...held, authority: owner }),
  };
  return Object.entries(ways).flatMap(([name, { data, accounts, programAddress }]) => {
    const keys = accounts.map(({ address: account }) => ({
      pubkey: new PublicKey(account),
      isSigner: account === wallet,
      isWritable: true,
    }));
    const programId = new PublicKey(programAddress);
    return waysToRun(name, wallet, [
      new TransactionInstruction({ programId, keys, data: Buffer.from(data) }),
    ]);
  });
}

const ofSystem = rulesBy('solana_system_program_instruction', 'signTransaction');
const ofToken = rulesBy('solana_token_program_instruction', 'signTransaction');
const ofProgram = rulesBy('solana_program_instruction', 'signTransaction');
const ofTransaction = rulesBy('solana_transaction', 'signTransaction');
const spending = rulesBy('spending_window', 'signTransaction', { window_seconds: 3600 });

/** What a thief may want from a Solana wallet. */
export const solanaEffects: readonly Effect[] = [
  {
    name: 'lamports for the thief',
    ways: systemWays,
    rules: [
      ofSystem('Transfer.to', 'eq', solanaThief, somebody),
      ofSystem('Transfer.to', 'not_in', [somebody], [solanaThief]),
      ofSystem('Transfer.lamports', 'gte', 1_000_000, 1_000_001),
      ofSystem('instructionName', 'in', ['Transfer', 'CreateAccountWithSeed'], ['AdvanceNonceAccount']),
      ofProgram('programId', 'eq', SystemProgram.programId.toBase58(), somebody),
      ofTransaction('max_fee', 'gte', 5000, 5001),
      spending('native_amount', 'gt', 999_999, '1000000000000'),
      anyMethod,
    ],
  },
  {
    name: 'tokens for the thief',
    ways: tokenWays,
    rules: [
      ofToken('Transfer.destination', 'eq', solanaThief, somebody),
      ofToken('TransferChecked.destination', 'in', [solanaThief, somebody], [somebody]),
      ofToken('Transfer.amount', 'gt', 4999, 5000),
      ofToken('instructionName', 'eq', 'Transfer', 'Revoke'),
      ofToken('instructionName', 'eq', 'TransferChecked', 'Approve'),
      anyMethod,
    ],
  },
  {
    name: 'the account for the thief',
    ways: handOvers,
    rules: [
      ofSystem('Transfer.to', 'eq', solanaThief),
      ofSystem('Transfer.to', 'not_in', [somebody]),
      ofSystem('Transfer.lamports', 'gt', '1000000000000'),
      ofSystem('instructionName', 'eq', 'Transfer'),
      spending('native_amount', 'gt', '1000000000000'),
      anyMethod,
    ],
  },
  {
    name: 'tokens for the thief without a transfer',
    ways: tokenHandOvers,
    rules: [
      ofToken('Transfer.destination', 'eq', solanaThief),
      ofToken('TransferChecked.destination', 'not_in', [somebody]),
      ofToken('Transfer.amount', 'gt', '1000000000000'),
      ofToken('instructionName', 'eq', 'Transfer'),
      anyMethod,
    ],
  },
  {
    name: 'a promise to the thief',
    ways: () => [{ name: 'message', operation: 'message', body: { message_base64: promiseBase64 } }],
    rules: promiseRules,
  },
  keyForTheThief,
];
