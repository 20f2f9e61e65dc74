import {
  askEachServer,
  healthOfServers,
  type ServerAnswer,
  type ServerHealth,
  type Tls,
} from '@wallet-service/call-stream';
import type { ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import { decodeMessage, signerMethods } from '@wallet-service/signer-protocol';

type Peer = NonNullable<ResponseOf<WalletDefinition['CheckPeers']>['peers']>[number];

export type CheckPeersDeps = {
  readonly signerTargets: readonly string[];
  readonly witnessTargets: readonly string[];
  readonly tls: Tls;
};

/** As the handler answers. */
export type CheckedPeers = { readonly peers: Peer[] };

const answerWithinMs = 2_000;

/** Asks every signer and witness, on connections of its own: those in use do not tell of a server that has none. */
export function createCheckPeers({ signerTargets, witnessTargets, tls }: CheckPeersDeps) {
  return async (): Promise<CheckedPeers> => {
    const asked = { tls, timeoutMs: answerWithinMs };
    const [signers, witnesses] = await Promise.all([
      askEachServer({
        ...{ ...asked, targets: signerTargets, serverName: 'signer' },
        path: '/signer.v1.Signer/GetStatus',
      }),
      healthOfServers({ ...asked, targets: witnessTargets, serverName: 'witness' }),
    ]);
    return {
      peers: [...signers.map(healthOfSigner), ...witnesses.map((each) => ({ service: 'witness', ...each }))],
    };
  };
}

function healthOfSigner({ address, milliseconds, response }: ServerAnswer): Peer {
  const peer = { service: 'signer', address, milliseconds };
  if (!response) return { ...peer, state: 'unreachable' satisfies ServerHealth['state'] };
  const { phase, rootVersion, rootExpiresAt } = decodeMessage(signerMethods.GetStatus.response, response);
  return {
    ...peer,
    state: (phase === 'ready' ? 'serving' : 'not-serving') satisfies ServerHealth['state'],
    phase,
    rootVersion: String(rootVersion),
    rootExpiresAt: String(rootExpiresAt),
  };
}
