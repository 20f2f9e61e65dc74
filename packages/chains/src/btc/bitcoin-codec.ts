import { base64 } from '@scure/base';
import { parts } from '../answers.js';
import type { ChainCodec } from '../chain-codec.js';
import { hexText } from '../hex-text.js';
import { unsupported } from '../unsupported.js';
import { genericMessageDigest, simpleProof } from './generic-message.js';
import { inputDigests, parsePsbt } from './psbt.js';
import { signedMessageBytes, signedMessageDigest } from './signed-message.js';
import { signedPsbt } from './signed-psbt.js';
import { viewParsedPsbt } from './transaction-view.js';

export const bitcoinCodec: ChainCodec = {
  messageFormats: ['bip137', 'bip322'],
  readMessage: ({ publicKey }, operation) => {
    const { message, format } = operation;
    const digest =
      format === 'bip322' ? genericMessageDigest(message, publicKey) : signedMessageDigest(message);
    return { payloads: [digest], decode: () => operation };
  },
  readHash: () => {
    throw unsupported('a bare hash is not signed on BTC: sign a PSBT, or a message by BIP-137 or BIP-322');
  },
  readTransaction: (wallet, unsigned) => {
    const psbt = parsePsbt(wallet, unsigned, '/payload');
    return {
      payloads: inputDigests(psbt, wallet.publicKey),
      decode: () => ({ kind: 'bitcoin_transaction', transaction: viewParsedPsbt(wallet, psbt) }),
      signed: (signatures) => signedPsbt(psbt, wallet.publicKey, signatures),
    };
  },
  messageAnswer: ({ publicKey }, { format }, raw) => {
    const isGeneric = format === 'bip322';
    const proof = isGeneric
      ? simpleProof(raw.signature, publicKey)
      : signedMessageBytes(raw.signature, raw.recoveryId);
    // BIP-322: a signer prefixes the base64 with the name of the variant.
    const signature_base64 = (isGeneric ? 'smp' : '') + base64.encode(proof);
    return { signature: hexText(proof), ...parts(raw), v: String(27 + raw.recoveryId), signature_base64 };
  },
};
