import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import { getBase64Decoder, getTransactionDecoder, getCompiledTransactionMessageDecoder } from '@solana/kit';
import {
  AddressLookupTableAccount,
  Keypair,
  PublicKey,
  SystemProgram,
  Transaction,
  TransactionInstruction,
  TransactionMessage,
  VersionedMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { decodeOperation, planSigning } from '../src/read-operation.js';
import type { SignedSolanaTransaction } from '../src/sol/transaction.js';
import { looksLikeSolanaTransaction, parseSolanaTransaction } from '../src/sol/transaction.js';
import type { SolanaTransaction } from '../src/sol/transaction-view.js';
import { refusal } from './refusal.js';
import { signTransaction, testWallet, type TestWallet } from './wallets.js';

const wallet = testWallet('SOL', new Uint8Array(32).fill(0x31));
const other = testWallet('SOL', new Uint8Array(32).fill(0x32));
const blockhash = base58.encode(new Uint8Array(32).fill(9));
const keyOf = ({ publicKey }: TestWallet): PublicKey => new PublicKey(publicKey);
const operation = (unsigned: Uint8Array) => ({ kind: 'transaction' as const, unsigned });

function view(bytes: Uint8Array, owner = wallet): SolanaTransaction {
  const decoded = decodeOperation(owner, operation(bytes));
  if (decoded.kind !== 'solana_transaction') throw new Error('expected a transaction');
  return decoded.transaction;
}

function sign(owner: TestWallet, bytes: Uint8Array): SignedSolanaTransaction {
  return signTransaction(owner, bytes) as SignedSolanaTransaction;
}

const publicKey = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => new PublicKey(bytes));
const instruction = fc
  .record({
    programId: publicKey,
    keys: fc.array(fc.record({ pubkey: publicKey, isSigner: fc.boolean(), isWritable: fc.boolean() }), {
      maxLength: 5,
    }),
    data: fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  })
  .map((fields) => new TransactionInstruction(fields));
const instructions = fc.array(instruction, { maxLength: 4 });
const tables = fc.array(
  fc.record({ key: publicKey, addresses: fc.array(publicKey, { minLength: 1, maxLength: 5 }) }),
  { maxLength: 2 },
);

/** A message made by web3.js whose instructions also use the accounts of the tables. */
function compile(
  list: TransactionInstruction[],
  version: 'legacy' | 0,
  lookups: { key: PublicKey; addresses: PublicKey[] }[] = [],
): VersionedMessage {
  const loaded = lookups.flatMap(({ addresses }) =>
    addresses.map((pubkey, i) => ({ pubkey, isSigner: false, isWritable: i % 2 === 0 })),
  );
  const all =
    loaded.length === 0
      ? list
      : [
          ...list,
          new TransactionInstruction({ programId: keyOf(other), keys: loaded, data: Buffer.from([1]) }),
        ];
  const message = new TransactionMessage({
    payerKey: keyOf(wallet),
    recentBlockhash: blockhash,
    instructions: all,
  });
  if (version === 'legacy') return message.compileToLegacyMessage();
  const accounts = lookups.map(({ key, addresses }) => {
    const state = {
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
      addresses,
    };
    return new AddressLookupTableAccount({ key, state });
  });
  return message.compileToV0Message(accounts);
}

const messages = fc
  .tuple(instructions, fc.constantFrom('legacy' as const, 0 as const), tables)
  .map(([list, version, lookups]) => compile(list, version, version === 0 ? lookups : []))
  // web3.js serializes what is too large for a packet into a broken buffer, or throws.
  .filter((message) => {
    try {
      return message.serialize().length + 1 + 64 * message.header.numRequiredSignatures <= 1232;
    } catch {
      return false;
    }
  });

