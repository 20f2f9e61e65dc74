import {
  getCreateAddress,
  hashMessage,
  sha256,
  Signature,
  toBeHex,
  Transaction,
  TypedDataEncoder,
  verifyTypedData,
  zeroPadValue,
} from 'ethers';
import { verifyTypedData as verifyWithViem, type Hex } from 'viem';
import {
  createExpressClient,
  type AuthorizationSignature,
  type HashSignature,
} from '@wallet-service/local-stack/express-client';
import { startAnvil, type Anvil } from './anvil.js';
import { describeOnNode } from './chain-nodes.js';
import { ecrecover, isLowS, type EcdsaParts } from './ecrecover.js';
import { ownApplication } from './own-application.js';
import { permit } from './permit.js';
import { walletUser, type SignedTransaction, type WalletUser } from './wallet-user.js';
import { withZeroBlob, zeroBlobHash } from './zero-blob.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// An Ethereum node judges what the running service signs.

const chainId = 31337;
const fees = { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: 1_000_000_000 };
const recipient = '0x3333333333333333333333333333333333333333';
const ether = 10n ** 18n;
/** Stores the first word of its input at slot 0. */
const runtimeCode = '0x60003560005500';
const creationCode = `0x66${runtimeCode.slice(2)}60005260076019f3`;
const word = (value: bigint | number): string => toBeHex(value, 32);

