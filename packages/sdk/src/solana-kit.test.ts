import {
  address,
  appendTransactionMessageInstruction,
  blockhash,
  assertIsTransactionWithinSizeLimit,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createSignableMessage,
  createTransactionMessage,
  isMessagePartialSigner,
  isTransactionPartialSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Instruction,
  type MessagePartialSigner,
  type TransactionPartialSigner,
  type TransactionSigner,
} from '@solana/kit';
import { honest, lies, solanaWalletWithKey, type WalletWithKey } from '../test/solana-wallet-with-key.js';
import { toKitSigner } from './solana-kit.js';

const memo = address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr');
const lifetime = { blockhash: blockhash('11111111111111111111111111111111'), lastValidBlockHeight: 9n };
const versions = ['legacy', 0, 1] as const;
const keySigner = (wallet: WalletWithKey) => createKeyPairSignerFromPrivateKeyBytes(wallet.secretKey);

function message(version: (typeof versions)[number], payer: TransactionSigner, data = 'hello') {
  const instruction: Instruction = { programAddress: memo, data: new TextEncoder().encode(data) };
  return pipe(
    createTransactionMessage({ version }),
    (empty) => setTransactionMessageFeePayerSigner(payer, empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (alive) => appendTransactionMessageInstruction(instruction, alive),
  );
}

function sendable(unsigned: ReturnType<typeof message>) {
  const transaction = compileTransaction(unsigned);
  assertIsTransactionWithinSizeLimit(transaction);
  return transaction;
}

it('is a partial signer of Kit for messages and for transactions, and is frozen', () => {
  const signer = toKitSigner(solanaWalletWithKey());
  const typed: MessagePartialSigner & TransactionPartialSigner & TransactionSigner = signer;
  expect(isMessagePartialSigner(typed)).toBe(true);
  expect(isTransactionPartialSigner(typed)).toBe(true);
  expect(Object.isFrozen(signer)).toBe(true);
});

it.each(versions)('a transaction (%s) is signed like by the key itself', async (version) => {
  const wallet = solanaWalletWithKey();
  const signed = await signTransactionMessageWithSigners(message(version, toKitSigner(wallet)));
  const expected = await signTransactionMessageWithSigners(message(version, await keySigner(wallet)));
  expect(signed).toEqual(expected);
  expect(wallet.asked.map(({ operation }) => operation)).toEqual(['signTransaction']);
  expect(wallet.asked[0]?.bytes).toEqual(Uint8Array.from(signed.messageBytes));
});

it('messages are signed like by the key itself, also those that begin with 0x', async () => {
  const wallet = solanaWalletWithKey();
  const messages = ['0x68656c6c6f', 'Grüße', ''].map((text) => createSignableMessage(text));
  const key = await keySigner(wallet);
  expect(await toKitSigner(wallet).signMessages(messages)).toEqual(await key.signMessages(messages));
});

it('several at once get each their own signature, in their order', async () => {
  const wallet = solanaWalletWithKey();
  const [signer, key] = [toKitSigner(wallet), await keySigner(wallet)];
  const transactions = ['a', 'b', 'c'].map((data) => sendable(message(0, signer, data)));
  const signed = await signer.signTransactions(transactions);
  expect(signed).toEqual(await key.signTransactions(transactions));
  expect(new Set(signed.map((each) => String(each[signer.address])))).toHaveProperty('size', 3);
});

it('the signal of the caller goes to the wallet', async () => {
  const wallet = solanaWalletWithKey();
  const { signal: abortSignal } = new AbortController();
  const signer = toKitSigner(wallet);
  await signer.signMessages([createSignableMessage('a')], { abortSignal });
  await signer.signTransactions([compileTransaction(message(0, signer))], { abortSignal });
  expect(wallet.asked.map(({ options }) => options.signal)).toEqual([abortSignal, abortSignal]);
});

it('nothing is sent if the wallet is no signer of one of the transactions', async () => {
  const wallet = solanaWalletWithKey();
  const signer = toKitSigner(wallet);
  const other = toKitSigner(solanaWalletWithKey());
  const transactions = [signer, other].map((payer) => compileTransaction(message(0, payer)));
  await expect(signer.signTransactions(transactions)).rejects.toMatchObject({
    code: 'client.request-invalid',
  });
  expect(wallet.asked).toEqual([]);
});

it('the bytes that were given count, even if the caller changes them meanwhile', async () => {
  const wallet = solanaWalletWithKey();
  const content = Uint8Array.of(1, 2, 3);
  const signing = toKitSigner(wallet).signMessages([{ content }]);
  content.fill(9);
  const key = await keySigner(wallet);
  expect(await signing).toEqual(
    await key.signMessages([{ content: Uint8Array.of(1, 2, 3), signatures: {} }]),
  );
});

describe.each(Object.entries(lies))('an answer with %s', (_name, lie) => {
  it('is refused', async () => {
    const signer = toKitSigner(solanaWalletWithKey(lie));
    const refused = { name: 'WalletServiceError', code: 'client.answer-mismatch' };
    await expect(signer.signMessages([createSignableMessage('hello')])).rejects.toMatchObject(refused);
    const transaction = compileTransaction(message(0, signer));
    await expect(signer.signTransactions([transaction])).rejects.toMatchObject(refused);
  });
});

it('nothing is given out if one of several answers is wrong', async () => {
  const wallet = solanaWalletWithKey((bytes, key, asked) =>
    asked === 2 ? honest(Uint8Array.of(...bytes, 0), key) : honest(bytes, key),
  );
  const messages = ['a', 'b', 'c'].map((text) => createSignableMessage(text));
  await expect(toKitSigner(wallet).signMessages(messages)).rejects.toMatchObject({
    code: 'client.answer-mismatch',
  });
});
