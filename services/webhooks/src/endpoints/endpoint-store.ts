import type { Queryable } from '@wallet-service/postgres';
import type { Endpoint } from './endpoint.js';
import type { EndpointGuard, EndpointSet, SealedSecrets, StoredEndpoint } from './endpoint-set.js';

type EndpointRow = {
  endpoint_id: string;
  url: string;
  description: string;
  event_types: string[];
  disabled_reason: 'requested' | 'gone' | null;
  start_wallet: bigint;
  start_policy: bigint;
  start_identity: bigint;
  time_created: Date;
  time_updated: Date;
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  time_previous_expires: Date | null;
};

type SetRow = { generation: bigint | null; mac: Buffer | null } & (EndpointRow | { endpoint_id: null });

const columns = `endpoint_id, application_id, url, description, event_types, disabled_reason, start_wallet,
  start_policy, start_identity,
  time_created, time_updated`;

/**
 * The endpoints of one application, inside a transaction of that application. Every read checks that this
 * service wrote all of them, and throws `webhook.record-mismatch` if not. Every change rewrites the proof.
 */
export function endpointRows(rows: Queryable, applicationId: string, guard: EndpointGuard) {
  // What this transaction wrote is not committed, so it must not count as seen.
  let written = false;

  const read = () => readSet(rows, applicationId);

  async function checked(): Promise<EndpointSet> {
    const seen = guard.seen(applicationId);
    const set = await read();
    if (!written) guard.check(applicationId, set, seen);
    return set;
  }

  async function rewrite(change: () => Promise<number>): Promise<boolean> {
    await lock();
    const { generation } = await checked();
    written = true;
    const changed = await change();
    const next = generation + 1n;
    const mac = guard.macOf(applicationId, next, (await read()).stored);
    await rows.query(
      `insert into endpoint_sets (application_id, generation, mac) values ($1, $2, $3)
       on conflict (application_id) do update set generation = excluded.generation, mac = excluded.mac`,
      [applicationId, next, mac],
    );
    return changed > 0;
  }

  async function lock(): Promise<void> {
    await rows.query('select from endpoint_sets where application_id = $1 for update', [applicationId]);
  }

  const write = async (text: string, values: unknown[]) => (await rows.query(text, values)).rowCount ?? 0;

  return {
    /** Oldest first. */
    list: async (): Promise<Endpoint[]> => (await checked()).stored.map(({ endpoint }) => endpoint),

    async find(id: string, wanted?: 'for update'): Promise<Endpoint | undefined> {
      if (wanted) await lock();
      return (await checked()).stored.find(({ endpoint }) => endpoint.id === id)?.endpoint;
    },

    async insert(endpoint: Endpoint, sealedSecret: Buffer): Promise<void> {
      await rewrite(() =>
        write(
          `insert into endpoints (${columns}, sealed_secret)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10), to_timestamp($11), $12)`,
          [...valuesOf(endpoint), sealedSecret],
        ),
      );
    },

    async update(endpoint: Endpoint): Promise<void> {
      await rewrite(() =>
        write(
          `update endpoints set url = $3, description = $4, event_types = $5, disabled_reason = $6,
            start_wallet = $7, start_policy = $8,
             start_identity = $9, time_created = to_timestamp($10), time_updated = to_timestamp($11)
           where endpoint_id = $1 and application_id = $2`,
          valuesOf(endpoint),
        ),
      );
    },

    /** Also deletes its deliveries. False if there is none. */
    delete: (id: string): Promise<boolean> =>
      rewrite(() =>
        write('delete from endpoints where application_id = $1 and endpoint_id = $2', [applicationId, id]),
      ),

    secretsOf: async (id: string): Promise<SealedSecrets | undefined> =>
      (await checked()).stored.find(({ endpoint }) => endpoint.id === id)?.secrets,

    async replaceSecrets(id: string, { current, previous }: SealedSecrets): Promise<void> {
      await rewrite(() =>
        write(
          `update endpoints set sealed_secret = $3, sealed_previous_secret = $4, time_previous_expires = $5
           where application_id = $1 and endpoint_id = $2`,
          [applicationId, id, current, previous?.sealed ?? null, previous?.expires ?? null],
        ),
      );
    },

    /** Writes the proof for endpoints from before there were proofs. Only while such rows are accepted. */
    async adopt(): Promise<void> {
      const { mac, stored } = await checked();
      if (mac === null && stored.length > 0) await rewrite(() => Promise.resolve(0));
    },
  };
}

/** In a transaction that sees every application. */
export async function listApplicationsWithEndpoints(rows: Queryable): Promise<readonly string[]> {
  const { rows: found } = await rows.query<{ application_id: string }>(
    'select application_id from endpoint_sets union select application_id from endpoints order by 1',
  );
  return found.map(({ application_id }) => application_id);
}

async function readSet(rows: Queryable, applicationId: string): Promise<EndpointSet> {
  const { rows: found } = await rows.query<SetRow>(
    `select s.generation, s.mac, e.* from (select $1::uuid as application_id) a
     left join endpoint_sets s on s.application_id = a.application_id
     left join endpoints e on e.application_id = a.application_id
     order by e.endpoint_id`,
    [applicationId],
  );
  return {
    generation: found[0]?.generation ?? 0n,
    mac: found[0]?.mac ?? null,
    stored: found.flatMap((row) => (row.endpoint_id === null ? [] : [storedOfRow(applicationId, row)])),
  };
}

function storedOfRow(applicationId: string, row: EndpointRow): StoredEndpoint {
  const { sealed_previous_secret: sealed, time_previous_expires: expires } = row;
  return {
    endpoint: {
      id: row.endpoint_id,
      applicationId,
      url: row.url,
      description: row.description,
      eventTypes: row.event_types,
      disabledReason: row.disabled_reason ?? undefined,
      start: { wallet: row.start_wallet, policy: row.start_policy, identity: row.start_identity },
      timeCreated: Math.floor(row.time_created.getTime() / 1000),
      timeUpdated: Math.floor(row.time_updated.getTime() / 1000),
    },
    secrets: { current: row.sealed_secret, previous: sealed && expires ? { sealed, expires } : undefined },
  };
}

function valuesOf(endpoint: Endpoint): unknown[] {
  return [
    endpoint.id,
    endpoint.applicationId,
    endpoint.url,
    endpoint.description,
    endpoint.eventTypes,
    endpoint.disabledReason ?? null,
    endpoint.start.wallet,
    endpoint.start.policy,
    endpoint.start.identity,
    endpoint.timeCreated,
    endpoint.timeUpdated,
  ];
}
