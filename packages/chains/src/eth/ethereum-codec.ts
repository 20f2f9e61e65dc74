import { invalidField } from '@wallet-service/errors';
import { ethereumSignature, onlyOne } from '../answers.js';
import type { ChainCodec } from '../chain-codec.js';
import { hexText } from '../hex-text.js';
import { personalMessageDigest } from './personal-message.js';
import { decodeUnsigned, encodeSigned, transactionHash } from './transaction-codec.js';

export const ethereumCodec: ChainCodec = {
  messageFormats: ['eip191'],
  readMessage: (_wallet, operation) => ({
    payloads: [personalMessageDigest(operation.message)],
    decode: () => operation,
  }),
  readHash: (operation) => {
    if (operation.hash.length !== 32) throw invalidField('/raw_data_hash', 'a hash has 32 bytes');
    return { payloads: [operation.hash], decode: () => operation };
  },
  readTransaction: (_wallet, unsigned) => {
    // The decoder takes only what the encoder produces, so the given bytes are the canonical ones.
    const transaction = decodeUnsigned(unsigned, '/payload');
    return {
      payloads: [transactionHash(unsigned)],
      decode: () => ({ kind: 'ethereum_transaction', transaction }),
      signed: (signatures) => {
        const signed = encodeSigned(transaction, onlyOne(signatures));
        return { signed_transaction: hexText(signed), transaction_hash: hexText(transactionHash(signed)) };
      },
    };
  },
  messageAnswer: (_wallet, _operation, signature) => ethereumSignature(signature),
};
