import { AppError } from '@wallet-service/errors';
import { uuidV7 } from '@wallet-service/values';
import { newSecretKey, type NewSecretKey } from '../secret-keys/create-secret-key.js';
import type { Tenancy } from '../tenancy-store.js';
import { apiKeyOf, defaultFeatures, defaultSettings, type Application } from '../directory/application.js';
import { shownSecretKey } from '../secret-keys/shown-secret-key.js';
import { shownApplication } from './shown-application.js';
import { checkApplicationName } from './application-name.js';

export type CreateApplicationDeps = {
  readonly tenancy: Pick<Tenancy, 'create'>;
  readonly pepper: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
};

/** Creates an application with one secret key, which is returned only here. Throws `request.invalid`. */
export async function createApplication(
  deps: CreateApplicationDeps,
  name: string,
): Promise<{ application: Application; key: NewSecretKey }> {
  const nowMs = deps.now();
  const application: Application = {
    id: uuidV7(nowMs, deps.randomBytes(10)),
    name: checkApplicationName(name),
    apiKey: apiKeyOf(deps.randomBytes(16)),
    settings: defaultSettings,
    features: defaultFeatures,
    timeCreated: Math.floor(nowMs / 1000),
    timeUpdated: Math.floor(nowMs / 1000),
  };
  const key = newSecretKey(deps);
  const created = await deps.tenancy.create(application, async ({ secretKeys, record }) => {
    await secretKeys.insert(key.kept);
    await record('admin.application_created', { after: shownApplication(application) });
    await record('admin.secret_key_created', { after: shownSecretKey(key.kept) });
  });
  // 128 random bits do not repeat by chance.
  if (!created) throw new AppError('internal', 'the random source returned an existing API key');
  return { application, key };
}
