import {
  address,
  getBase58Decoder,
  getBase64Encoder,
  getTransactionDecoder,
  lamports,
  type Address,
} from '@solana/kit';
import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
  type VersionedMessage,
} from '@solana/web3.js';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { createExpressClient, type MessageSignature } from '@wallet-service/local-stack/express-client';
import { describeOnNode } from './chain-nodes.js';
import { ownApplication } from './own-application.js';
import { denying } from './pair-table.js';
import { transactionV1 } from './solana-v1.js';
import { walletUser, type SignedTransaction, type WalletUser } from './wallet-user.js';
import { sharedStack, type SharedStack } from '../stacks.js';

// The virtual machine of Solana's validators judges what the running service signs.

type Version = 'legacy' | 'v0';
const versions = ['legacy', 'v0'] as const;
const sol = 1_000_000_000n;

describeOnNode('the virtual machine of Solana and what the service signs', () => {
  let stack: SharedStack;
  let svm: LiteSVM;
  let user: WalletUser;
  let recipient: Address;

  beforeAll(async () => {
    stack = await sharedStack('Solana');
    svm = new LiteSVM().withSigverify(true).withBlockhashCheck(true);
    user = await richUser();
  });
  beforeEach(() => {
    svm.expireBlockhash();
    recipient = address(Keypair.generate().publicKey.toBase58());
  });

  async function richUser(): Promise<WalletUser> {
    const made = await walletUser(createExpressClient(stack.stack), 'SOL');
    svm.airdrop(address(made.address), lamports(100n * sol));
    return made;
  }

  /** One transfer for each of the senders. The first one pays the fee. */
  function transfer(version: Version, ...senders: readonly string[]): VersionedMessage {
    const [payer = ''] = senders;
    const message = new TransactionMessage({
      payerKey: new PublicKey(payer),
      recentBlockhash: svm.latestBlockhash(),
      instructions: senders.map((sender) =>
        SystemProgram.transfer({
          fromPubkey: new PublicKey(sender),
          toPubkey: new PublicKey(recipient),
          lamports: sol,
        }),
      ),
    });
    return version === 'legacy' ? message.compileToLegacyMessage() : message.compileToV0Message();
  }

  const unsigned = (message: VersionedMessage): string =>
    Buffer.from(new VersionedTransaction(message).serialize()).toString('base64');
  const signed = (payload: string, by = user) => by.sign<SignedTransaction>('transaction', { payload });

  /** Why it was not executed, or undefined if it was. */
  function refusal(wire: string): string | undefined {
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(wire));
    const result = svm.sendTransaction(transaction);
    return result instanceof FailedTransactionMetadata ? result.toString() : undefined;
  }

  it.each(versions)('a transfer (%s) is executed', async (version) => {
    const { signed_transaction, transaction_hash } = await signed(unsigned(transfer(version, user.address)));
    const theirs = VersionedTransaction.deserialize(Buffer.from(signed_transaction, 'base64'));
    expect(theirs.version).toBe(version === 'v0' ? 0 : version);
    expect(refusal(signed_transaction)).toBeUndefined();
    expect(svm.getBalance(recipient)).toBe(sol);
    expect(transaction_hash).toBe(getBase58Decoder().decode(theirs.signatures[0] ?? new Uint8Array()));
  });

  it.each(versions)(
    'the signature beside a transfer (%s) of another payer is what was missing',
    async (version) => {
      const payer = Keypair.generate();
      svm.airdrop(address(payer.publicKey.toBase58()), lamports(100n * sol));
      const message = transfer(version, payer.publicKey.toBase58(), user.address);
      const answer = await signed(unsigned(message));
      expect(answer.transaction_hash).toBeNull();
      const own = Buffer.from(answer.signature?.slice(2) ?? '', 'hex');
      expect(getBase58Decoder().decode(own)).toBe(answer.signature_base58);
      const transaction = new VersionedTransaction(message);
      transaction.sign([payer]);
      transaction.addSignature(new PublicKey(user.address), own);
      expect(refusal(Buffer.from(transaction.serialize()).toString('base64'))).toBeUndefined();
      expect(svm.getBalance(recipient)).toBe(2n * sol);
    },
  );

  it.each(versions)('a transfer (%s) given only as its message is the same', async (version) => {
    const message = transfer(version, user.address);
    const whole = await signed(unsigned(message));
    const answer = await signed(Buffer.from(message.serialize()).toString('base64'));
    expect(answer).toEqual(whole);
    expect(refusal(answer.signed_transaction)).toBeUndefined();
  });

  it.each(versions)('a transfer (%s) that is signed as a message is executed', async (version) => {
    const message = transfer(version, user.address);
    const message_base64 = Buffer.from(message.serialize()).toString('base64');
    const { signature } = await user.sign<MessageSignature>('message', { message_base64 });
    const transaction = new VersionedTransaction(message, [Buffer.from(signature.slice(2), 'hex')]);
    expect(refusal(Buffer.from(transaction.serialize()).toString('base64'))).toBeUndefined();
    expect(svm.getBalance(recipient)).toBe(sol);
  });

  it.each(versions)(
    'a transfer (%s) with one flipped bit is refused, wherever the bit is',
    async (version) => {
      const { signed_transaction } = await signed(unsigned(transfer(version, user.address)));
      const bytes = Buffer.from(signed_transaction, 'base64');
      // Two bits in the signature, one in a key and one in the amount.
      for (const at of [1, 40, bytes.length - 60, bytes.length - 3]) {
        const flipped = Buffer.from(bytes);
        flipped[at] = (flipped[at] ?? 0) ^ 1;
        expect(refusal(flipped.toString('base64'))).toContain('SignatureFailure');
      }
      expect(svm.getBalance(recipient)).toBeNull();
      expect(refusal(signed_transaction)).toBeUndefined();
    },
  );

  it.each(versions)('a transfer (%s) is not executed twice', async (version) => {
    const { signed_transaction } = await signed(unsigned(transfer(version, user.address)));
    expect(refusal(signed_transaction)).toBeUndefined();
    expect(refusal(signed_transaction)).toContain('AlreadyProcessed');
  });

  it.each(versions)('another signature in the transfer (%s) is kept', async (version) => {
    const other = Keypair.generate();
    svm.airdrop(address(other.publicKey.toBase58()), lamports(100n * sol));
    const theirs = new VersionedTransaction(transfer(version, user.address, other.publicKey.toBase58()));
    theirs.sign([other]);
    const { signed_transaction } = await signed(Buffer.from(theirs.serialize()).toString('base64'));
    const [, kept] = VersionedTransaction.deserialize(Buffer.from(signed_transaction, 'base64')).signatures;
    expect(kept).toEqual(theirs.signatures[1]);
    expect(refusal(signed_transaction)).toBeUndefined();
    expect(svm.getBalance(recipient)).toBe(2n * sol);
  });

  it.each(versions)('two users sign one transfer (%s) in either order', async (version) => {
    const second = await richUser();
    const payload = unsigned(transfer(version, user.address, second.address));
    const orders = await Promise.all(
      [
        [user, second],
        [second, user],
      ].map(async (order) => {
        let last: SignedTransaction = { signed_transaction: payload, transaction_hash: '' };
        for (const by of order) last = await signed(last.signed_transaction, by);
        return last;
      }),
    );
    // Each answer has the signature of the wallet that signed last beside the same transaction.
    const [one, other] = orders.map(({ signature, signature_base58: base58, ...transaction }) => ({
      own: [signature, base58],
      transaction,
    }));
    expect(other?.transaction).toEqual(one?.transaction);
    expect(other?.own).not.toEqual(one?.own);
    expect(refusal(orders[0]?.signed_transaction ?? '')).toBeUndefined();
    expect(svm.getBalance(recipient)).toBe(2n * sol);
  });

  describe('version 1', () => {
    const settings = {
      priorityFeeLamports: 777n,
      computeUnitLimit: 1000,
      loadedAccountsDataSizeLimit: 65_536,
    };
    const made = (config = settings) => {
      const pay = SystemProgram.transfer({
        fromPubkey: new PublicKey(user.address),
        toPubkey: new PublicKey(recipient),
        lamports: sol,
      });
      return transactionV1(user.address, [pay], svm.latestBlockhash(), config);
    };
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

    it('is executed, given whole or as its message, and costs what a policy counts', async () => {
      const { alone, whole } = made();
      const answer = await signed(base64(whole));
      expect(await signed(base64(alone))).toEqual(answer);
      const before = svm.getBalance(address(user.address)) ?? 0n;
      expect(refusal(answer.signed_transaction)).toBeUndefined();
      expect(svm.getBalance(recipient)).toBe(sol);
      expect(before - (svm.getBalance(address(user.address)) ?? 0n)).toBe(sol + 5000n + 777n);
    });

    it('is executed when it was signed as a message', async () => {
      const { alone } = made();
      const { signature } = await user.sign<MessageSignature>('message', { message_base64: base64(alone) });
      const wire = Buffer.concat([alone, Buffer.from(signature.slice(2), 'hex')]);
      expect(refusal(wire.toString('base64'))).toBeUndefined();
      expect(svm.getBalance(recipient)).toBe(sol);
    });

    it('is denied by a rule about its fee, which is within the message itself', async () => {
      const application = ownApplication(stack);
      await application.settle({ policy_evaluation_enabled: true });
      const rule = {
        name: 'max_fee',
        method: 'signTransaction',
        condition: { field_source: 'solana_transaction', field: 'max_fee', operator: 'gt' },
      };
      const outcomeOfFee = async (priorityFeeLamports: bigint) => {
        const payload = base64(made({ ...settings, priorityFeeLamports }).whole);
        return (await user.attempt('transaction', { payload })).status;
      };
      await application.underPolicy(denying('SOL', rule, 5_777), async () => {
        expect(await outcomeOfFee(777n)).toBe(200);
        expect(await outcomeOfFee(778n)).toBe(403);
      });
    });

    it('of 4,096 bytes is signed, and one byte more is refused', async () => {
      const memo = (length: number) =>
        new TransactionInstruction({
          programId: new PublicKey('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
          keys: [],
          data: Buffer.alloc(length, 'm'),
        });
      const sized = (length: number) =>
        transactionV1(user.address, [memo(length)], svm.latestBlockhash(), settings).whole;
      const most = 4096 - sized(0).length;
      expect(sized(most)).toHaveLength(4096);
      expect((await signed(base64(sized(most)))).transaction_hash).not.toBeNull();
      const { status, body } = await user.attempt('transaction', { payload: base64(sized(most + 1)) });
      expect({ status, body }).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
    });

    it('has no successor yet: the error says which versions exist', async () => {
      const payload = base64(Uint8Array.from([0x82, ...made().whole.slice(1)]));
      const { status, body } = await user.attempt('transaction', { payload });
      expect({ status, body: JSON.stringify(body) }).toMatchObject({
        status: 422,
        body: expect.stringContaining('version 2; supported are legacy, version 0 and version 1') as unknown,
      });
    });
  });

  it('a transaction in which the wallet is not a signer is not signed', async () => {
    const stranger = Keypair.generate().publicKey.toBase58();
    const { status, body } = await user.attempt('transaction', {
      payload: unsigned(transfer('v0', stranger)),
    });
    expect({ status, body }).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
  });
});
