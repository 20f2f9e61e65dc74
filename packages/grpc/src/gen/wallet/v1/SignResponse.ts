// Original file: proto/wallet/v1/wallet.proto

import type { SignedReceipt as _wallet_v1_SignedReceipt, SignedReceipt__Output as _wallet_v1_SignedReceipt__Output } from '../../wallet/v1/SignedReceipt.js';
import type { Signature as _wallet_v1_Signature, Signature__Output as _wallet_v1_Signature__Output } from '../../wallet/v1/Signature.js';
import type { AuthorizationSignature as _wallet_v1_AuthorizationSignature, AuthorizationSignature__Output as _wallet_v1_AuthorizationSignature__Output } from '../../wallet/v1/AuthorizationSignature.js';
import type { SignedTransaction as _wallet_v1_SignedTransaction, SignedTransaction__Output as _wallet_v1_SignedTransaction__Output } from '../../wallet/v1/SignedTransaction.js';

export interface SignResponse {
  'requestId'?: (string);
  'receipt'?: (_wallet_v1_SignedReceipt | null);
  'signature'?: (_wallet_v1_Signature | null);
  'authorization'?: (_wallet_v1_AuthorizationSignature | null);
  'transaction'?: (_wallet_v1_SignedTransaction | null);
  'result'?: "signature"|"authorization"|"transaction";
}

export interface SignResponse__Output {
  'requestId': (string);
  'receipt': (_wallet_v1_SignedReceipt__Output | null);
  'signature'?: (_wallet_v1_Signature__Output | null);
  'authorization'?: (_wallet_v1_AuthorizationSignature__Output | null);
  'transaction'?: (_wallet_v1_SignedTransaction__Output | null);
  'result'?: "signature"|"authorization"|"transaction";
}
