import { connect, definitions, type RequestOf, type Tls, type WitnessDefinition } from '@wallet-service/grpc';
import { newTraceId } from '@wallet-service/runtime';

type Request = RequestOf<WitnessDefinition['CosignCheckpoints']>;
export type CheckpointOffer = NonNullable<Request['offers']>[number];
/** The checkpoint that a witness holds, as a note, and what became of the offered one. */
export type HeldCheckpoint = { readonly note: string; readonly outcome: string };

/** Asks one witness. Gives one answer for each offer, in their order. Rejects if it does not answer in time. */
export type AskWitness = (offers: readonly CheckpointOffer[]) => Promise<readonly HeldCheckpoint[]>;

const deadlineMs = 5_000;

/** One connection for each witness, so that the answers of two are never those of one. */
export function connectWitnesses(
  targets: readonly string[],
  tls: Tls,
): { readonly witnesses: readonly AskWitness[]; readonly close: () => void } {
  const clients = targets.map((target) =>
    connect({ definition: definitions.witness, targets: [target], tls, serverName: 'witness' }),
  );
  return {
    witnesses: clients.map(({ call }) => async (offers) => {
      const request = { offers: [...offers] };
      // A repeated offer changes nothing more.
      const options = { deadlineMs, traceId: newTraceId(), idempotent: true };
      return (await call('CosignCheckpoints', request, options)).held;
    }),
    close: () => {
      for (const client of clients) client.close();
    },
  };
}
