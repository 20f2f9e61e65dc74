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
    async CreateSecretKey({ applicationId, label }) {
      const { kept, secretKey } = await createSecretKey(deps, applicationId, label);
      return { key: secretKeyToWire(kept), secretKey };
    },

    async ListSecretKeys({ applicationId }) {
      return { keys: (await listSecretKeys(deps, applicationId)).map(secretKeyToWire) };
    },

    async UpdateSecretKey({ applicationId, secretKeyId, label }) {
      return secretKeyToWire(await updateSecretKey(deps, applicationId, secretKeyId, label));
    },

    async RevokeSecretKey({ applicationId, secretKeyId }) {
      await revokeSecretKey(deps, applicationId, secretKeyId);
      return {};
    },
  };
}

/** An absent time is 0, because the proto has no null. */
function secretKeyToWire({ id, label, timeCreated, timeLastUsed = 0, timeRevoked = 0 }: SecretKey) {
  return { id, label, timeCreated, timeLastUsed, timeRevoked };
}
