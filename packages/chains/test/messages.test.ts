import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { address as solanaAddress, getPublicKeyFromAddress, verifySignature } from '@solana/kit';
import bip322 from 'bip322-js';
import { hashMessage, recoverAddress, verifyMessage } from 'ethers';
import fc from 'fast-check';
import * as libsecp256k1 from 'tiny-secp256k1';
import { recoverMessageAddress } from 'viem';
import { assembleHash, assembleMessage } from '../src/assemble.js';
import { genericMessageHash, simpleProof, toSpendId } from '../src/btc/generic-message.js';
import { hexText } from '../src/hex-text.js';
import type { Message, MessageFormat } from '../src/operation.js';
import { planSigning } from '../src/read-operation.js';
import { describeVectors } from './vectors.js';
import { signOne, testWallet, type TestWallet } from './wallets.js';

const secret = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .filter((bytes) => libsecp256k1.isPrivate(bytes));
const anyMessage = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.string({ unit: 'binary' }).map(utf8ToBytes),
);

function sign(wallet: TestWallet, message: Uint8Array, format: MessageFormat) {
  const operation: Message = { kind: 'message', message, format };
  const raw = signOne(wallet, planSigning(wallet, operation));
  return { raw, answer: assembleMessage(wallet, operation, raw) };
}

describe('a message on ETH', () => {
  it('is signed so that ethers and viem recover the address', async () => {
    await fc.assert(
      fc.asyncProperty(secret, anyMessage, async (key, message) => {
        const wallet = testWallet('ETH', key);
        const { answer } = sign(wallet, message, 'eip191');
        expect(verifyMessage(message, answer.signature)).toBe(wallet.address);
        const signature = answer.signature as `0x${string}`;
        expect(await recoverMessageAddress({ message: { raw: message }, signature })).toBe(wallet.address);
        expect(`${String(answer.r)}${String(answer.s).slice(2)}`).toBe(answer.signature.slice(0, 130));
        expect(answer.signature.slice(130)).toBe(Number(answer.v).toString(16));
      }),
      { numRuns: 40 },
    );
  });

  it('has the digest that web3.js documents for Hello World', () => {
    const wallet = testWallet('ETH', new Uint8Array(32).fill(1));
    const plan = planSigning(wallet, {
      kind: 'message',
      message: utf8ToBytes('Hello World'),
      format: 'eip191',
    });
    expect(hexText(plan.payloads[0] ?? new Uint8Array())).toBe(
      '0xa1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2',
    );
  });

  it.each([0, 1, 9, 10, 99, 100, 999, 1000, 70_000])('of %d bytes has the digest of ethers', (length) => {
    const message = new Uint8Array(length).fill(0x61);
    const wallet = testWallet('ETH', new Uint8Array(32).fill(1));
    const plan = planSigning(wallet, { kind: 'message', message, format: 'eip191' });
    expect(hexText(plan.payloads[0] ?? new Uint8Array())).toBe(hashMessage(message));
    expect(plan.scheme).toBe('ecdsa-secp256k1');
  });
});

describe('a bare hash on ETH', () => {
  it('is signed unchanged, so that ethers recovers the address', () => {
    const wallet = testWallet('ETH', new Uint8Array(32).fill(3));
    const hash = new Uint8Array(32).fill(0xab);
    const plan = planSigning(wallet, { kind: 'raw_hash', hash });
    expect(plan.payloads).toEqual([hash]);
    const answer = assembleHash(hash, signOne(wallet, plan));
    expect(answer.message_hash).toBe(`0x${'ab'.repeat(32)}`);
    expect(recoverAddress(answer.message_hash, answer.signature)).toBe(wallet.address);
  });
});

