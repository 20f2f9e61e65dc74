import type { Approver } from '@wallet-service/grants';
import { demandApprover } from './change-requests.js';
import type { PeopleDeps } from './people-deps.js';
import { openSession } from './sessions.js';

/**
 * That the person of a session is an owner of the application who can sign in, and which passkeys are theirs.
 * `credentialId`: this one alone, so that what is kept with an approval stays short. Throws `application.not-found`,
 * `auth.session-invalid` and `auth.scope-missing`.
 */
export function vouchForApprover(
  deps: Pick<PeopleDeps, 'tenancy' | 'pepper' | 'relyingParty' | 'now'>,
  {
    applicationId,
    session,
    credentialId: only,
  }: { readonly applicationId: string; readonly session: string; readonly credentialId: string | undefined },
): Promise<Approver> {
  const { id, origins } = deps.relyingParty();
  return deps.tenancy.within(applicationId, async (tenant) => {
    const { person } = await openSession(deps, tenant, session);
    await demandApprover(tenant, person);
    const own = await tenant.passkeys.of(person.id);
    const passkeys = own.filter(({ credentialId }) => only === undefined || credentialId === only);
    return {
      ...{ applicationId, personId: person.id, relyingParty: { id, origins }, issuedAt: deps.now() },
      passkeys: passkeys.map(({ credentialId, publicKey, algorithm }) => ({
        ...{ credentialId, algorithm },
        publicKey: Buffer.from(publicKey).toString('base64url'),
      })),
    };
  });
}
