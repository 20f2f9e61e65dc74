import {
  AbstractProvider,
  Network,
  Transaction,
  Wallet,
  type PerformActionRequest,
  type TransactionLike,
} from 'ethers';
import fc from 'fast-check';
import type { TransactionSerializable } from 'viem';
import { authorizationLies, believed, signatureLies, transactionLies } from '../test/ethereum-lies.js';
import * as inputs from '../test/ethereum-inputs.js';
import { ethersMessage, ethersTransaction, ethersTypedData } from '../test/ethers-form.js';
import { keyWallet } from '../test/key-wallet.js';
import { EthersSigner } from './ethers.js';

const key = '0x0123456789012345678901234567890123456789012345678901234567890123';
const wallet = keyWallet(key);
const signer = new EthersSigner(wallet);
const local = new Wallet(key);
const runs = { numRuns: 25 };

describe('a signer of ethers', () => {
  it('has the address of the local wallet', async () => {
    expect(await signer.getAddress()).toBe(local.address);
    expect(signer.provider).toBeNull();
  });

  it('signs every message as the local wallet does', () =>
    fc.assert(
      fc.asyncProperty(inputs.message, async (generated) => {
        const message = ethersMessage(generated);
        expect(await signer.signMessage(message)).toBe(await local.signMessage(message));
      }),
      runs,
    ));

  it.each(inputs.transactionsByType)('signs every %s transaction as the local wallet does', (_, generated) =>
    fc.assert(
      fc.asyncProperty(generated.map(ethersTransaction), async (transaction) => {
        expect(await signer.signTransaction(transaction)).toBe(await local.signTransaction(transaction));
      }),
      runs,
    ),
  );

  it('signs all typed data as the local wallet does', () =>
    fc.assert(
      fc.asyncProperty(inputs.typedData.map(ethersTypedData), async ([domain, types, message]) => {
        const expected = await local.signTypedData(domain, types, message);
        expect(await signer.signTypedData(domain, types, message)).toBe(expected);
      }),
      runs,
    ));

  it('signs every authorization as the local wallet does', () =>
    fc.assert(
      fc.asyncProperty(inputs.authorization, async (authorization) => {
        const expected = await local.authorize(authorization);
        expect(await signer.authorize(authorization)).toEqual(expected);
      }),
      runs,
    ));

  it('signs a message that looks like hex as text', async () => {
    expect(await signer.signMessage('0x68')).toBe(await local.signMessage('0x68'));
  });

  it('signs bytes that change meanwhile as they were', async () => {
    const message = new Uint8Array([1, 2, 3]);
    const signing = signer.signMessage(message);
    message.fill(0);
    expect(await signing).toBe(await local.signMessage(new Uint8Array([1, 2, 3])));
  });

  it('refuses the transaction of another sender', async () => {
    const from = `0x${'11'.repeat(20)}`;
    await expect(signer.signTransaction({ from })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it.each([
    ['the nonce of an authorization that is no safe integer', { nonce: 2n ** 53n, chainId: 1 }],
    ['the chain of an authorization that is no safe integer', { nonce: 1, chainId: 2n ** 53n }],
  ])('refuses %s', async (_, request) => {
    const authorizing = signer.authorize({ address: local.address, ...request });
    await expect(authorizing).rejects.toMatchObject({ code: 'client.request-invalid' });
  });

  it('refuses data that no transaction holds', async () => {
    const signing = signer.signTransaction({ customData: { feeCurrency: local.address } });
    await expect(signing).rejects.toMatchObject({ code: 'client.unsupported' });
  });
});

/** A chain on which every name is the address of its length. */
class NamingProvider extends AbstractProvider {
  constructor() {
    super(new Network('test', 5n), { cacheTimeout: -1 });
  }

  override _detectNetwork(): Promise<Network> {
    return Promise.resolve(new Network('test', 5n));
  }

  override resolveName(name: string): Promise<string | null> {
    return Promise.resolve(name === 'nobody.eth' ? null : `0x${name.length.toString(16).padStart(40, '0')}`);
  }

  override _perform<T>({ method }: PerformActionRequest): Promise<T> {
    if (method === 'getTransactionCount') return Promise.resolve(7 as T);
    return Promise.reject(new Error(`not expected: ${method}`));
  }
}

describe('a signer with a provider', () => {
  const provider = new NamingProvider();
  const connected = signer.connect(provider);
  const reference = local.connect(provider);

  it('resolves names of transactions', async () => {
    const request = { to: 'ann.eth', from: signer, chainId: 1, type: 2 };
    const signed = await connected.signTransaction(request);
    expect(signed).toBe(await reference.signTransaction(request));
    expect(Transaction.from(signed).to).toBe(await provider.resolveName('ann.eth'));
  });

  it('resolves names of typed data', async () => {
    const types = { Gift: [{ name: 'to', type: 'address' }] };
    const domain = { verifyingContract: 'contract.eth' };
    const signing = [domain, types, { to: 'ann.eth' }] as const;
    expect(await connected.signTypedData(...signing)).toBe(await reference.signTypedData(...signing));
    const nobody = connected.signTypedData(domain, types, { to: 'nobody.eth' });
    await expect(nobody).rejects.toMatchObject({ code: 'UNCONFIGURED_NAME' });
    await expect(signer.signTypedData(...signing)).rejects.toMatchObject({ code: 'UNSUPPORTED_OPERATION' });
  });

  it('takes the nonce and the chain of an authorization from the provider, but keeps the chain 0', async () => {
    const address = 'contract.eth';
    expect(await connected.authorize({ address })).toMatchObject({ nonce: 7n, chainId: 5n });
    expect(await connected.authorize({ address })).toEqual(await reference.authorize({ address }));
    expect(await connected.authorize({ address, chainId: 0 })).toMatchObject({ chainId: 0n });
  });
});

describe('a wrong answer', () => {
  const refused = { name: 'WalletServiceError', code: 'client.answer-mismatch' };
  const types = { Gift: [{ name: 'amount', type: 'uint256' }] };

  it.each(signatureLies(wallet))('is refused: a signature %s', async (_, lying) => {
    const victim = new EthersSigner(lying);
    await expect(victim.signMessage('text')).rejects.toMatchObject(refused);
    await expect(victim.signTypedData({}, types, { amount: 2n ** 255n })).rejects.toMatchObject(refused);
  });

  it.each(authorizationLies(wallet))('is refused: an authorization %s', async (_, lying) => {
    const request = { address: local.address, chainId: 1, nonce: 0 };
    await expect(new EthersSigner(lying).authorize(request)).rejects.toMatchObject(refused);
  });

  it.each(inputs.transactionsByType)('is refused: every wrong %s transaction', async (_, generated) => {
    const [sample] = fc.sample(generated, { numRuns: 1, seed: 1 }) as [TransactionSerializable];
    const transaction: TransactionLike = ethersTransaction(sample);
    const lies = transactionLies(wallet, Transaction.from(transaction).unsignedSerialized);
    expect(await believed(lies, (lying) => new EthersSigner(lying).signTransaction(transaction))).toEqual([]);
  });
});
