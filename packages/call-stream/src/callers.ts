import type { ServerDuplexStream } from '@grpc/grpc-js';

type AuthenticatedCall = Pick<ServerDuplexStream<unknown, unknown>, 'getAuthContext'>;

/** DNS names of the client certificate's SAN. The common name is ignored on purpose: it says nothing about who may use the key. */
export function callersOf(call: AuthenticatedCall): readonly string[] {
  const names = call.getAuthContext().sslPeerCertificate?.subjectaltname ?? '';
  return names
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length));
}
