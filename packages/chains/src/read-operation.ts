import { chainTable, type Curve } from '@wallet-service/addresses';
import { AppError, invalidField } from '@wallet-service/errors';
import { exportPayload } from '@wallet-service/signer-protocol';
import { onlyOne, type Answer } from './answers.js';
import { assembleAuthorization, assembleHash, assembleMessage } from './assemble.js';
import type { DecodedOperation, Read } from './chain-codec.js';
import { codecs } from './codecs.js';
import { authorizationDigest } from './eth/authorization.js';
import { parseTypedData } from './eth/typed-data.js';
import type { Message, Operation, RawSignature, SigningPlan, SigningWallet } from './operation.js';
import { unsupported } from './unsupported.js';

/**
 * An operation that was read once: the bytes to sign, on request what they mean, and from one signature for
 * each payload, in their order, the answer.
 */
export type ReadOperation = {
  readonly plan: SigningPlan;
  readonly decode: () => DecodedOperation;
  readonly answer: (signatures: readonly RawSignature[]) => Answer;
};

type Answerable = Read & Pick<ReadOperation, 'answer'>;

const schemes = { secp256k1: 'ecdsa-secp256k1', ed25519: 'ed25519' } as const satisfies Record<Curve, string>;

/**
 * Reads an operation once, however much is asked about it afterwards: parsing is what costs. Every service
 * reads it for itself with this function, so it decides from its arguments alone. Refused with
 * `chain.operation-unsupported`: what makes no sense on the wallet's chain. Refused with `request.invalid`:
 * what is not exactly in the form of its standard; the path of the error points into the body of the signing
 * request.
 */
export function readOperation(wallet: SigningWallet, operation: Operation): ReadOperation {
  const { payloads, decode, answer } = read(wallet, operation);
  return { plan: { scheme: schemes[chainTable[wallet.chain].curve], payloads }, decode, answer };
}

/** The bytes to sign. */
export function planSigning(wallet: SigningWallet, operation: Operation): SigningPlan {
  return readOperation(wallet, operation).plan;
}

/** The meaning of the bytes that `planSigning` gives for the same arguments; refuses what it refuses. */
export function decodeOperation(wallet: SigningWallet, operation: Operation): DecodedOperation {
  return readOperation(wallet, operation).decode();
}

function read(wallet: SigningWallet, operation: Operation): Answerable {
  const codec = codecs[wallet.chain];
  switch (operation.kind) {
    case 'raw_hash':
      return withHash(codec.readHash(operation));
    case 'message':
      assertFormat(wallet, operation);
      return {
        ...codec.readMessage(wallet, operation),
        answer: (signatures) => ({
          kind: 'message',
          signature: assembleMessage(wallet, operation, onlyOne(signatures)),
        }),
      };
    case 'eip7702_authorization':
      assertEvm(wallet, 'EIP-7702 delegates Ethereum accounts');
      return {
        payloads: [authorizationDigest(operation)],
        decode: () => operation,
        answer: (signatures) => ({
          kind: 'authorization',
          signature: assembleAuthorization(onlyOne(signatures)),
        }),
      };
    case 'typed_data': {
      assertEvm(wallet, 'typed data (EIP-712) is of Ethereum');
      const typedData = parseTypedData(operation.version, operation.json);
      return withHash({ payloads: [typedData.digest], decode: () => ({ kind: 'typed_data', typedData }) });
    }
    case 'transaction': {
      const { signed, ...transaction } = codec.readTransaction(wallet, operation.unsigned);
      return {
        ...transaction,
        answer: (signatures) => ({ kind: 'transaction', transaction: signed(signatures) }),
      };
    }
    case 'export_private_key':
      // Never signed. The verdict's hash of it names the recipient.
      if (operation.recipientPublicKey.length !== 32)
        throw invalidField('/recipient_public_key', 'an X25519 public key has 32 bytes');
      return {
        payloads: [exportPayload(operation.recipientPublicKey)],
        decode: () => operation,
        answer: () => {
          throw new AppError('internal', 'an export is no signature');
        },
      };
  }
}

function withHash(read: Read): Answerable {
  return { ...read, answer: (signatures) => hashAnswer(read, signatures) };
}

/** The bare signature of an operation on ETH, of any kind. */
export function hashAnswer(
  { payloads }: Pick<SigningPlan, 'payloads'>,
  signatures: readonly RawSignature[],
): Answer {
  const [digest] = payloads;
  if (!digest) throw new AppError('internal', 'nothing was signed');
  return { kind: 'hash', signature: assembleHash(digest, onlyOne(signatures)) };
}

function assertFormat({ chain }: SigningWallet, { format }: Message): void {
  const { messageFormats } = codecs[chain];
  if (!messageFormats.includes(format))
    throw unsupported(`a message on ${chain} has the format ${messageFormats.join(' or ')}`);
}

function assertEvm({ chain }: SigningWallet, why: string): void {
  if (!chainTable[chain].evm) throw unsupported(`${why}: use a wallet of chain ETH`);
}
