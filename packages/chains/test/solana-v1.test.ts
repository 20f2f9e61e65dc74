import { base58, base64 } from '@scure/base';
import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  compileTransactionMessage,
  createTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  type Address,
} from '@solana/kit';
import fc from 'fast-check';
import { decodeOperation, planSigning } from '../src/read-operation.js';
import { maxSolanaFee } from '../src/sol/max-fee.js';
import type { SignedSolanaTransaction } from '../src/sol/transaction.js';
import { looksLikeSolanaTransaction, parseSolanaTransaction } from '../src/sol/transaction.js';
import type { SolanaTransaction } from '../src/sol/transaction-view.js';
import { refusal } from './refusal.js';
import { signTransaction, testWallet, type TestWallet } from './wallets.js';

// Version 1 (SIMD-0385), against the codec of @solana/kit.

const wallet = testWallet('SOL', new Uint8Array(32).fill(0x31));
const other = testWallet('SOL', new Uint8Array(32).fill(0x32));
const operation = (unsigned: Uint8Array) => ({ kind: 'transaction' as const, unsigned });
const lifetime = {
  blockhash: blockhash(base58.encode(new Uint8Array(32).fill(9))),
  lastValidBlockHeight: 1n,
};

const someAddress = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((key) => address(base58.encode(key)));
const role = fc.constantFrom(0, 1, 2, 3);
const instruction = fc.record({
  programAddress: someAddress,
  accounts: fc.array(fc.record({ address: someAddress, role }), { maxLength: 5 }),
  data: fc.uint8Array({ maxLength: 500 }),
});
const u32 = fc.integer({ min: 0, max: 2 ** 32 - 1 });
const settings = fc.record(
  {
    priorityFeeLamports: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    computeUnitLimit: u32,
    loadedAccountsDataSizeLimit: u32,
    heapSize: fc.integer({ min: 32, max: 256 }).map((kib) => kib * 1024),
  },
  { requiredKeys: [] },
);
type Settings = typeof settings extends fc.Arbitrary<infer One> ? One : never;
type Instruction = typeof instruction extends fc.Arbitrary<infer One> ? One : never;

function messageOf(list: readonly Instruction[], config: Settings, payer = wallet.address) {
  return pipe(
    createTransactionMessage({ version: 1 }),
    (message) => setTransactionMessageFeePayer(address(payer), message),
    (message) => setTransactionMessageLifetimeUsingBlockhash(lifetime, message),
    (message) => setTransactionMessageConfig(config, message),
    (message) => appendTransactionMessageInstructions(list, message),
  );
}

const messages = fc
  .tuple(fc.array(instruction, { maxLength: 8 }), settings)
  .map(([list, config]) => {
    try {
      return { config, message: messageOf(list, config) };
    } catch {
      return undefined;
    }
  })
  .filter((made) => made !== undefined)
  .map(({ config, message }) => ({ config, message, compiled: compileAll(message) }))
  .filter(({ compiled }) => compiled !== undefined);

/** Undefined where kit itself reports too many signers or accounts. */
function compileAll(message: ReturnType<typeof messageOf>) {
  try {
    const { messageBytes } = compileTransaction(message);
    return {
      alone: Uint8Array.from(messageBytes),
      wire: Uint8Array.from(getTransactionEncoder().encode(compileTransaction(message))),
      view: compileTransactionMessage(message),
    };
  } catch {
    return undefined;
  }
}

function view(bytes: Uint8Array): SolanaTransaction {
  const decoded = decodeOperation(wallet, operation(bytes));
  if (decoded.kind !== 'solana_transaction') throw new Error('expected a transaction');
  return decoded.transaction;
}

function sign(owner: TestWallet, bytes: Uint8Array): SignedSolanaTransaction {
  return signTransaction(owner, bytes) as SignedSolanaTransaction;
}

const wide = (value: number | undefined) => (value === undefined ? undefined : BigInt(value));

