import type { Queryable } from '@wallet-service/postgres';

/** The schema of the job queue (graphile-worker), beside the service's own. */
export const jobSchema = 'webhooks_jobs';
export const deliverTask = 'deliver';

/** What belongs together in order: the events of one key to one endpoint. */
export type Stream = { readonly endpointId: string; readonly orderingKey: string };
export type DeliveryStream = Stream & { readonly applicationId: string };

/**
 * The key under which a stream has one waiting job at most, in SQL. A hash: the queue refuses a key of more
 * than 512 characters, and a row that somebody else wrote would keep the streams of all others from being
 * taken up.
 */
export const jobKey = (endpointId: string, orderingKey: string): string =>
  `encode(sha256(convert_to(${endpointId} || ':' || ${orderingKey}, 'UTF8')), 'hex')`;

/** What a job says. */
export type DeliverPayload = {
  readonly application_id: string;
  readonly endpoint_id: string;
  readonly ordering_key: string;
};

/**
 * The jobs that deliver for one application, written in the transaction of what they are about. One waiting
 * job a stream at most.
 */
export function jobRows(rows: Queryable, applicationId: string) {
  const add = (streams: readonly Stream[], runAt: Date | null, mode: 'replace' | 'preserve_run_at') =>
    rows.query(
      `select from unnest($1::text[], $2::text[], $3::text[]) as s (payload, endpoint_id, ordering_key),
         lateral ${jobSchema}.add_job('${deliverTask}', payload => s.payload::json,
           job_key => ${jobKey('s.endpoint_id', 's.ordering_key')}, run_at => $4::timestamptz, job_key_mode => $5)`,
      [
        streams.map((stream) => JSON.stringify(payloadOf(applicationId, stream))),
        streams.map(({ endpointId }) => endpointId),
        streams.map(({ orderingKey }) => orderingKey),
        runAt,
        mode,
      ],
    );
  return {
    /** Has the streams looked at now; one that waits for its next attempt goes on waiting. */
    async wake(streams: readonly Stream[]): Promise<void> {
      if (streams.length > 0) await add(streams, null, 'preserve_run_at');
    },

    /** Has the stream looked at at this time, instead of the time that it was to be looked at. */
    async schedule(stream: Stream, at: Date): Promise<void> {
      await add([stream], at, 'replace');
    },
  };
}

function payloadOf(applicationId: string, { endpointId, orderingKey }: Stream): DeliverPayload {
  return { application_id: applicationId, endpoint_id: endpointId, ordering_key: orderingKey };
}