describeOnNode('an Ethereum node and what the service signs', () => {
  let stack: SharedStack;
  let anvil: Anvil;
  let user: WalletUser;
  let store: string;

  beforeAll(async () => {
    [stack, anvil] = await Promise.all([sharedStack('Ethereum'), startAnvil()]);
    user = await richUser();
    store = getCreateAddress({ from: user.address, nonce: 0 });
  });
  afterAll(async () => {
    await anvil.stop();
  });

  async function richUser(): Promise<WalletUser> {
    const made = await walletUser(createExpressClient(stack.stack), 'ETH');
    await anvil.fund(made.address, 100n * ether);
    return made;
  }

  const nonceOf = ({ address }: WalletUser): Promise<number> => anvil.node.getTransactionCount(address);

  async function signed(payload: object, by = user): Promise<SignedTransaction> {
    const whole = { chainId, nonce: await nonceOf(by), ...payload };
    const answer = await by.sign<SignedTransaction>('transaction', { payload: whole });
    const { signature } = Transaction.from(answer.signed_transaction);
    expect(isLowS(signature?.s)).toBe(true);
    return answer;
  }

  /** `wire`: the form for the node, when it differs from what was signed. */
  async function mined(
    { signed_transaction, transaction_hash }: SignedTransaction,
    wire = signed_transaction,
  ) {
    expect(await anvil.node.send('eth_sendRawTransaction', [wire])).toBe(transaction_hash);
    const receipt = await anvil.receiptOf(transaction_hash);
    expect(receipt.status).toBe(1);
    return receipt;
  }

  it('a transaction of EIP-1559 creates a contract', async () => {
    const receipt = await mined(await signed({ type: 'eip1559', ...fees, gas: 200_000, data: creationCode }));
    expect(receipt).toMatchObject({ type: 2, from: user.address, contractAddress: store });
    expect(await anvil.node.getCode(store)).toBe(runtimeCode);
  });

  it('a transaction of EIP-2930 calls it, with the storage that its access list names', async () => {
    const accessList = [{ address: store, storageKeys: [word(0)] }];
    const call = { gas: '100000', gasPrice: 2e9, to: store, data: word(77), accessList };
    const receipt = await mined(await signed({ type: 'eip2930', ...call }));
    expect(receipt).toMatchObject({ type: 1, from: user.address });
    expect(await anvil.node.getStorage(store, 0)).toBe(word(77));
  });

  it.each([
    ['with replay protection (EIP-155)', chainId],
    ['without it', undefined],
  ])('a legacy transaction %s moves ether', async (_, on) => {
    const before = await anvil.node.getBalance(recipient);
    const payload = { type: 'legacy', gas: 21_000, gasPrice: '2000000000', to: recipient, value: '0x7b' };
    const answer = await signed({ ...payload, chainId: on });
    expect(await mined(answer)).toMatchObject({ type: 0, from: user.address });
    expect(Transaction.from(answer.signed_transaction).chainId).toBe(BigInt(on ?? 0));
    expect((await anvil.node.getBalance(recipient)) - before).toBe(123n);
  });

  it('a transaction of EIP-4844 carries its blob', async () => {
    const answer = await signed({
      type: 'eip4844',
      ...fees,
      gas: 21_000,
      to: recipient,
      value: 1,
      maxFeePerBlobGas: '0x3b9aca00',
      blobVersionedHashes: [zeroBlobHash],
    });
    const receipt = await mined(answer, withZeroBlob(answer.signed_transaction));
    expect(receipt).toMatchObject({ type: 3, from: user.address, blobGasUsed: 131_072n });
  });

  it.each([
    ['this chain', chainId, false],
    ['every chain, if the application allows it', 0, true],
  ])(
    'a transaction of EIP-7702 carries an authorization for %s, and the code runs for the owner',
    async (_, on, any) => {
      const owner = await walletUser(createExpressClient(stack.stack), 'ETH');
      if (any) await ownApplication(stack).settle({ eip7702_any_chain: 'allow' });
      const authorization = { chain_id: on, address: store, nonce: 0 };
      const { r, s, y_parity } = await owner.sign<AuthorizationSignature>('eip7702', authorization);
      expect(isLowS(s)).toBe(true);
      const list = [{ chainId: on, address: store, nonce: 0, r, s, yParity: y_parity }];
      const call = { to: owner.address, data: word(on + 1), authorizationList: list };
      const receipt = await mined(await signed({ type: 'eip7702', ...fees, gas: 200_000, ...call }));
      expect(receipt).toMatchObject({ type: 4, from: user.address });
      expect(await anvil.node.getCode(owner.address)).toBe(`0xef0100${store.slice(2).toLowerCase()}`);
      expect(await anvil.node.getStorage(owner.address, 0)).toBe(word(on + 1));
    },
  );

  it('the account that has delegated may send transactions as before', async () => {
    const owner = await richUser();
    // Its own transaction uses the nonce before that of the authorization.
    const authorization = { chain_id: chainId, address: store, nonce: 1 };
    const { y_parity, ...signature } = await owner.sign<AuthorizationSignature>('eip7702', authorization);
    // The parts in hex are the same numbers.
    const { r_hex: r, s_hex: s } = signature;
    expect([r, s]).toEqual([signature.r, signature.s].map((part) => toBeHex(BigInt(part), 32)));
    const list = [{ chainId, address: store, nonce: 1, r, s, yParity: y_parity }];
    const to = owner.address;
    await mined(await signed({ ...fees, gas: 200_000, to, authorizationList: list }, owner));
    expect(await anvil.node.getCode(owner.address)).toMatch(/^0xef0100/);
    await mined(await signed({ type: 'eip1559', ...fees, gas: 21_000, to: recipient, value: 5 }, owner));
  });

  it.each(['legacy', 'eip1559'])(
    'the serialized %s transaction is signed like its object, in both ways',
    async (type) => {
      const price = type === 'legacy' ? { gasPrice: 2e9 } : fees;
      const payload = {
        type,
        chainId,
        nonce: await nonceOf(user),
        gas: 21_000,
        to: recipient,
        value: 9,
        ...price,
      };
      const answer = await user.sign<SignedTransaction>('transaction', { payload });
      const transaction = Transaction.from(answer.signed_transaction);
      const serialized = { payload: transaction.unsignedSerialized };
      expect(await user.sign('transaction', serialized)).toEqual(answer);
      for (const given of [{ payload }, serialized]) {
        const body = { raw_data_hash: transaction.unsignedHash, ...given };
        const { signature } = await user.sign<HashSignature>('data', body);
        const byHash = Transaction.from(transaction.unsignedSerialized);
        byHash.signature = Signature.from(signature);
        expect(byHash.serialized).toBe(answer.signed_transaction);
      }
      await mined(answer);
    },
  );

  it('after a flipped bit the node refuses it, or recovers another sender', async () => {
    const { signed_transaction } = await signed({
      type: 'eip1559',
      ...fees,
      gas: 21_000,
      to: recipient,
      value: 1,
    });
    const bytes = Buffer.from(signed_transaction.slice(2), 'hex');
    // The last bytes of s.
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    const before = await nonceOf(user);
    await expect(anvil.node.send('eth_sendRawTransaction', [`0x${bytes.toString('hex')}`])).rejects.toThrow(
      /insufficient|signature|nonce|funds/i,
    );
    expect(await nonceOf(user)).toBe(before);
  });

  describe('a contract that recovers the signer (ecrecover)', () => {
    const recovered = (answer: EcdsaParts, hash: string) => ecrecover(anvil.node, hash, answer);
    const owner = () => zeroPadValue(user.address.toLowerCase(), 32);

    it('finds the wallet for a message', async () => {
      const message = Buffer.from('who is it?');
      const answer = await user.sign<HashSignature>('message', {
        message_base64: message.toString('base64'),
      });
      expect(await recovered(answer, hashMessage(message))).toBe(owner());
    });

    it('finds the wallet for each of fifty hashes', async () => {
      const hashes = Array.from({ length: 50 }, (_, i) => sha256(word(i)));
      const answers = await Promise.all(
        hashes.map((hash) => user.sign<HashSignature>('data', { raw_data_hash: hash })),
      );
      const named = await Promise.all(answers.map((answer) => recovered(answer, answer.message_hash)));
      expect(answers.map(({ message_hash }) => message_hash)).toEqual(hashes);
      expect(new Set(named)).toEqual(new Set([owner()]));
    });

    it.each(['v4', 'v3'] as const)(
      'finds the wallet for typed data (%s), as ethers and viem do',
      async (version) => {
        const answer = await user.sign<HashSignature>('typed_data', { typed_data: permit, version });
        const { domain, types, message } = permit;
        const plain: Record<string, { name: string; type: string }[]> = { Permit: types.Permit };
        expect(answer.message_hash).toBe(TypedDataEncoder.hash(domain, plain, message));
        expect(verifyTypedData(domain, plain, message, answer.signature)).toBe(user.address);
        const theirs = {
          domain: { ...domain, verifyingContract: domain.verifyingContract as Hex },
          types: plain,
        };
        const signature = answer.signature as Hex;
        const address = user.address as Hex;
        expect(
          await verifyWithViem({
            ...theirs,
            primaryType: 'Permit',
            message,
            signature,
            address,
          }),
        ).toBe(true);
        expect(await recovered(answer, answer.message_hash)).toBe(owner());
        const byHash = { raw_data_hash: answer.message_hash, typed_data: permit, version };
        expect(await user.sign('data', byHash)).toEqual(answer);
      },
    );
  });
});