describe('a Solana transaction of version 1', () => {
  it('is read, with and without its signatures, as @solana/kit wrote it', () => {
    fc.assert(
      fc.property(messages, ({ config, compiled }) => {
        if (!compiled) return;
        const { alone, wire, view: theirs } = compiled;
        if (wire.length > 4096) {
          expect(refusal(() => planSigning(wallet, operation(wire))).code).toBe('request.invalid');
          return;
        }
        expect(planSigning(wallet, operation(alone))).toEqual({ scheme: 'ed25519', payloads: [alone] });
        expect(planSigning(wallet, operation(wire))).toEqual({ scheme: 'ed25519', payloads: [alone] });
        expect([alone, wire].map(looksLikeSolanaTransaction)).toEqual([true, true]);
        const ours = view(wire);
        expect(view(alone)).toEqual(ours);
        expect(ours).toMatchObject({ version: 1, feePayer: wallet.address, lookupTables: [] });
        expect(ours.settings).toEqual({
          priorityFee: config.priorityFeeLamports,
          computeUnitLimit: wide(config.computeUnitLimit),
          loadedAccountsDataSize: wide(config.loadedAccountsDataSizeLimit),
          heapSize: wide(config.heapSize),
        });
        const keys: readonly Address[] = theirs.staticAccounts;
        expect(ours.signers).toEqual(keys.slice(0, theirs.header.numSignerAccounts));
        expect(
          ours.instructions.map(({ programId, accounts, data }) => [
            programId,
            accounts.map(({ address: account }) => account),
            [...data],
          ]),
        ).toEqual(
          theirs.instructionPayloads.map(({ instructionAccountIndices, instructionData }, at) => [
            keys[theirs.instructionHeaders[at]?.programAccountIndex ?? -1],
            instructionAccountIndices.map((index) => keys[index]),
            [...instructionData],
          ]),
        );
        expect(maxSolanaFee(ours)).toBe(
          5000n * BigInt(ours.signers.length) + (config.priorityFeeLamports ?? 0n),
        );
      }),
      { numRuns: 120 },
    );
  });

  it('with bytes changed is refused, or is what @solana/kit reads and writes again', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 2,
    });
    let accepted = 0;
    fc.assert(
      fc.property(messages, edits, fc.constantFrom(-1, 0, 0, 0, 1), ({ compiled }, changes, grow) => {
        if (!compiled) return;
        const bytes = new Uint8Array(compiled.alone.length + grow);
        bytes.set(compiled.alone.subarray(0, bytes.length));
        for (const [at, value] of changes) bytes[at % Math.min(bytes.length, 150)] = value;
        if (bytes[0] !== 0x81) return;
        let parsed;
        try {
          parsed = parseSolanaTransaction(bytes, '/payload');
        } catch (error) {
          expect(error).toMatchObject({ code: 'request.invalid' });
          return;
        }
        accepted += 1;
        const again = getCompiledTransactionMessageDecoder().decode(parsed.messageBytes);
        expect(Uint8Array.from(getCompiledTransactionMessageEncoder().encode(again))).toEqual(
          parsed.messageBytes,
        );
        expect(again.staticAccounts.map((key) => base58.decode(key))).toEqual(parsed.message.accountKeys);
      }),
      { numRuns: 400 },
    );
    expect(accepted).toBeGreaterThan(20);
  });

  it('keeps other signatures, at its end, where @solana/kit finds them', async () => {
    const memo = {
      programAddress: address('MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr'),
      accounts: [{ address: address(wallet.address), role: 2 as const }],
      data: Uint8Array.of(104, 105),
    };
    const compiled = compileAll(messageOf([memo], { priorityFeeLamports: 7n }, other.address));
    if (!compiled) throw new Error('kit did not compile it');
    const first = sign(wallet, compiled.alone);
    expect(first.transaction_hash).toBeNull();
    const second = sign(other, base64.decode(first.signed_transaction));
    const inOtherOrder = sign(wallet, base64.decode(sign(other, compiled.wire).signed_transaction));
    const { signature, signature_base58, ...same } = second;
    expect(inOtherOrder).toMatchObject(same);
    // The signature is the one of the wallet that was asked, whoever pays.
    expect(inOtherOrder.signature).toBe(first.signature);
    expect([base58.decode(signature_base58), signature]).toEqual([
      Uint8Array.from(Buffer.from(signature.slice(2), 'hex')),
      expect.not.stringMatching(first.signature) as string,
    ]);
    const wire = base64.decode(second.signed_transaction);
    const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
    expect(Uint8Array.from(messageBytes)).toEqual(compiled.alone);
    for (const { publicKey, address: signer } of [wallet, other]) {
      const key = await crypto.subtle.importKey('raw', Buffer.from(publicKey), 'Ed25519', true, ['verify']);
      const signature = Buffer.from(signatures[address(signer)] ?? []);
      expect(await crypto.subtle.verify('Ed25519', key, signature, Buffer.from(messageBytes))).toBe(true);
    }
    expect(second.transaction_hash).toBe(
      base58.encode(signatures[address(other.address)] ?? new Uint8Array()),
    );
  });
});
