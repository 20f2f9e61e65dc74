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

type Stored = readonly StoredEndpoint[];

type SetRow = { generation: bigint | null; mac: Buffer | null } & (EndpointRow | { endpoint_id: null });

const columns = `endpoint_id, application_id, url, description, event_types, disabled_reason, start_wallet,
  start_policy, start_identity,
  time_created, time_updated`;

/** Of every application. */
export const isAnyEnabledSql = 'exists (select 1 from endpoints where disabled_reason is null limit 1)';

/**
 * The endpoints of one application, inside a transaction of that application. Every reading checks that all
 * of them are as this service wrote them, and throws `webhook.record-mismatch` when they are not; every
 * change writes a new proof. The proof covers what was read, found genuine and changed here. Nothing is
 * read again for it: if somebody else writes meanwhile, it does not match what they wrote.
 */
export function endpointRows(rows: Queryable, applicationId: string, guard: EndpointGuard) {
  // What this transaction has locked, with its changes.
  let held: EndpointSet | undefined;

  async function checked(): Promise<EndpointSet> {
    if (held) return held;
    const seen = guard.seen(applicationId);
    const set = await readSet(rows, applicationId);
    guard.check(applicationId, set, seen);
    return set;
  }

  async function locked(): Promise<EndpointSet> {
    if (!held) {
      await rows.query('select from endpoint_sets where application_id = $1 for update', [applicationId]);
      held = await checked();
    }
    return held;
  }

  async function rewrite(change: (stored: Stored) => Stored): Promise<void> {
    const { generation, stored } = await locked();
    const next = { generation: generation + 1n, stored: change(stored).toSorted(byId) };
    const mac = guard.macOf(applicationId, next.generation, next.stored);
    held = { ...next, mac };
    await rows.query(
      `insert into endpoint_sets (application_id, generation, mac) values ($1, $2, $3)
       on conflict (application_id) do update set generation = excluded.generation, mac = excluded.mac`,
      [applicationId, next.generation, mac],
    );
  }

  const rewriteOne = (id: string, changed: Partial<StoredEndpoint>) =>
    rewrite((stored) => stored.map((each) => (each.endpoint.id === id ? { ...each, ...changed } : each)));

  return {
    /** Oldest first. */
    list: async (): Promise<Endpoint[]> => (await checked()).stored.map(({ endpoint }) => endpoint),

    async find(id: string, wanted?: 'for update'): Promise<Endpoint | undefined> {
      const { stored } = await (wanted ? locked() : checked());
      return stored.find(({ endpoint }) => endpoint.id === id)?.endpoint;
    },

    async insert(endpoint: Endpoint, sealedSecret: Buffer): Promise<void> {
      const secrets = { current: sealedSecret, previous: undefined };
      await rewrite((stored) => [...stored, { endpoint, secrets }]);
      await rows.query(
        `insert into endpoints (${columns}, sealed_secret)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10), to_timestamp($11), $12)`,
        [...valuesOf(endpoint), sealedSecret],
      );
    },

    async update(endpoint: Endpoint): Promise<void> {
      await rewriteOne(endpoint.id, { endpoint });
      await rows.query(
        `update endpoints set url = $3, description = $4, event_types = $5, disabled_reason = $6,
          start_wallet = $7, start_policy = $8,
           start_identity = $9, time_created = to_timestamp($10), time_updated = to_timestamp($11)
         where endpoint_id = $1 and application_id = $2`,
        valuesOf(endpoint),
      );
    },

    /** False when there is none. Its deliveries go with it. */
    async delete(id: string): Promise<boolean> {
      if (!(await locked()).stored.some(({ endpoint }) => endpoint.id === id)) return false;
      await rewrite((stored) => stored.filter(({ endpoint }) => endpoint.id !== id));
      await rows.query('delete from endpoints where application_id = $1 and endpoint_id = $2', [
        applicationId,
        id,
      ]);
      return true;
    },

    secretsOf: async (id: string): Promise<SealedSecrets | undefined> =>
      (await checked()).stored.find(({ endpoint }) => endpoint.id === id)?.secrets,

    async replaceSecrets(id: string, secrets: SealedSecrets): Promise<void> {
      const { current, previous } = secrets;
      await rewriteOne(id, { secrets });
      await rows.query(
        `update endpoints set sealed_secret = $3, sealed_previous_secret = $4, time_previous_expires = $5
         where application_id = $1 and endpoint_id = $2`,
        [applicationId, id, current, previous?.sealed ?? null, previous?.expires ?? null],
      );
    },

    /** Writes the proof for endpoints that were written before there were any; only while such rows are adopted. */
    async adopt(): Promise<void> {
      const { mac, stored } = await checked();
      if (mac === null && stored.length > 0) await rewrite((same) => same);
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

/** As Postgres orders them. */
function byId({ endpoint: one }: StoredEndpoint, { endpoint: other }: StoredEndpoint): number {
  return one.id < other.id ? -1 : 1;
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
