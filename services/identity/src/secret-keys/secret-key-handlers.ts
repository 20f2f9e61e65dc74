import { AppError } from '@wallet-service/errors';
import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import type { Tenancy } from '../tenancy-store.js';
import { createSecretKey, type CreateSecretKeyDeps } from './create-secret-key.js';
import { listSecretKeys } from './list-secret-keys.js';
import { revokeSecretKey, type RevokeSecretKeyDeps } from './revoke-secret-key.js';
import type { SecretKey } from './secret-key.js';
import { updateSecretKey } from './update-secret-key.js';

type Methods = 'CreateSecretKey' | 'ListSecretKeys' | 'UpdateSecretKey' | 'RevokeSecretKey';

export type SecretKeyHandlersDeps = CreateSecretKeyDeps &
  RevokeSecretKeyDeps & { readonly tenancy: Pick<Tenancy, 'within' | 'change'> };

export function secretKeyHandlers(deps: SecretKeyHandlersDeps): Pick<Handlers<IdentityDefinition>, Methods> {
  return {
    async CreateSecretKey({ applicationId, label, scopes, timeExpires }, { grant }) {
      if (!grant) throw new AppError('auth.grant-invalid', 'making a secret key needs a grant');
      const asked = { applicationId, label, scopes, timeExpires: Number(timeExpires) };
      const { kept, secretKey } = await createSecretKey(deps, asked, grant);
      return { key: secretKeyToWire(kept), secretKey };
    },

    async ListSecretKeys({ applicationId }) {
      return { keys: (await listSecretKeys(deps, applicationId)).map(secretKeyToWire) };
    },

    async UpdateSecretKey({ applicationId, secretKeyId, label }) {
      return secretKeyToWire(await updateSecretKey(deps, applicationId, secretKeyId, label));
    },

    async RevokeSecretKey({ applicationId, secretKeyId }, { grant }) {
      if (!grant) throw new AppError('auth.grant-invalid', 'revoking a secret key needs a grant');
      await revokeSecretKey(deps, applicationId, secretKeyId, grant);
      return {};
    },
  };
}

/** An absent time is 0, because the proto has no null. */
function secretKeyToWire({ id, label, scopes = [], timeExpires = 0, ...times }: SecretKey) {
  const { timeCreated, timeLastUsed = 0, timeRevoked = 0 } = times;
  return { id, label, scopes: [...scopes], timeExpires, timeCreated, timeLastUsed, timeRevoked };
}
