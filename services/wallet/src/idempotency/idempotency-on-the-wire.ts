import type { ReceivedRequestOf, WalletDefinition } from '@wallet-service/grpc';
import type { Idempotency } from './repeatable.js';

type WireIdempotency = ReceivedRequestOf<WalletDefinition['CreateWallet']>['idempotency'];

export function idempotencyOf(wire: WireIdempotency): Idempotency | undefined {
  if (!wire) return undefined;
  return { key: wire.key, bodyHash: wire.bodyHash, sealKey: wire.sealKey };
}
