import type { Application, Features, Settings } from './application.js';
import type { Rows } from '../rows.js';

type ApplicationRow = {
  application_id: string;
  api_key: string;
  name: string;
  op_jwt_mode: Settings['opJwtMode'];
  express_jwt_max_lifetime_seconds: number;
  access_key_recovery: boolean;
  email_provider_ids: string[];
  pregenerated_wallets: boolean;
  time_created: Date;
  time_updated: Date;
};

const columns = `a.application_id, d.api_key, a.name, a.op_jwt_mode, a.express_jwt_max_lifetime_seconds, a.access_key_recovery,
  a.email_provider_ids, a.pregenerated_wallets, a.time_created, a.time_updated`;
const tables = 'applications a join application_directory d using (application_id)';

/** The row of one application. */
export function applicationRows(rows: Rows, applicationId: string) {
  return {
    async find(): Promise<Application | undefined> {
      const { rows: found } = await rows.query<ApplicationRow>(
        `select ${columns} from ${tables} where a.application_id = $1`,
        [applicationId],
      );
      return found[0] && applicationOf(found[0]);
    },

    async insert(application: Application): Promise<void> {
      const { name, settings, features, timeCreated, timeUpdated } = application;
      await rows.query(
        `insert into applications (application_id, name, op_jwt_mode, express_jwt_max_lifetime_seconds, access_key_recovery,
           email_provider_ids, pregenerated_wallets, time_created, time_updated)
         values ($1, $2, $3, $4, $5, $6, $7, to_timestamp($8), to_timestamp($9))`,
        [applicationId, name, ...settingValues(settings, features), timeCreated, timeUpdated],
      );
    },

    async update({ name, settings, features, timeUpdated }: Application): Promise<void> {
      await rows.query(
        `update applications set name = $2, op_jwt_mode = $3, express_jwt_max_lifetime_seconds = $4, access_key_recovery = $5,
           email_provider_ids = $6, pregenerated_wallets = $7, time_updated = to_timestamp($8)
         where application_id = $1`,
        [applicationId, name, ...settingValues(settings, features), timeUpdated],
      );
    },
  };
}

/** Applications in the order of their ids, those after `after` (exclusive). For the operator: reads across tenants. */
export async function listApplicationRows(
  rows: Rows,
  after: string | undefined,
  limit: number,
): Promise<Application[]> {
  const { rows: found } = await rows.query<ApplicationRow>(
    `select ${columns} from ${tables} where $1::uuid is null or a.application_id > $1 order by a.application_id limit $2`,
    [after ?? null, limit],
  );
  return found.map(applicationOf);
}

function settingValues(settings: Settings, features: Features): readonly unknown[] {
  return [
    settings.opJwtMode,
    settings.expressJwtMaxLifetimeSeconds,
    settings.accessKeyRecovery,
    settings.emailProviderIds,
    features.pregeneratedWallets,
  ];
}

function applicationOf(row: ApplicationRow): Application {
  return {
    id: row.application_id,
    name: row.name,
    apiKey: row.api_key,
    settings: {
      opJwtMode: row.op_jwt_mode,
      expressJwtMaxLifetimeSeconds: row.express_jwt_max_lifetime_seconds,
      accessKeyRecovery: row.access_key_recovery,
      emailProviderIds: row.email_provider_ids,
    },
    features: { pregeneratedWallets: row.pregenerated_wallets },
    timeCreated: Math.floor(row.time_created.getTime() / 1000),
    timeUpdated: Math.floor(row.time_updated.getTime() / 1000),
  };
}
