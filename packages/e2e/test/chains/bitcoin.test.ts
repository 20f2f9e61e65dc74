import * as bip322 from 'bip322-js';
import * as bitcoin from 'bitcoinjs-lib';
import { SigningKey } from 'ethers';
import { createExpressClient, type MessageSignature } from '@wallet-service/local-stack/express-client';
import { isLowS } from './ecrecover.js';
import { psbtFrom, psbtOf, psbtText, type Payment } from './psbts.js';
import { walletUser, type SignedTransaction, type WalletUser } from './wallet-user.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// Independent libraries judge what the running service signs. npm has no Bitcoin node.

const recipient = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

let stack: SharedStack;
let user: WalletUser;
let other: WalletUser;

const newUser = (): Promise<WalletUser> => walletUser(createExpressClient(stack.stack), 'BTC');
beforeAll(async () => {
  stack = await sharedStack('Bitcoin');
  [user, other] = await Promise.all([newUser(), newUser()]);
});

/** Uses noble's curve, which ethers contains. The service signs with libsecp256k1. Refuses a high s. */
function isSignatureOf(publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  const half = (from: number): string => `0x${Buffer.from(signature).toString('hex', from, from + 32)}`;
  const [r, s] = [half(0), half(32)];
  const uncompressed = SigningKey.computePublicKey(publicKey, false);
  const named = ([0, 1] as const).map((yParity) => SigningKey.recoverPublicKey(hash, { r, s, yParity }));
  return isLowS(s) && named.includes(uncompressed);
}

const paid: readonly Payment[] = [{ address: recipient, satoshis: 600n }];
const outputOf = ({ address }: WalletUser, satoshis: bigint): Payment => ({ address, satoshis });
const signed = (payload: string, by = user): Promise<SignedTransaction> =>
  by.sign('transaction', { payload });

/** The transaction that bitcoinjs-lib makes from the answer's PSBT, provided that every signature in it is valid. */
function finished({ psbt }: SignedTransaction): bitcoin.Transaction {
  const theirs = psbtFrom(psbt ?? '');
  expect(theirs.validateSignaturesOfAllInputs(isSignatureOf)).toBe(true);
  return theirs.finalizeAllInputs().extractTransaction(true);
}

describe.each([0, 2] as const)('a PSBT of version %d', (version) => {
  const own = () => [outputOf(user, 5000n), outputOf(user, 7000n)];

  it('is signed, finalized by bitcoinjs-lib, and is the transaction in the answer', async () => {
    const answer = await signed(psbtText(psbtOf(own(), paid), version));
    const transaction = finished(answer);
    expect(answer.signed_transaction).toBe(transaction.toHex());
    expect(answer.transaction_hash).toBe(transaction.getId());
    const parsed = bitcoin.Transaction.fromHex(answer.signed_transaction);
    expect(parsed.outs).toEqual([{ script: bitcoin.address.toOutputScript(recipient), value: 600n }]);
    for (const { witness } of parsed.ins) {
      const { address } = bitcoin.payments.p2wpkh({ pubkey: witness[1] ?? new Uint8Array() });
      expect(address).toBe(user.address);
    }
  });

  it('is returned in the same version', async () => {
    const { psbt = '' } = await signed(psbtText(psbtOf(own(), paid), version));
    // PSBT_GLOBAL_VERSION of BIP-370: 01 fb 04 and four bytes.
    expect(Buffer.from(psbt, 'base64').includes(Buffer.from('01fb0402000000', 'hex'))).toBe(version === 2);
  });

  it('of two owners is complete when both have signed, in either order', async () => {
    const payload = psbtText(psbtOf([outputOf(user, 5000n), outputOf(other, 7000n)], paid), version);
    const halves = await Promise.all([signed(payload), signed(payload, other)]);
    for (const half of halves)
      expect(half).toMatchObject({ signed_transaction: null, transaction_hash: null });
    const wholes = await Promise.all([signed(halves[0].psbt ?? '', other), signed(halves[1].psbt ?? '')]);
    expect(wholes[1].signed_transaction).toBe(wholes[0].signed_transaction);
    expect(finished(wholes[0]).toHex()).toBe(wholes[0].signed_transaction);
  });

  it('has no valid signature after an output was changed', async () => {
    const answer = await signed(psbtText(psbtOf(own(), paid), version));
    const { partialSig } = psbtFrom(answer.psbt ?? '').data.inputs[0] ?? {};
    const changed = psbtOf(own(), [{ address: recipient, satoshis: 601n }]);
    changed.updateInput(0, { partialSig: partialSig ?? [] });
    expect(changed.validateSignaturesOfInput(0, isSignatureOf)).toBe(false);
  });

  it('without an input of the wallet is not signed', async () => {
    const payload = psbtText(psbtOf([outputOf(other, 5000n)], paid), version);
    expect(await user.attempt('transaction', { payload })).toMatchObject({
      status: 422,
      body: { code: 'request.invalid' },
    });
  });
});

describe('a message', () => {
  it.each([
    ['bip137', ''],
    ['bip322', 'smp'],
  ])('in format %s is verified by bip322-js, and no other message is', async (format, prefix) => {
    const message = 'Grüße aus der Kette';
    const message_base64 = Buffer.from(message).toString('base64');
    const { signature_base64 = '', s } = await user.sign<MessageSignature>('message', {
      message_base64,
      format,
    });
    expect(isLowS(s)).toBe(true);
    expect(signature_base64.startsWith(prefix)).toBe(true);
    const proof = signature_base64.slice(prefix.length);
    const verifies = (address: string, text: string): boolean =>
      bip322.Verifier.verifySignature(address, text, proof, true);
    expect(verifies(user.address, message)).toBe(true);
    expect(verifies(user.address, `${message}!`)).toBe(false);
    expect(verifies(other.address, message)).toBe(false);
  });
});
