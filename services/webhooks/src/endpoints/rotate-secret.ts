import { invalidField } from '@wallet-service/errors';
import type { Tenancy } from '../tenancy-store.js';
import { endpointNotFound, type Endpoint } from './endpoint.js';
import type { SecretSeal } from './seal-secret.js';
import { shownEndpoint } from './shown-endpoint.js';
import { secretTextOf } from './signing-secret.js';

export type RotateSecretDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly seal: SecretSeal;
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
};

const defaultOverlapSeconds = 86_400;
const longestOverlapSeconds = 604_800;

/**
 * Gives an endpoint a new secret. The old one stays valid for `overlapSeconds`. An older one stops working at
 * once. Throws `request.invalid`, `webhook.endpoint-not-found`.
 */
export async function rotateSecret(
  deps: RotateSecretDeps,
  { applicationId, id }: Pick<Endpoint, 'applicationId' | 'id'>,
  overlapSeconds = defaultOverlapSeconds,
): Promise<{ readonly secret: string; readonly previousExpiresAt: number }> {
  if (overlapSeconds > longestOverlapSeconds) {
    throw invalidField('/overlap_seconds', `must be at most ${longestOverlapSeconds}`);
  }
  const secret = deps.randomBytes(32);
  const previousExpiresAt = overlapSeconds === 0 ? 0 : Math.floor(deps.now() / 1000) + overlapSeconds;
  await deps.tenancy.within(applicationId, async ({ endpoints, record }) => {
    const found = await endpoints.find(id, 'for update');
    const secrets = await endpoints.secretsOf(id);
    if (!found || !secrets) throw endpointNotFound();
    await endpoints.replaceSecrets(id, {
      current: deps.seal.seal({ applicationId, endpointId: id }, secret),
      previous:
        previousExpiresAt === 0
          ? undefined
          : { sealed: secrets.current, expires: new Date(previousExpiresAt * 1000) },
    });
    const shown = shownEndpoint(found);
    await record('admin.webhook_secret_rotated', {
      before: shown,
      after: { ...shown, previous_expires_at: previousExpiresAt },
    });
  });
  return { secret: secretTextOf(secret), previousExpiresAt };
}

/** The secrets that sign now, newest first, without those sealed under another key. */
export function validSecrets(
  seal: SecretSeal,
  { applicationId, id }: Pick<Endpoint, 'applicationId' | 'id'>,
  secrets: { readonly current: Buffer; readonly previous: { sealed: Buffer; expires: Date } | undefined },
  nowMs: number,
): readonly Buffer[] {
  const { current, previous } = secrets;
  const valid = previous && previous.expires.getTime() > nowMs ? [current, previous.sealed] : [current];
  return valid.flatMap((sealed) => {
    try {
      return [seal.open({ applicationId, endpointId: id }, sealed)];
    } catch {
      return [];
    }
  });
}
