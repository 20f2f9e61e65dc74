import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  assertIsTransactionWithinSizeLimit,
  blockhash,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase58Decoder,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit';
import * as web3 from '@solana/web3.js';
import * as web3v3 from '@solana/web3.js-3';
import type { SolanaWallet } from '@wallet-service/sdk';
import { toKitSigner, type KitSigner } from '@wallet-service/sdk/solana-kit';
import { toWalletAdapter } from '@wallet-service/sdk/solana-web3';
import fc from 'fast-check';
import { forBatches } from './for-batches.js';
import { knownKey } from './known-key.js';
import { sharedStack } from '../stacks.js';

// The service signs generated messages and transactions, and so do the libraries with the same key. All is the same.

let wallets: { readonly express: SolanaWallet; readonly core: SolanaWallet };
let privateKey: Uint8Array;
let signer: KitSigner;
let expected: KeyPairSigner;

beforeAll(async () => {
  ({ privateKey, ...wallets } = await knownKey(await sharedStack('sdk Solana'), 'SOL'));
  signer = toKitSigner(wallets.express);
  expected = await createKeyPairSignerFromPrivateKeyBytes(privateKey);
});

const versions = ['legacy', 0, 1] as const;
type Version = (typeof versions)[number];

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 });
const base58 = (bytes: Uint8Array) => getBase58Decoder().decode(bytes);
const someAddress = bytes32.map((bytes) => address(base58(bytes)));
/** The wallet itself. */
const own = 'own';

type Account = {
  readonly key: ReturnType<typeof address> | typeof own;
  readonly role: AccountRole;
  readonly table: boolean;
};
const account: fc.Arbitrary<Account> = fc.record({
  key: fc.oneof(fc.constant<typeof own>(own), someAddress),
  role: fc.constantFrom(
    AccountRole.READONLY,
    AccountRole.WRITABLE,
    AccountRole.READONLY_SIGNER,
    AccountRole.WRITABLE_SIGNER,
  ),
  table: fc.boolean(),
});
const instruction = fc.record({
  program: someAddress,
  accounts: fc.array(account, { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 60 }),
});
const shape = fc.record({
  payer: fc.oneof(fc.constant<typeof own>(own), someAddress),
  recent: bytes32.map((bytes) => blockhash(base58(bytes))),
  table: someAddress,
  instructions: fc.array(instruction, { minLength: 1, maxLength: 3 }),
});
type Shape = typeof shape extends fc.Arbitrary<infer Each> ? Each : never;

/** With the wallet among its signers, wherever else it stands. */
function instructionsOf({ instructions, table }: Shape, version: Version): readonly Instruction[] {
  const made = instructions.map(({ program, accounts, data }) => ({
    programAddress: program,
    data,
    accounts: accounts.map(({ key, role, table: isLookedUp }, index) => {
      const isSigner = role === AccountRole.READONLY_SIGNER || role === AccountRole.WRITABLE_SIGNER;
      if (version === 0 && isLookedUp && !isSigner && key !== own)
        return { address: key, role, lookupTableAddress: table, addressIndex: index };
      return { address: key === own ? expected.address : key, role };
    }),
  }));
  const signing = { address: expected.address, role: AccountRole.READONLY_SIGNER };
  return [...made, { programAddress: table, accounts: [signing] }];
}

function transactionOf(generated: Shape, version: Version) {
  const lifetime = { blockhash: generated.recent, lastValidBlockHeight: 0n };
  const payer = generated.payer === own ? expected.address : generated.payer;
  const transaction = pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayer(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (alive) => appendTransactionMessageInstructions(instructionsOf(generated, version), alive),
    compileTransaction,
  );
  assertIsTransactionWithinSizeLimit(transaction);
  return transaction;
}

describe('a signer of Kit', () => {
  it.each(versions)('signs generated transactions (%s) like a key pair', async (version) => {
    await forBatches(shape, { batches: 4, size: 20 }, async (shapes) => {
      const transactions = shapes.map((each) => transactionOf(each, version));
      expect(await signer.signTransactions(transactions)).toEqual(
        await expected.signTransactions(transactions),
      );
    });
  });

  it('signs generated messages like a key pair', async () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('0x', '0x68656c6c6f', ''));
    const content = fc.oneof(
      fc.uint8Array({ maxLength: 600 }),
      text.map((each) => Uint8Array.from(new TextEncoder().encode(each))),
    );
    await forBatches(content, { batches: 4, size: 20 }, async (contents) => {
      const messages = contents.map((each) => ({ content: each, signatures: {} }));
      expect(await signer.signMessages(messages)).toEqual(await expected.signMessages(messages));
    });
  });

  it.each(versions)('signs transactions (%s) of a wallet of the Core interface', async (version) => {
    await forBatches(shape, { batches: 1, size: 10 }, async (shapes) => {
      const transactions = shapes.map((each) => transactionOf(each, version));
      const core = toKitSigner(wallets.core);
      expect(core.address).toBe(signer.address);
      expect(await core.signTransactions(transactions)).toEqual(
        await expected.signTransactions(transactions),
      );
      const messages = transactions.map(({ messageBytes }) => ({
        content: Uint8Array.from(messageBytes),
        signatures: {},
      }));
      expect(await core.signMessages(messages)).toEqual(await expected.signMessages(messages));
    });
  });
});

