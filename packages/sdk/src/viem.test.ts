import fc from 'fast-check';
import {
  hashTypedData,
  keccak256,
  parseTransaction,
  serializeTransaction,
  type Hex,
  type LocalAccount,
  type TransactionSerializable,
  type TransactionSerializableEIP4844,
  type TypedDataDefinition,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { base, celo, optimism, zksync } from 'viem/chains';
import { authorizationLies, believed, signatureLies, transactionLies } from '../test/ethereum-lies.js';
import * as inputs from '../test/ethereum-inputs.js';
import { keyWallet } from '../test/key-wallet.js';
import { toViemAccount } from './viem.js';
import type { EthereumWallet } from './wallets.js';

const key = '0x0123456789012345678901234567890123456789012345678901234567890123';
const wallet = keyWallet(key);
const account = toViemAccount(wallet);
const local = privateKeyToAccount(key);
const typed = (generated: inputs.GeneratedTypedData) => generated as unknown as TypedDataDefinition;

describe('an account of viem', () => {
  const runs = { numRuns: 25 };

  it('has the address and the public key of the local account', () => {
    expect(account).toMatchObject({ address: local.address, publicKey: local.publicKey, type: 'local' });
    fc.assert(
      fc.property(inputs.hash, (secret) => {
        expect(toViemAccount(keyWallet(secret)).publicKey).toBe(privateKeyToAccount(secret).publicKey);
      }),
      runs,
    );
  });

  it('signs every message as the local account does', () =>
    fc.assert(
      fc.asyncProperty(inputs.message, async (message) => {
        expect(await account.signMessage({ message })).toBe(await local.signMessage({ message }));
      }),
      runs,
    ));

  it('signs every hash as the local account does', () =>
    fc.assert(
      fc.asyncProperty(inputs.hash, async (hash) => {
        expect(await account.sign({ hash })).toBe(await local.sign({ hash }));
      }),
      runs,
    ));

  it.each(inputs.transactionsByType)('signs every %s transaction as the local account does', (_, generated) =>
    fc.assert(
      fc.asyncProperty(generated, async (transaction) => {
        expect(await account.signTransaction(transaction)).toBe(await local.signTransaction(transaction));
      }),
      runs,
    ),
  );

  it('signs all typed data as the local account does', () =>
    fc.assert(
      fc.asyncProperty(inputs.typedData, async (generated) => {
        expect(await account.signTypedData(typed(generated))).toBe(
          await local.signTypedData(typed(generated)),
        );
      }),
      runs,
    ));

  it('signs every authorization as the local account does', () =>
    fc.assert(
      fc.asyncProperty(inputs.authorization, async (authorization) => {
        const expected = await local.signAuthorization(authorization);
        expect(await account.signAuthorization(authorization)).toStrictEqual(expected);
      }),
      runs,
    ));

  it('takes the address of an authorization by its other name', async () => {
    const request = { contractAddress: wallet.address, chainId: 1, nonce: 0 };
    expect(await account.signAuthorization(request)).toStrictEqual(await local.signAuthorization(request));
  });

  it('refuses a wallet whose public key is that of another address', () => {
    const other = keyWallet(`0x${'02'.repeat(32)}`);
    expect(() => toViemAccount({ ...wallet, publicKey: other.publicKey })).toThrow('the public key');
  });
});

const mail = {
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Ether Mail', chainId: 1n },
  message: { from: { name: 'Bob', wallet: wallet.address }, amount: 2n ** 255n },
} as const;
const blobTransaction: TransactionSerializableEIP4844 = {
  type: 'eip4844',
  chainId: 1,
  to: wallet.address,
  blobVersionedHashes: [`0x01${'00'.repeat(31)}`],
  maxFeePerBlobGas: 1n,
  maxFeePerGas: 2n,
  sidecars: [{ blob: '0x1234', commitment: '0x56', proof: '0x78' }],
};

describe('what other adapters do wrong', () => {
  it('text that looks like hex is signed as text', async () => {
    const message = '0x68656c6c6f';
    expect(await account.signMessage({ message })).toBe(await local.signMessage({ message }));
    expect(await account.signMessage({ message })).not.toBe(
      await account.signMessage({ message: { raw: message } }),
    );
  });

  it('an access list and the nonce 0 are signed', async () => {
    const accessList = [{ address: wallet.address.toLowerCase() as Hex, storageKeys: [keccak256('0x')] }];
    const signed = await account.signTransaction({ chainId: 1, nonce: 0, maxFeePerGas: 1n, accessList });
    expect(parseTransaction(signed as `0x02${string}`)).toMatchObject({
      accessList,
      chainId: 1,
      maxFeePerGas: 1n,
    });
  });

  it('the sidecars of blobs are not signed, but handed out', async () => {
    const sent: string[] = [];
    const signed = await toViemAccount(recording(sent)).signTransaction(blobTransaction);
    expect(signed).toBe(await local.signTransaction(blobTransaction));
    expect(parseTransaction(signed as `0x03${string}`)).toMatchObject({ sidecars: blobTransaction.sidecars });
    expect(sent).toStrictEqual([serializeTransaction({ ...blobTransaction, sidecars: false })]);
  });

  it('typed data without the type of its domain is signed with the whole domain', async () => {
    const declared = {
      ...mail,
      types: {
        ...mail.types,
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'chainId', type: 'uint256' },
        ],
      },
    } as const;
    expect(hashTypedData(mail)).toBe(hashTypedData(declared));
    expect(await account.signTypedData(mail)).toBe(await local.signTypedData(declared));
    expect(await account.signTypedData(declared)).toBe(await local.signTypedData(mail));
  });

  it.each(['1', '0x1'])(
    'a chain id that is the text %s is refused, unless its type is there',
    async (chainId) => {
      const untyped = { ...mail, domain: { ...mail.domain, chainId } } as unknown as TypedDataDefinition;
      await expect(account.signTypedData(untyped)).rejects.toMatchObject({ code: 'client.request-invalid' });
      const EIP712Domain = [
        { name: 'name', type: 'string' },
        { name: 'chainId', type: 'uint256' },
      ];
      const types = { ...mail.types, EIP712Domain };
      const typedOut = { ...untyped, types } as unknown as TypedDataDefinition;
      expect(await account.signTypedData(typedOut)).toBe(await local.signTypedData(mail));
    },
  );

  it('bytes that change meanwhile are signed as they were', async () => {
    const raw = new Uint8Array([1, 2, 3]);
    const signing = account.signMessage({ message: { raw } });
    raw.fill(0);
    expect(await signing).toBe(await local.signMessage({ message: { raw: '0x010203' } }));
  });

  it('bigints in messages and domains are signed', async () => {
    expect(await account.signTypedData(mail)).toBe(await local.signTypedData(mail));
  });

  it('calls at the same time do not mix', async () => {
    const messages = Array.from({ length: 20 }, (_, index) => `message ${index}`);
    const signAll = (by: LocalAccount) => Promise.all(messages.map((message) => by.signMessage({ message })));
    expect(await signAll(account)).toStrictEqual(await signAll(local));
  });

  it('a transaction that was signed before is signed anew', async () => {
    const transaction = { chainId: 1, nonce: 1, maxFeePerGas: 3n } as const;
    const before = parseTransaction((await local.signTransaction(transaction)) as `0x02${string}`);
    expect(await account.signTransaction({ ...before, type: 'eip1559' })).toBe(
      await local.signTransaction(transaction),
    );
  });

  it('a domain alone is refused', async () => {
    const domainAlone = { ...mail, primaryType: 'EIP712Domain' } as unknown as TypedDataDefinition;
    await expect(account.signTypedData(domainAlone)).rejects.toMatchObject({ code: 'client.unsupported' });
  });
});