describe('a Solana message', () => {
  it('made by web3.js is read as web3.js and @solana/kit read it', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const bytes = Uint8Array.from(message.serialize());
        const transaction = view(bytes);
        expect(transaction.version).toBe(message.version);
        expect(transaction.recentBlockhash).toBe(blockhash);
        expect(transaction.feePayer).toBe(wallet.address);
        const compiled = message.compiledInstructions;
        expect(transaction.instructions.map(({ data }) => [...data])).toEqual(
          compiled.map(({ data }) => [...data]),
        );
        const keys = message.staticAccountKeys;
        transaction.instructions.forEach(({ programId, accounts }, i) => {
          expect(programId).toBe(keys[compiled[i]?.programIdIndex ?? -1]?.toBase58());
          const indexes = compiled[i]?.accountKeyIndexes ?? [];
          expect(accounts).toEqual(
            indexes.map((index) => ({
              address: keys[index]?.toBase58() ?? 'unknown',
              isSigner: message.isAccountSigner(index),
              isWritable: message.isAccountWritable(index),
            })),
          );
        });
        expect(transaction.lookupTables).toEqual(
          message.addressTableLookups.map(({ accountKey }) => accountKey.toBase58()),
        );

        const theirs = getCompiledTransactionMessageDecoder().decode(bytes);
        expect(theirs.staticAccounts.slice(0, theirs.header.numSignerAccounts)).toEqual(transaction.signers);
      }),
    );
  });

  it('and a transaction around it give the same bytes to sign', () => {
    fc.assert(
      fc.property(messages, (message) => {
        const bytes = Uint8Array.from(message.serialize());
        const wire = Uint8Array.from(new VersionedTransaction(message).serialize());
        expect(planSigning(wallet, operation(bytes))).toEqual({ scheme: 'ed25519', payloads: [bytes] });
        expect(planSigning(wallet, operation(wire))).toEqual({ scheme: 'ed25519', payloads: [bytes] });
        expect([bytes, wire].map(looksLikeSolanaTransaction)).toEqual([true, true]);
        expect(view(wire)).toEqual(view(bytes));
      }),
    );
  });

  it('with bytes changed is refused, or is read and written as web3.js reads and writes it', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 2,
    });
    fc.assert(
      fc.property(messages, edits, fc.constantFrom(-1, 0, 1), (message, changes, grow) => {
        const original = message.serialize();
        const bytes = new Uint8Array(original.length + grow);
        bytes.set(original.subarray(0, bytes.length));
        // Mostly at the front, where the lengths are.
        for (const [at, value] of changes) bytes[at % Math.min(bytes.length, 120)] = value;
        let parsed;
        try {
          parsed = parseSolanaTransaction(bytes, '/payload');
        } catch (error) {
          expect(error).toMatchObject({ code: 'request.invalid' });
          return;
        }
        const again = VersionedMessage.deserialize(parsed.messageBytes);
        expect(Uint8Array.from(again.serialize())).toEqual(parsed.messageBytes);
        expect(again.staticAccountKeys.map((key) => key.toBytes())).toEqual(parsed.message.accountKeys);
      }),
      { numRuns: 1500 },
    );
  });

  it('of random bytes never crashes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(refusal(() => planSigning(wallet, operation(bytes))).code).toBe('request.invalid');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a signed Solana transaction', () => {
  const transfer = SystemProgram.transfer({ fromPubkey: keyOf(wallet), toPubkey: keyOf(other), lamports: 5 });

  it('is verified by web3.js, legacy', () => {
    const transaction = new Transaction({ feePayer: keyOf(wallet), blockhash, lastValidBlockHeight: 1 }).add(
      transfer,
    );
    const answer = sign(
      wallet,
      Uint8Array.from(transaction.serialize({ requireAllSignatures: false, verifySignatures: false })),
    );
    const theirs = Transaction.from(base64.decode(answer.signed_transaction));
    expect(theirs.verifySignatures()).toBe(true);
    expect(answer.transaction_hash).toBe(base58.encode(theirs.signature ?? new Uint8Array()));
  });

  it.each(['legacy', 0] as const)(
    'of version %s is verified by node:crypto over the bytes that @solana/kit reads',
    async (version) => {
      const answer = sign(wallet, Uint8Array.from(compile([transfer], version).serialize()));
      const { messageBytes, signatures } = getTransactionDecoder().decode(
        base64.decode(answer.signed_transaction),
      );
      const signature = Object.entries(signatures).find(([address]) => address === wallet.address)?.[1];
      const key = await crypto.subtle.importKey('raw', Buffer.from(wallet.publicKey), 'Ed25519', true, [
        'verify',
      ]);
      const valid = await crypto.subtle.verify(
        'Ed25519',
        key,
        Buffer.from(signature ?? []),
        Buffer.from(messageBytes),
      );
      expect(valid).toBe(true);
      expect(getBase64Decoder().decode(base64.decode(answer.signed_transaction))).toBe(
        answer.signed_transaction,
      );
    },
  );

  it('keeps other signatures, in any order', () => {
    const message = new TransactionMessage({
      payerKey: keyOf(other),
      recentBlockhash: blockhash,
      instructions: [transfer],
    }).compileToV0Message();
    const bytes = Uint8Array.from(message.serialize());
    const first = sign(wallet, bytes);
    // The payer has not signed, so the transaction has no hash yet.
    expect(first.transaction_hash).toBeNull();
    const own = Buffer.from(first.signature.slice(2), 'hex');
    expect(ed25519.verify(own, bytes, wallet.publicKey)).toBe(true);
    expect(base58.decode(first.signature_base58)).toEqual(Uint8Array.from(own));
    const second = sign(other, base64.decode(first.signed_transaction));
    const theirs = VersionedTransaction.deserialize(base64.decode(second.signed_transaction));
    expect(
      theirs.signatures.map((signature, i) =>
        ed25519.verify(signature, bytes, [other, wallet][i]?.publicKey ?? bytes),
      ),
    ).toEqual([true, true]);
    expect(second.transaction_hash).toBe(base58.encode(theirs.signatures[0] ?? new Uint8Array()));
    expect(second.signature_base58).toBe(second.transaction_hash);
    const byThem = new VersionedTransaction(message);
    byThem.sign([Keypair.fromSeed(other.secret), Keypair.fromSeed(wallet.secret)]);
    expect(second.signed_transaction).toBe(base64.encode(byThem.serialize()));
  });

  it('that the wallet need not sign is refused', () => {
    const message = new TransactionMessage({
      payerKey: keyOf(other),
      recentBlockhash: blockhash,
      instructions: [],
    });
    const bytes = Uint8Array.from(message.compileToV0Message().serialize());
    expect(refusal(() => planSigning(wallet, operation(bytes)))).toEqual({
      code: 'request.invalid',
      path: '/payload',
    });
  });
});
