import { setTimeout as sleep } from 'node:timers/promises';
import type { Tls } from '@wallet-service/grpc';
import type { Config } from './config.js';
import { createSignerClient, type SignerClient } from './signer/signer-client.js';

export function connectSigner(config: Config, tls: Tls): SignerClient {
  return createSignerClient({
    targets: config.signerTargets,
    tls,
    now: Date.now,
  });
}

// The first requests should find open streams. But known wallets can be served without a signer, so the wait
// is bounded.
export async function untilConnected(peers: readonly { connected: () => boolean }[]): Promise<void> {
  const giveUpAt = Date.now() + 5_000;
  while (Date.now() < giveUpAt && !peers.every((peer) => peer.connected())) await sleep(10);
}
