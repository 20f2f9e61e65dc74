import type { Approver } from '@wallet-service/grants';
import { demandApprover } from './change-requests.js';
import type { PeopleDeps } from './people-deps.js';
import { openSession } from './sessions.js';

/**
 * That the person of a session is an owner of the application who can sign in, and which passkeys are theirs. Throws
 * `application.not-found`, `auth.session-invalid` and `auth.scope-missing`.
 */
export function vouchForApprover(
  deps: Pick<PeopleDeps, 'tenancy' | 'pepper' | 'relyingParty' | 'now'>,
  { applicationId, session }: { readonly applicationId: string; readonly session: string },
): Promise<Approver> {
  const { id, origins } = deps.relyingParty();
  return deps.tenancy.within(applicationId, async (tenant) => {
    const { person } = await openSession(deps, tenant, session);
    await demandApprover(tenant, person);
    const passkeys = await tenant.passkeys.of(person.id);
    return {
      ...{ applicationId, personId: person.id, relyingParty: { id, origins }, issuedAt: deps.now() },
      passkeys: passkeys.map(({ credentialId, publicKey, algorithm }) => ({
        ...{ credentialId, algorithm },
        publicKey: Buffer.from(publicKey).toString('base64url'),
      })),
    };
  });
}