describe('a message on SOL', () => {
  it('is signed without a prefix, so that @solana/kit verifies it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), anyMessage, async (key, message) => {
        const wallet = testWallet('SOL', key);
        const { answer } = sign(wallet, message, 'raw');
        expect(answer).toMatchObject({ r: null, s: null, v: null });
        const publicKey: unknown = await getPublicKeyFromAddress(solanaAddress(wallet.address));
        const bytes = hexToBytes(answer.signature.slice(2));
        expect(await verifySignature(publicKey as never, bytes as never, message)).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it('asks the signer for Ed25519 over the whole message', () => {
    const wallet = testWallet('SOL', new Uint8Array(32).fill(9));
    const message = utf8ToBytes('hello');
    const plan = planSigning(wallet, { kind: 'message', message, format: 'raw' });
    expect(plan).toEqual({ scheme: 'ed25519', payloads: [message] });
    expect(base58.decode(wallet.address)).toEqual(ed25519.getPublicKey(wallet.secret));
  });
});

describe('a message on BTC', () => {
  it.each(['BTC_MAINNET', 'BTC_TESTNET', 'BTC_REGTEST'])(
    'is signed by BIP-137 so that bip322-js verifies it on %s',
    (network) => {
      fc.assert(
        fc.property(secret, anyMessage, (key, message) => {
          const wallet = testWallet('BTC', key, network);
          const { raw, answer } = sign(wallet, message, 'bip137');
          if (!('signature_base64' in answer)) throw new Error('expected base64');
          expect(
            bip322.Verifier.verifySignature(
              wallet.address,
              Buffer.from(message),
              answer.signature_base64,
              true,
            ),
          ).toBe(true);
          const bytes = base64.decode(answer.signature_base64);
          expect(answer.signature).toBe(hexText(bytes));
          expect(bytes).toHaveLength(65);
          expect(bytes[0]).toBe(39 + raw.recoveryId);
          expect(answer.v).toBe(String(27 + raw.recoveryId));
        }),
        { numRuns: 4 },
      );
    },
  );

  it('is signed by BIP-322 so that bip322-js verifies it', () => {
    fc.assert(
      fc.property(secret, anyMessage, (key, message) => {
        const wallet = testWallet('BTC', key);
        const { answer } = sign(wallet, message, 'bip322');
        if (!('signature_base64' in answer)) throw new Error('expected base64');
        expect(answer.signature_base64.startsWith('smp')).toBe(true);
        const proof = answer.signature_base64.slice(3);
        expect(answer.signature).toBe(hexText(base64.decode(proof)));
        expect(bip322.Verifier.verifySignature(wallet.address, Buffer.from(message), proof)).toBe(true);
        expect(bip322.Verifier.verifySignature(wallet.address, Buffer.from([...message, 0]), proof)).toBe(
          false,
        );
      }),
      { numRuns: 20 },
    );
  });

  it('of the length of each compact size is signed so that bip322-js verifies it', () => {
    const wallet = testWallet('BTC', new Uint8Array(32).fill(5));
    for (const length of [0, 252, 253, 65_535, 65_536]) {
      const message = new Uint8Array(length).fill(0x41);
      const { answer } = sign(wallet, message, 'bip137');
      if (!('signature_base64' in answer)) throw new Error('expected base64');
      expect(
        bip322.Verifier.verifySignature(wallet.address, Buffer.from(message), answer.signature_base64),
      ).toBe(true);
    }
  });
});

type Hashes = { message: string; message_hash: string; to_spend_tx_hash: string };
type Simple = {
  message: string;
  private_keys: string[];
  address: string;
  type: string;
  bip322_signatures: string[];
};
type Bip322 = { tx_hashes?: Hashes[]; simple: Simple[] };

/** The secret in mainnet's wallet import format, compressed. */
const secretOf = (wif: string): Uint8Array => base58.decode(wif).slice(1, 33);
const displayed = (id: Uint8Array): string => hexText(id.slice().reverse()).slice(2);

describeVectors(
  'BIP-322, the basic figures',
  'bips/bip-0322-basic.json',
  'github.com/bitcoin/bips',
  (data) => {
    const { tx_hashes = [], simple } = data as Bip322;
    const wallet = testWallet('BTC', secretOf(simple[0]?.private_keys[0] ?? ''));

    it.each(tx_hashes)('hashes of $message', (figure) => {
      const message = utf8ToBytes(figure.message);
      expect(hexText(genericMessageHash(message))).toBe(`0x${figure.message_hash}`);
      expect(displayed(toSpendId(message, wallet.publicKey))).toBe(figure.to_spend_tx_hash);
    });
  },
);

describe.each(['basic', 'generated'])('BIP-322', (name) => {
  describeVectors(
    `the ${name} signatures`,
    `bips/bip-0322-${name}.json`,
    'github.com/bitcoin/bips',
    (data) => {
      const ours = (data as Bip322).simple.filter(({ type }) => type === 'p2wpkh');

      it.each(ours)('for $message ($address) commit to the digest that our signature uses', (figure) => {
        const wallet = testWallet('BTC', secretOf(figure.private_keys[0] ?? ''));
        expect(wallet.address).toBe(figure.address);
        const plan = planSigning(wallet, {
          kind: 'message',
          message: utf8ToBytes(figure.message),
          format: 'bip322',
        });
        for (const text of figure.bip322_signatures) {
          const witness = base64.decode(text.slice(3));
          const signature = fromDer(witness.subarray(2, 2 + (witness[1] ?? 0) - 1));
          expect(libsecp256k1.verify(plan.payloads[0] ?? new Uint8Array(), wallet.publicKey, signature)).toBe(
            true,
          );
          expect(simpleProof(signature, wallet.publicKey)).toEqual(witness);
        }
      });

      it('include the signature that our code makes', () => {
        for (const figure of ours) {
          const { answer } = sign(
            testWallet('BTC', secretOf(figure.private_keys[0] ?? '')),
            utf8ToBytes(figure.message),
            'bip322',
          );
          expect(figure.bip322_signatures).toContain(
            'signature_base64' in answer ? answer.signature_base64 : '',
          );
        }
      });
    },
  );
});

function fromDer(der: Uint8Array): Uint8Array {
  const rLength = der[3] ?? 0;
  const fixed = (bytes: Uint8Array) => Buffer.concat([Buffer.alloc(33), bytes]).subarray(-32);
  return Uint8Array.from(
    Buffer.concat([fixed(der.subarray(4, 4 + rLength)), fixed(der.subarray(6 + rLength))]),
  );
}
