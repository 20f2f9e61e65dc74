// Original file: proto/wallet/v1/wallet.proto

import type { EcdsaParts as _wallet_v1_EcdsaParts, EcdsaParts__Output as _wallet_v1_EcdsaParts__Output } from '../../wallet/v1/EcdsaParts.js';

export interface Signature {
  'signature'?: (string);
  'parts'?: (_wallet_v1_EcdsaParts | null);
  'signatureBase64'?: (string);
  'messageHash'?: (string);
  '_signatureBase64'?: "signatureBase64";
  '_messageHash'?: "messageHash";
}

export interface Signature__Output {
  'signature': (string);
  'parts': (_wallet_v1_EcdsaParts__Output | null);
  'signatureBase64'?: (string);
  'messageHash'?: (string);
  '_signatureBase64'?: "signatureBase64";
  '_messageHash'?: "messageHash";
}
