import { connect, definitions, type Tls } from '@wallet-service/grpc';
import { newTraceId } from '@wallet-service/runtime';
import type { AskWitness } from './ask-witnesses.js';

/** One connection for each witness, so that the answers of two are never those of one. */
export function connectWitnesses(
  targets: readonly string[],
  tls: Tls,
): { readonly witnesses: readonly AskWitness[]; readonly close: () => void } {
  const clients = targets.map((target) =>
    connect({ definition: definitions.witness, targets: [target], tls, serverName: 'witness' }),
  );
  return {
    witnesses: clients.map(
      ({ call }) =>
        (request, deadlineMs) =>
          // A repeated question changes nothing more.
          call('State', request, { deadlineMs, traceId: newTraceId(), idempotent: true }),
    ),
    close: () => {
      for (const client of clients) client.close();
    },
  };
}
