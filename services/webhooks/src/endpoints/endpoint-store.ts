import type { Rows } from '../rows.js';
import type { Endpoint } from './endpoint.js';

/** The secrets of an endpoint as they are kept. `previous` counts until its time. */
export type SealedSecrets = {
  readonly current: Buffer;
  readonly previous: { readonly sealed: Buffer; readonly expires: Date } | undefined;
};

type EndpointRow = {
  endpoint_id: string;
  application_id: string;
  url: string;
  description: string;
  event_types: string[];
  disabled_reason: 'requested' | 'gone' | null;
  start_wallet: bigint;
  start_policy: bigint;
  start_identity: bigint;
  time_created: Date;
  time_updated: Date;
};
type SecretsRow = {
  sealed_secret: Buffer;
  sealed_previous_secret: Buffer | null;
  time_previous_expires: Date | null;
};

const columns = `endpoint_id, application_id, url, description, event_types, disabled_reason, start_wallet, start_policy, start_identity,
  time_created, time_updated`;

/** The endpoints of one application, inside a transaction of that application. */
export function endpointRows(rows: Rows, applicationId: string) {
  return {
    /** Oldest first. */
    async list(): Promise<Endpoint[]> {
      const { rows: found } = await rows.query<EndpointRow>(
        `select ${columns} from endpoints where application_id = $1 order by endpoint_id`,
        [applicationId],
      );
      return found.map(endpointOfRow);
    },

    async find(id: string, lock?: 'for update'): Promise<Endpoint | undefined> {
      const { rows: found } = await rows.query<EndpointRow>(
        `select ${columns} from endpoints where application_id = $1 and endpoint_id = $2 ${lock ?? ''}`,
        [applicationId, id],
      );
      return found[0] && endpointOfRow(found[0]);
    },

    async insert(endpoint: Endpoint, sealedSecret: Buffer): Promise<void> {
      await rows.query(
        `insert into endpoints (${columns}, sealed_secret)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10), to_timestamp($11), $12)`,
        [...valuesOf(endpoint), sealedSecret],
      );
    },

    async update(endpoint: Endpoint): Promise<void> {
      await rows.query(
        `update endpoints set url = $3, description = $4, event_types = $5, disabled_reason = $6, start_wallet = $7, start_policy = $8,
           start_identity = $9, time_created = to_timestamp($10), time_updated = to_timestamp($11)
         where endpoint_id = $1 and application_id = $2`,
        valuesOf(endpoint),
      );
    },

    /** False when there is none. Its deliveries go with it. */
    async delete(id: string): Promise<boolean> {
      const { rowCount } = await rows.query(
        'delete from endpoints where application_id = $1 and endpoint_id = $2',
        [applicationId, id],
      );
      return rowCount === 1;
    },

    async secretsOf(id: string): Promise<SealedSecrets | undefined> {
      const { rows: found } = await rows.query<SecretsRow>(
        `select sealed_secret, sealed_previous_secret, time_previous_expires from endpoints
         where application_id = $1 and endpoint_id = $2`,
        [applicationId, id],
      );
      return found[0] && secretsOfRow(found[0]);
    },

    async replaceSecrets(id: string, { current, previous }: SealedSecrets): Promise<void> {
      await rows.query(
        `update endpoints set sealed_secret = $3, sealed_previous_secret = $4, time_previous_expires = $5
         where application_id = $1 and endpoint_id = $2`,
        [applicationId, id, current, previous?.sealed ?? null, previous?.expires ?? null],
      );
    },
  };
}

function endpointOfRow(row: EndpointRow): Endpoint {
  return {
    id: row.endpoint_id,
    applicationId: row.application_id,
    url: row.url,
    description: row.description,
    eventTypes: row.event_types,
    disabledReason: row.disabled_reason ?? undefined,
    start: { wallet: row.start_wallet, policy: row.start_policy, identity: row.start_identity },
    timeCreated: Math.floor(row.time_created.getTime() / 1000),
    timeUpdated: Math.floor(row.time_updated.getTime() / 1000),
  };
}

function secretsOfRow(row: SecretsRow): SealedSecrets {
  const { sealed_previous_secret: sealed, time_previous_expires: expires } = row;
  return { current: row.sealed_secret, previous: sealed && expires ? { sealed, expires } : undefined };
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
