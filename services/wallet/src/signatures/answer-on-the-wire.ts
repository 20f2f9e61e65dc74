import type { Answer } from '@wallet-service/chains';
import type { ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import type { SignedReceipt } from '../keys/signer-use-request.js';
import type { SigningAnswer } from './signing-request.js';

type SignResponse = ResponseOf<WalletDefinition['Sign']>;

/** The whole answer to `Sign`. MUST not be used for an export. */
export function signResponseOf({ requestId, result, receipt }: SigningAnswer): SignResponse {
  return { requestId, ...answerToWire(result as Answer), receipt: receipt ? receiptToWire(receipt) : null };
}

function receiptToWire({ statement, signature, publicKey }: SignedReceipt) {
  return {
    statement: Buffer.from(statement),
    signature: Buffer.from(signature),
    publicKey: Buffer.from(publicKey),
  };
}

/** The result of `Sign`, in the message of its kind. */
function answerToWire(answer: Answer): Pick<SignResponse, 'signature' | 'authorization' | 'transaction'> {
  switch (answer.kind) {
    case 'hash':
      return {
        signature: { ...signatureToWire(answer.signature), messageHash: answer.signature.message_hash },
      };
    case 'message':
      return { signature: signatureToWire(answer.signature) };
    case 'authorization': {
      const { r, s, y_parity: yParity, r_hex: rHex, s_hex: sHex } = answer.signature;
      return { authorization: { r, s, yParity, rHex, sHex } };
    }
    case 'transaction':
      return { transaction: transactionToWire(answer.transaction) };
  }
}

function signatureToWire(given: Extract<Answer, { kind: 'hash' | 'message' }>['signature']) {
  const { signature, r, s, v } = given;
  return {
    signature,
    parts: r === null ? null : { r, s, v },
    ...('signature_base64' in given && { signatureBase64: given.signature_base64 }),
  };
}

function transactionToWire(given: Extract<Answer, { kind: 'transaction' }>['transaction']) {
  const { signed_transaction: signedTransaction, transaction_hash: transactionHash } = given;
  return {
    ...(signedTransaction !== null && { signedTransaction }),
    ...(transactionHash !== null && { transactionHash }),
    ...('psbt' in given && { psbt: given.psbt }),
    ...('signature' in given && { signature: given.signature, signatureBase58: given.signature_base58 }),
  };
}
