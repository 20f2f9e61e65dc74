import { AppError } from '@wallet-service/errors';
import type { Tenancy } from '../tenancy-store.js';
import type { SecretKey } from './secret-key.js';

/**
 * All secret keys of an application, including revoked ones, oldest first. Throws `application.not-found`.
 */
export function listSecretKeys(
  { tenancy }: { readonly tenancy: Pick<Tenancy, 'within'> },
  applicationId: string,
): Promise<readonly SecretKey[]> {
  return tenancy.within(applicationId, async ({ application, secretKeys }) => {
    if (!(await application.find())) {
      throw new AppError('application.not-found', 'there is no such application');
    }
    return secretKeys.list();
  });
}
