import {
  Keypair,
  MessageV1,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { honest, lies, solanaWalletWithKey, type WalletWithKey } from '../test/solana-wallet-with-key.js';
import { toWalletAdapter } from './solana-web3.js';

/** As in Anchor, whose package is not needed for that. */
type AnchorWallet = {
  signTransaction<T extends Transaction | VersionedTransaction>(transaction: T): Promise<T>;
  signAllTransactions<T extends Transaction | VersionedTransaction>(transactions: T[]): Promise<T[]>;
  publicKey: PublicKey;
};

const recentBlockhash = '11111111111111111111111111111111';
const recipient = Keypair.generate().publicKey;

function transfer(...senders: readonly string[]) {
  const [payerKey = ''] = senders;
  const instructions = senders.map((sender) =>
    SystemProgram.transfer({ fromPubkey: new PublicKey(sender), toPubkey: recipient, lamports: 5 }),
  );
  return { payerKey: new PublicKey(payerKey), recentBlockhash, instructions };
}

function legacy(...senders: readonly string[]): Transaction {
  const { payerKey, instructions } = transfer(...senders);
  return new Transaction({ feePayer: payerKey, blockhash: recentBlockhash, lastValidBlockHeight: 9 }).add(
    ...instructions,
  );
}

const transactions: Readonly<
  Record<string, (...senders: readonly string[]) => Transaction | VersionedTransaction>
> = {
  Transaction: legacy,
  'VersionedTransaction, legacy': (...senders) =>
    new VersionedTransaction(new TransactionMessage(transfer(...senders)).compileToLegacyMessage()),
  'VersionedTransaction, version 0': (...senders) =>
    new VersionedTransaction(new TransactionMessage(transfer(...senders)).compileToV0Message()),
};
const kinds = Object.entries(transactions);

const adapter = (
  wallet: WalletWithKey,
): AnchorWallet & { signMessage(message: Uint8Array): Promise<Uint8Array> } =>
  toWalletAdapter(wallet, PublicKey);
const keypair = (wallet: WalletWithKey) => Keypair.fromSeed(wallet.secretKey);

function sign(transaction: Transaction | VersionedTransaction, ...by: readonly Keypair[]) {
  if (transaction instanceof Transaction) transaction.partialSign(...by);
  else transaction.sign([...by]);
  return transaction;
}
const signaturesOf = ({ signatures }: Transaction | VersionedTransaction) =>
  signatures
    .map((each) => ('signature' in each ? each.signature : each))
    .map((each) => each && Buffer.from(each));

describe.each(kinds)('%s', (_kind, made) => {
  it('is signed in place, like by the key itself, and the signature of another stays', async () => {
    const wallet = solanaWalletWithKey();
    const other = Keypair.generate();
    const senders = [wallet.address, other.publicKey.toBase58()];
    const transaction = sign(made(...senders), other);
    expect(await adapter(wallet).signTransaction(transaction)).toBe(transaction);
    expect(signaturesOf(transaction)).toEqual(signaturesOf(sign(made(...senders), other, keypair(wallet))));
    expect(wallet.asked).toHaveLength(1);
  });

  it('is not sent if the wallet is not among its signers', async () => {
    const wallet = solanaWalletWithKey();
    const transaction = made(Keypair.generate().publicKey.toBase58());
    await expect(adapter(wallet).signTransaction(transaction)).rejects.toMatchObject({
      code: 'client.request-invalid',
    });
    expect(wallet.asked).toEqual([]);
  });

  it.each(Object.entries(lies))('does not get %s', async (_name, lie) => {
    const wallet = solanaWalletWithKey(lie);
    const transaction = made(wallet.address);
    await expect(adapter(wallet).signTransaction(transaction)).rejects.toMatchObject({
      code: 'client.answer-mismatch',
    });
    expect(signaturesOf(transaction).filter((signature) => signature?.some(Boolean))).toEqual([]);
  });
});

it('several are signed at once', async () => {
  const wallet = solanaWalletWithKey();
  const given = kinds.map(([, made]) => made(wallet.address));
  const signed = await adapter(wallet).signAllTransactions(given);
  expect(signed).toBe(given);
  expect(signed.map(signaturesOf)).toEqual(
    kinds.map(([, made]) => signaturesOf(sign(made(wallet.address), keypair(wallet)))),
  );
});

it('no transaction of several is signed if one answer is wrong', async () => {
  const wallet = solanaWalletWithKey((bytes, key, asked) => (asked === 2 ? '0x' : honest(bytes, key)));
  const given = [legacy(wallet.address), legacy(wallet.address)];
  await expect(adapter(wallet).signAllTransactions(given)).rejects.toMatchObject({
    code: 'client.answer-mismatch',
  });
  expect(given.flatMap(signaturesOf)).toEqual([null, null]);
});

it('a transaction that changes meanwhile gets no signature', async () => {
  const wallet = solanaWalletWithKey();
  const transaction = legacy(wallet.address);
  const signing = adapter(wallet).signTransaction(transaction);
  transaction.add(SystemProgram.transfer({ fromPubkey: recipient, toPubkey: recipient, lamports: 1 }));
  await expect(signing).rejects.toMatchObject({ code: 'client.request-invalid' });
  expect(signaturesOf(transaction)[0] ?? null).toBeNull();
});

it('a transaction without a block hash is refused', async () => {
  const wallet = solanaWalletWithKey();
  const { payerKey, instructions } = transfer(wallet.address);
  const transaction = new Transaction().add(...instructions);
  transaction.feePayer = payerKey;
  await expect(adapter(wallet).signTransaction(transaction)).rejects.toMatchObject({
    code: 'client.request-invalid',
    message: expect.stringContaining('recentBlockhash') as string,
  });
});

it('a transaction of version 1, which web3.js cannot serialize, is refused', async () => {
  const wallet = solanaWalletWithKey();
  const message = new TransactionMessage(transfer(wallet.address)).compileToV0Message();
  const transaction = new VersionedTransaction(new MessageV1(message));
  await expect(adapter(wallet).signTransaction(transaction)).rejects.toMatchObject({
    code: 'client.request-invalid',
    message: expect.stringContaining('version 1') as string,
  });
});

it('a message is signed as its bytes, and the public key is of the given class', async () => {
  const wallet = solanaWalletWithKey();
  const { publicKey, signMessage } = toWalletAdapter(wallet, PublicKey);
  expect(publicKey.equals(keypair(wallet).publicKey)).toBe(true);
  const text = new TextEncoder().encode('0x68656c6c6f');
  expect(await signMessage(text)).toHaveLength(64);
  expect(wallet.asked[0]).toMatchObject({ operation: 'signMessage', bytes: text });
});

it.each(Object.entries(lies))('a message does not get %s', async (_name, lie) => {
  const signing = adapter(solanaWalletWithKey(lie)).signMessage(Uint8Array.of(1, 2, 3));
  await expect(signing).rejects.toMatchObject({ code: 'client.answer-mismatch' });
});
