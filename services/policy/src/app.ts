import type { KeyObject } from 'node:crypto';
import type { Pool } from 'pg';
import { AppError } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition } from '@wallet-service/grpc';
import { createFreshReader, inTransaction } from '@wallet-service/postgres';
import { evaluate } from './evaluation/evaluate.js';
import { evaluationHandlers } from './evaluation/evaluation-handlers.js';
import { raiseRecordFloor } from './record-floors/record-floor-store.js';
import { raiseRevision, readStandings, type Standing } from './revisions/revision-store.js';
import { settingsHandlers } from './settings/settings-handlers.js';
import { readSettings, writeSettings } from './settings/settings-store.js';
import { createUpdateSettings } from './settings/update-settings.js';
import { signVerdict } from './verdicts/sign-verdict.js';

export type AppOptions = {
  readonly pool: Pool;
  readonly verdictKey: KeyObject;
  readonly now: () => Date;
};

/** Everything that the service does, on its dependencies. */
export function createApp({ pool, verdictKey, now }: AppOptions): Handlers<PolicyDefinition> {
  const readStanding = standingReader(pool);
  const settingsOf = (applicationId: string) =>
    inTransaction(pool, (client) => readSettings(client, applicationId), { applicationId });
  return {
    ...evaluationHandlers((request) =>
      evaluate(
        {
          readStanding,
          raiseRecordFloor: (...args) => raiseRecordFloor(pool, ...args),
          settingsAt: settingsOf,
          sign: (permission) => signVerdict(verdictKey, permission, Math.floor(now().getTime() / 1000)),
        },
        request,
      ),
    ),
    ...settingsHandlers({
      readSettings: settingsOf,
      updateSettings: createUpdateSettings({
        inTransaction: (applicationId, work) =>
          inTransaction(
            pool,
            (client) =>
              work({
                raiseRevision: () => raiseRevision(client, applicationId),
                readSettings: () => readSettings(client, applicationId),
                writeSettings: (settings) => writeSettings(client, applicationId, settings, now()),
              }),
            { applicationId },
          ),
      }),
    }),
    ...notYet,
  };
}

const missing = () => Promise.reject(new AppError('request.not-found', 'not implemented yet'));
const notYet = {
  ReleaseReservation: missing,
  CreatePolicy: missing,
  GetPolicy: missing,
  ListPolicies: missing,
  UpdatePolicy: missing,
  DeletePolicy: missing,
  ListPolicyRevisions: missing,
  EvaluateDryRun: missing,
  ListDecisions: missing,
};

function standingReader(pool: Pool): (applicationId: string, walletId: string) => Promise<Standing> {
  const read = createFreshReader<Standing>(async (keys) => {
    const pairs = keys.map((key) => JSON.parse(key) as [string, string]);
    const standings = await readStandings(pool, pairs);
    return new Map(keys.map((key, index) => [key, standings[index] ?? nothingKnown]));
  });
  return async (applicationId, walletId) =>
    (await read(JSON.stringify([applicationId, walletId]))) ?? nothingKnown;
}

const nothingKnown: Standing = { revision: 0n, recordFloor: 1n };
