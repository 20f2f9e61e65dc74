import { AppError } from '@wallet-service/errors';
import type { Tenancy } from '../tenancy-store.js';
import type { Snapshot } from './snapshot.js';

/** Reads everything of one application in one transaction. Throws `application.not-found`. */
export function loadSnapshot(tenancy: Pick<Tenancy, 'within'>, applicationId: string): Promise<Snapshot> {
  return tenancy.within(applicationId, async ({ application, providers, keySets, secretKeys }) => {
    const found = await application.find();
    if (!found) throw new AppError('application.not-found', 'there is no such application');
    const sets = new Map(
      (await keySets.list()).map(({ providerId, keySetJson }) => [providerId, keySetJson]),
    );
    return {
      application: found,
      providers: new Map(
        (await providers.list()).map((provider) => [
          provider.id,
          { ...provider, keySetJson: sets.get(provider.id) },
        ]),
      ),
      secretKeys: new Map((await secretKeys.list()).map((key) => [key.id, key])),
    };
  });
}
