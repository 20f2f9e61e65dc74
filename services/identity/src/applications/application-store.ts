import { AppError } from '@wallet-service/errors';
import type { Scope } from '@wallet-service/grants';
import type { Queryable } from '@wallet-service/postgres';
import type { Meaning, RowMacs } from '../row-macs.js';
import { defaultSettings, type Application, type Features, type Settings } from '../directory/application.js';

export type ApplicationRow = {
  application_id: string;
  api_key: string;
  name: string;
  op_jwt_mode: Settings['opJwtMode'];
  express_jwt_max_lifetime_seconds: number;
  access_key_recovery: boolean;
  email_provider_ids: string[];
  allowed_origins: string[];
  claim_possible: Settings['claimPossible'];
  approvals_needed: number;
  approval_scopes: Scope[];
  pregenerated_wallets: boolean;
  time_created: Date;
  time_updated: Date;
  mac: Buffer | null;
};

export const applicationColumns = `a.application_id, d.api_key, a.name, a.op_jwt_mode,
  a.express_jwt_max_lifetime_seconds, a.access_key_recovery,
  a.email_provider_ids, a.allowed_origins, a.claim_possible, a.approvals_needed, a.approval_scopes,
  a.pregenerated_wallets, a.time_created, a.time_updated, a.mac`;
export const applicationTables = 'applications a join application_directory d using (application_id)';

/** The row of one application. */
export function applicationRows(rows: Queryable, applicationId: string, macs: RowMacs) {
  const macOf = (application: Application) =>
    macs.of('applications', applicationId, applicationId, meaningOf(application));

  return {
    /** Throws `internal` if identity did not write the row. */
    async find(): Promise<Application | undefined> {
      const { rows: found } = await rows.query<ApplicationRow>(
        `select ${applicationColumns} from ${applicationTables} where a.application_id = $1`,
        [applicationId],
      );
      if (!found[0]) return undefined;
      const application = genuineApplication(macs, found[0]);
      if (!application)
        throw new AppError('internal', 'the row of the application is not what identity wrote');
      return application;
    },

    async insert(application: Application): Promise<void> {
      const { name, settings, features, timeCreated, timeUpdated } = application;
      await rows.query(
        `insert into applications (application_id, name, op_jwt_mode, express_jwt_max_lifetime_seconds,
          access_key_recovery,
           email_provider_ids, allowed_origins, claim_possible, approvals_needed, approval_scopes,
           pregenerated_wallets, time_created, time_updated, mac)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, to_timestamp($12), to_timestamp($13), $14)`,
        [
          applicationId,
          name,
          ...settingValues(settings, features),
          timeCreated,
          timeUpdated,
          macOf(application),
        ],
      );
    },

    async update(application: Application): Promise<void> {
      const { name, settings, features, timeUpdated } = application;
      await rows.query(
        `update applications set name = $2, op_jwt_mode = $3, express_jwt_max_lifetime_seconds = $4,
          access_key_recovery = $5,
           email_provider_ids = $6, allowed_origins = $7, claim_possible = $8, approvals_needed = $9,
           approval_scopes = $10, pregenerated_wallets = $11, time_updated = to_timestamp($12), mac = $13
         where application_id = $1`,
        [applicationId, name, ...settingValues(settings, features), timeUpdated, macOf(application)],
      );
    },
  };
}

/**
 * Applications after `after` (exclusive), in the order of their ids. For the operator: reads across tenants.
 * Leaves out rows that identity did not write.
 */
export async function listApplicationRows(
  rows: Queryable,
  macs: RowMacs,
  after: string | undefined,
  limit: number,
): Promise<Application[]> {
  const { rows: found } = await rows.query<ApplicationRow>(
    `select ${applicationColumns} from ${applicationTables} where $1::uuid is null or a.application_id > $1
      order by a.application_id limit $2`,
    [after ?? null, limit],
  );
  return found.flatMap((row) => genuineApplication(macs, row) ?? []);
}

function settingValues(settings: Settings, features: Features): readonly unknown[] {
  return [
    settings.opJwtMode,
    settings.expressJwtMaxLifetimeSeconds,
    settings.accessKeyRecovery,
    settings.emailProviderIds,
    settings.allowedOrigins,
    settings.claimPossible,
    settings.approvals.needed,
    settings.approvals.scopes,
    features.pregeneratedWallets,
  ];
}

/** Undefined if identity did not write the row. */
export function genuineApplication(macs: RowMacs, row: ApplicationRow): Application | undefined {
  const application = applicationOf(row);
  const { id } = application;
  return macs.fits('applications', id, id, meaningOf(application), row.mac) ? application : undefined;
}

/** All its members except the id, including the API key in the directory. */
export function meaningOf({ name, apiKey, settings, features, ...times }: Application): Meaning {
  const { opJwtMode, expressJwtMaxLifetimeSeconds, accessKeyRecovery, emailProviderIds } = settings;
  return [
    name,
    apiKey,
    opJwtMode,
    expressJwtMaxLifetimeSeconds,
    accessKeyRecovery,
    emailProviderIds,
    features.pregeneratedWallets,
    times.timeCreated,
    times.timeUpdated,
    ...newerMeaning(settings),
  ];
}

/** Settings that older rows don't have. A row with their defaults has the MAC that it had before them. */
function newerMeaning({ allowedOrigins, claimPossible, approvals }: Settings): Meaning {
  return [
    ...(allowedOrigins.length > 0 ? ['allowed_origins', allowedOrigins] : []),
    ...(claimPossible === defaultSettings.claimPossible ? [] : ['claim_possible', claimPossible]),
    ...(approvals.needed === 0 && approvals.scopes.length === 0
      ? []
      : ['approvals', approvals.needed, approvals.scopes]),
  ];
}

export function applicationOf(row: ApplicationRow): Application {
  return {
    id: row.application_id,
    name: row.name,
    apiKey: row.api_key,
    settings: {
      opJwtMode: row.op_jwt_mode,
      expressJwtMaxLifetimeSeconds: row.express_jwt_max_lifetime_seconds,
      accessKeyRecovery: row.access_key_recovery,
      emailProviderIds: row.email_provider_ids,
      allowedOrigins: row.allowed_origins,
      claimPossible: row.claim_possible,
      approvals: { needed: row.approvals_needed, scopes: row.approval_scopes },
    },
    features: { pregeneratedWallets: row.pregenerated_wallets },
    timeCreated: Math.floor(row.time_created.getTime() / 1000),
    timeUpdated: Math.floor(row.time_updated.getTime() / 1000),
  };
}
