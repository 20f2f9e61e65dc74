import { onlyOne } from '../answers.js';
import type { ChainCodec } from '../chain-codec.js';
import { hexText } from '../hex-text.js';
import { unsupported } from '../unsupported.js';
import { transactionInMessage } from './plain-message.js';
import { viewSolanaMessage } from './transaction-view.js';
import { parseSolanaTransaction, signedSolanaTransaction, signerIndex } from './transaction.js';

export const solanaCodec: ChainCodec = {
  messageFormats: ['raw'],
  readMessage: (wallet, operation) => {
    const enclosed = transactionInMessage(operation.message, wallet.publicKey, '/message_base64');
    return {
      payloads: [operation.message],
      // A message that is a transaction, or the message of one, means that transaction.
      decode: () =>
        enclosed
          ? { kind: 'solana_transaction', transaction: viewSolanaMessage(enclosed.message) }
          : operation,
    };
  },
  readHash: () => {
    throw unsupported('Ed25519 signs messages, not hashes: sign the message itself on SOL');
  },
  readTransaction: (wallet, unsigned) => {
    const envelope = parseSolanaTransaction(unsigned, '/payload');
    const own = signerIndex(envelope, wallet, '/payload');
    const { message, messageBytes } = envelope;
    return {
      payloads: [messageBytes],
      decode: () => ({ kind: 'solana_transaction', transaction: viewSolanaMessage(message) }),
      signed: (signatures) => signedSolanaTransaction(envelope, own, onlyOne(signatures)),
    };
  },
  messageAnswer: (_wallet, _operation, { signature }) => ({
    signature: hexText(signature),
    r: null,
    s: null,
    v: null,
  }),
};
