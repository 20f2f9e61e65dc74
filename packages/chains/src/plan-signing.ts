import { invalidField } from '@wallet-service/errors';
import { exportPayload } from '@wallet-service/signer-protocol';
import { genericMessageDigest } from './btc/generic-message.js';
import { inputDigests, parsePsbt } from './btc/psbt.js';
import { signedMessageDigest } from './btc/signed-message.js';
import { authorizationDigest } from './eth/authorization.js';
import { decodeUnsigned, transactionHash } from './eth/transaction-codec.js';
import { parseTypedData } from './eth/typed-data.js';
import { personalMessageDigest } from './eth/personal-message.js';
import type { Message, Operation, SigningPlan, SigningWallet } from './operation.js';
import { assertPlainMessage } from './sol/plain-message.js';
import { parseSolanaTransaction, signerIndex } from './sol/transaction.js';
import { unsupported } from './unsupported.js';

/**
 * The bytes to sign for an operation. Every service derives them for itself with this function, so it decides from its arguments
 * alone. Refused with `chain.operation-unsupported`: what makes no sense on the wallet's chain. Refused with `request.invalid`: what
 * is not exactly in the form of its standard; the path of the error points into the body of the signing request.
 */
export function planSigning(wallet: SigningWallet, operation: Operation): SigningPlan {
  const payloads = payloadsOf(wallet, operation);
  return { scheme: wallet.chain === 'SOL' ? 'ed25519' : 'ecdsa-secp256k1', payloads };
}

function payloadsOf(wallet: SigningWallet, operation: Operation): readonly Uint8Array[] {
  switch (operation.kind) {
    case 'raw_hash':
      return [rawHash(wallet, operation.hash)];
    case 'message':
      return [messagePayload(wallet, operation)];
    case 'eip7702_authorization':
      if (wallet.chain !== 'ETH')
        throw unsupported('EIP-7702 delegates Ethereum accounts: use a wallet of chain ETH');
      return [authorizationDigest(operation)];
    case 'typed_data':
      if (wallet.chain !== 'ETH')
        throw unsupported('typed data (EIP-712) is of Ethereum: use a wallet of chain ETH');
      return [parseTypedData(operation.version, operation.json).digest];
    case 'transaction':
      return transactionPayloads(wallet, operation.unsigned);
    case 'export_private_key':
      // Never signed: the verdict's hash of it names the recipient.
      if (operation.recipientPublicKey.length !== 32)
        throw invalidField('/recipient_public_key', 'an X25519 public key has 32 bytes');
      return [exportPayload(operation.recipientPublicKey)];
  }
}

function transactionPayloads(wallet: SigningWallet, unsigned: Uint8Array): readonly Uint8Array[] {
  switch (wallet.chain) {
    case 'ETH':
      // The decoder takes only what the encoder produces, so the given bytes are the canonical ones.
      decodeUnsigned(unsigned, '/payload');
      return [transactionHash(unsigned)];
    case 'SOL': {
      const envelope = parseSolanaTransaction(unsigned, '/payload');
      signerIndex(envelope, wallet, '/payload');
      return [envelope.messageBytes];
    }
    case 'BTC': {
      const psbt = parsePsbt(wallet, unsigned, '/payload');
      return inputDigests(psbt, wallet.publicKey);
    }
  }
}

function rawHash(wallet: SigningWallet, hash: Uint8Array): Uint8Array {
  if (wallet.chain === 'SOL') {
    throw unsupported('Ed25519 signs messages, not hashes: sign the message itself on SOL');
  }
  if (wallet.chain === 'BTC') {
    throw unsupported('a bare hash is not signed on BTC: sign a PSBT, or a message by BIP-137 or BIP-322');
  }
  if (hash.length !== 32) throw invalidField('/raw_data_hash', 'a hash has 32 bytes');
  return hash;
}

function messagePayload(wallet: SigningWallet, { message, format }: Message): Uint8Array {
  switch (wallet.chain) {
    case 'ETH':
      if (format !== 'eip191') throw unsupported('a message on ETH has the format eip191');
      return personalMessageDigest(message);
    case 'SOL':
      if (format !== 'raw') throw unsupported('a message on SOL has the format raw');
      assertPlainMessage(message, wallet.publicKey, '/message_base64');
      return message;
    case 'BTC':
      if (format === 'bip137') return signedMessageDigest(message);
      if (format === 'bip322') return genericMessageDigest(message, wallet.publicKey);
      throw unsupported('a message on BTC has the format bip137 or bip322');
  }
}