describe('a wallet adapter of web3.js 1', () => {
  const transfer = fc.record({
    recent: bytes32.map(base58),
    payer: fc.option(bytes32),
    to: bytes32,
    lamports: fc.nat(),
    program: bytes32,
    data: fc.uint8Array({ maxLength: 60 }),
  });
  const kinds = ['Transaction', 'legacy', 'version 0'] as const;

  function made(generated: Parameters<Parameters<typeof transfer.map>[0]>[0], kind: (typeof kinds)[number]) {
    const { recent, payer, to, lamports, program, data } = generated;
    const ownKey = new web3.PublicKey(expected.address);
    const payerKey = payer ? new web3.PublicKey(payer) : ownKey;
    const instructions = [
      web3.SystemProgram.transfer({ fromPubkey: ownKey, toPubkey: new web3.PublicKey(to), lamports }),
      new web3.TransactionInstruction({
        programId: new web3.PublicKey(program),
        keys: [],
        data: Buffer.from(data),
      }),
    ];
    if (kind === 'Transaction')
      return new web3.Transaction({ feePayer: payerKey, blockhash: recent, lastValidBlockHeight: 0 }).add(
        ...instructions,
      );
    const message = new web3.TransactionMessage({ payerKey, recentBlockhash: recent, instructions });
    return new web3.VersionedTransaction(
      kind === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message(),
    );
  }

  it.each(kinds)('signs generated transactions (%s) like a Keypair', async (kind) => {
    const adapter = toWalletAdapter(wallets.express, web3.PublicKey);
    const keypair = web3.Keypair.fromSeed(privateKey);
    await forBatches(transfer, { batches: 2, size: 20 }, async (transfers) => {
      const signed = await adapter.signAllTransactions(transfers.map((each) => made(each, kind)));
      const theirs = transfers.map((each) => {
        const transaction = made(each, kind);
        if (transaction instanceof web3.Transaction) transaction.partialSign(keypair);
        else transaction.sign([keypair]);
        return transaction;
      });
      const wire = (each: web3.Transaction | web3.VersionedTransaction) =>
        Buffer.from(each.serialize({ requireAllSignatures: false })).toString('hex');
      expect(signed.map(wire)).toEqual(theirs.map(wire));
    });
  });
});

describe('web3.js 3', () => {
  const payment = fc.record({
    recent: bytes32.map(base58),
    to: bytes32,
    lamports: fc.nat(),
    height: fc.option(fc.nat(), { nil: undefined }),
  });
  const kinds = ['Transaction', 'version 0'] as const;

  async function signed(
    { recent, to, lamports, height }: Parameters<Parameters<typeof payment.map>[0]>[0],
    kind: (typeof kinds)[number],
    by: web3v3.Keypair | KitSigner,
  ): Promise<string> {
    const from = new web3v3.Address(expected.address);
    const pay = web3v3.SystemProgram.transfer({
      fromPubkey: from,
      toPubkey: new web3v3.Address(to),
      lamports,
    });
    if (kind === 'Transaction') {
      const transaction = new web3v3.Transaction().add(pay);
      transaction.feePayer = from;
      transaction.recentBlockhash = blockhash(recent);
      // Without it web3.js has the message signed, not the transaction.
      if (height !== undefined) transaction.lastValidBlockHeight = height;
      await transaction.sign(by);
      return Buffer.from(await transaction.serialize()).toString('hex');
    }
    const message = new web3v3.TransactionMessage({
      payerKey: from,
      recentBlockhash: blockhash(recent),
      instructions: [pay],
    });
    const transaction = new web3v3.VersionedTransaction(message.compileToV0Message());
    await transaction.sign([by]);
    return Buffer.from(transaction.serialize()).toString('hex');
  }

  it.each(kinds)('signs generated transactions (%s) by the signer of Kit like by a Keypair', async (kind) => {
    const keypair = await web3v3.Keypair.fromSeed(privateKey);
    await forBatches(payment, { batches: 1, size: 20 }, async (payments) => {
      const sign = (by: web3v3.Keypair | KitSigner) =>
        Promise.all(payments.map((each) => signed(each, kind, by)));
      expect(await sign(signer)).toEqual(await sign(keypair));
    });
  });
});
