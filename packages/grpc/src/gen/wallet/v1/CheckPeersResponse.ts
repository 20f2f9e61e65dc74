// Original file: proto/wallet/v1/wallet.proto

import type { PeerHealth as _wallet_v1_PeerHealth, PeerHealth__Output as _wallet_v1_PeerHealth__Output } from '../../wallet/v1/PeerHealth.js';

export interface CheckPeersResponse {
  'peers'?: (_wallet_v1_PeerHealth)[];
}

export interface CheckPeersResponse__Output {
  'peers': (_wallet_v1_PeerHealth__Output)[];
}
