// Original file: proto/wallet/v1/wallet.proto

import type { Attestation as _wallet_v1_Attestation, Attestation__Output as _wallet_v1_Attestation__Output } from '../../wallet/v1/Attestation.js';

export interface GetAttestationsResponse {
  'attestations'?: (_wallet_v1_Attestation)[];
}

export interface GetAttestationsResponse__Output {
  'attestations': (_wallet_v1_Attestation__Output)[];
}