describe('the serializer of a chain', () => {
  const plain = { chainId: 10, nonce: 1, maxFeePerGas: 3n, to: wallet.address } as const;

  it.each([optimism, base, celo, zksync])('signs a plain transaction of $name', async ({ serializers }) => {
    const serializer = serializers.transaction as typeof serializeTransaction;
    expect(await account.signTransaction(plain, { serializer })).toBe(await local.signTransaction(plain));
  });

  it.each([
    [
      'Optimism',
      optimism.serializers.transaction,
      { type: 'deposit', sourceHash: keccak256('0x'), from: wallet.address },
    ],
    [
      'Celo',
      celo.serializers.transaction,
      { ...plain, type: 'cip64', feeCurrency: wallet.address, maxPriorityFeePerGas: 1n },
    ],
    [
      'ZKsync',
      zksync.serializers.transaction,
      { ...plain, from: wallet.address, type: 'eip712', gasPerPubdata: 1n },
    ],
  ])("refuses a transaction of %s's own type", async (_, serializer, transaction) => {
    const signing = account.signTransaction(transaction as never, { serializer: serializer as never });
    await expect(signing).rejects.toMatchObject({ code: 'client.unsupported' });
  });

  it('refuses one that writes other bytes', async () => {
    const serializer: typeof serializeTransaction = (transaction, signature) =>
      serializeTransaction({ ...transaction, nonce: 7 }, signature);
    const signing = account.signTransaction(plain, { serializer });
    await expect(signing).rejects.toMatchObject({ code: 'client.unsupported' });
  });
});

describe('a wrong answer', () => {
  const refused = { name: 'WalletServiceError', code: 'client.answer-mismatch' };

  it.each(signatureLies(wallet))('is refused: a signature %s', async (_, lying) => {
    const victim = toViemAccount(lying);
    await expect(victim.signMessage({ message: 'text' })).rejects.toMatchObject(refused);
    await expect(victim.signTypedData(mail)).rejects.toMatchObject(refused);
    await expect(victim.sign({ hash: keccak256('0x') })).rejects.toMatchObject(refused);
  });

  it.each(authorizationLies(wallet))('is refused: an authorization %s', async (_, lying) => {
    const request = { address: wallet.address, chainId: 1, nonce: 0 };
    await expect(toViemAccount(lying).signAuthorization(request)).rejects.toMatchObject(refused);
  });

  it.each(inputs.transactionsByType)('is refused: every wrong %s transaction', async (_, generated) => {
    const [transaction] = fc.sample(generated, { numRuns: 1, seed: 1 }) as [TransactionSerializable];
    const unsigned = serializeTransaction({ ...transaction, sidecars: false } as TransactionSerializable);
    const lies = transactionLies(wallet, unsigned);
    expect(lies.length).toBeGreaterThan(25);
    expect(await believed(lies, (lying) => toViemAccount(lying).signTransaction(transaction))).toEqual([]);
  });
});

function recording(sent: string[]): EthereumWallet {
  return {
    ...wallet,
    signTransaction: (unsigned, options) => {
      sent.push(unsigned);
      return wallet.signTransaction(unsigned, options);
    },
  };
}
