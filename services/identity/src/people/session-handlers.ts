import type { Approver } from '@wallet-service/grants';
import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import type { DirectoryEntry } from '../directory/directory-store.js';
import type { Snapshot } from '../authentication/snapshot.js';
import type { CredentialHolder, Grants } from '../authentication/issue-grants.js';
import { applicationToWire } from '../applications/application-handlers.js';
import { providerToWire } from '../providers/provider-handlers.js';
import { authenticateSession } from './authenticate-session.js';
import { createChallenge } from './create-challenge.js';
import { acceptInvitation } from './invitations.js';
import type { Membership } from './member-store.js';
import { addPasskey, endSession, removePasskey, showOwnAccess } from './own-access.js';
import type { KeptPasskey } from './passkey-store.js';
import type { PeopleDeps } from './people-deps.js';
import type { Person } from './person.js';
import type { Session } from './session-store.js';
import { idleSeconds, type NewSession } from './sessions.js';
import { signIn, stepUp } from './sign-in.js';
import { signInByToken } from './sign-in-by-token.js';

type Methods =
  | 'AuthenticateSession'
  | 'CreateChallenge'
  | 'SignIn'
  | 'AcceptInvitation'
  | 'StepUp'
  | 'GetSession'
  | 'EndSession'
  | 'AddPasskey'
  | 'RemovePasskey';

export type SessionHandlersDeps = PeopleDeps &
  ApplicationNames & {
    readonly issueGrants: (holder: CredentialHolder) => Grants;
    readonly signApprover: (approver: Approver) => Buffer;
  };

export type ApplicationNames = {
  /** MUST answer with what the database holds after the call. */
  readonly findByApplicationId: (id: string) => Promise<DirectoryEntry | undefined>;
  readonly snapshotOf: (entry: DirectoryEntry) => Promise<Snapshot>;
};

export function sessionHandlers(deps: SessionHandlersDeps): Pick<Handlers<IdentityDefinition>, Methods> {
  async function applicationOf(applicationId: string, knownRevision: string) {
    const entry = applicationId === '' ? undefined : await deps.findByApplicationId(applicationId);
    if (!entry) return { revision: '' };
    const revision = String(entry.revision);
    if (revision === knownRevision) return { revision, unchanged: true };
    const { application, providers } = await deps.snapshotOf(entry);
    return {
      revision,
      application: applicationToWire(application),
      providers: [...providers.values()].map(providerToWire),
    };
  }

  return {
    async AuthenticateSession({ session, applicationId, knownRevision }) {
      const { afterStepUp, afterApproval, ...holder } = await authenticateSession(
        deps,
        session,
        applicationId,
      );
      return {
        ...(await applicationOf(applicationId, knownRevision)),
        grants: deps.issueGrants(holder),
        scopes: [...(holder.scopes ?? [])],
        afterStepUp: [...afterStepUp],
        afterApproval: [...afterApproval],
      };
    },

    async CreateChallenge(request) {
      const { options, name } = await createChallenge(deps, request);
      return { optionsJson: JSON.stringify(options), name };
    },

    async SignIn({ passkeyJson: json, idToken, nonce, userAgent }, { traceId }) {
      if (idToken === '') return newSessionToWire(await signIn(deps, { json, userAgent, traceId }));
      return newSessionToWire(await signInByToken(deps, { idToken, nonce, userAgent, traceId }));
    },

    async AcceptInvitation({ invitation: token, passkeyJson: json, label, userAgent }, { traceId }) {
      return newSessionToWire(await acceptInvitation(deps, { token, json, label, userAgent, traceId }));
    },

    async StepUp({ session, passkeyJson: json }, { traceId }) {
      return { timeStepUpEnds: await stepUp(deps, session, { json, traceId }) };
    },

    async GetSession({ session: token }) {
      const { session, person, memberships, passkeys, sessions } = await showOwnAccess(deps, token);
      return {
        session: sessionToWire(session),
        person: personToWire(person, await named(deps, memberships)),
        sessions: sessions.map(sessionToWire),
        passkeys: passkeys.map(passkeyToWire),
      };
    },

    async EndSession({ session, sessionId }, { traceId }) {
      await endSession(deps, session, { sessionId, traceId });
      return {};
    },

    async AddPasskey({ session, passkeyJson: json, label }, { traceId }) {
      return passkeyToWire(await addPasskey(deps, session, { json, label, traceId }));
    },

    async RemovePasskey({ session, passkeyId: credentialId }, { traceId }) {
      await removePasskey(deps, session, { credentialId, traceId });
      return {};
    },
  };
}

/** With the names of the applications. */
export async function named(
  { findByApplicationId, snapshotOf }: ApplicationNames,
  memberships: readonly Membership[],
) {
  return Promise.all(
    memberships.map(async ({ applicationId, role }) => {
      const entry = await findByApplicationId(applicationId);
      const applicationName = entry ? (await snapshotOf(entry)).application.name : '';
      return { applicationId, applicationName, role };
    }),
  );
}

function newSessionToWire({ token, session, person }: NewSession) {
  return {
    session: token,
    person: personToWire(person),
    timeExpires: session.timeExpires,
    idleSeconds,
  };
}

type WireMembership = {
  readonly applicationId: string;
  readonly applicationName: string;
  readonly role: string;
};

export function personToWire(person: Person, memberships: readonly WireMembership[] = []) {
  const { id, name, email = '', isOperator, timeCreated, timeDisabled = 0 } = person;
  return { id, name, email, isOperator, timeCreated, timeDisabled, memberships: [...memberships] };
}

function sessionToWire(session: Session) {
  const { id, timeCreated, timeExpires, timeLastUsed, timeStepUpEnds, userAgent = '' } = session;
  return { id, timeCreated, timeExpires, timeLastUsed, timeStepUpEnds, userAgent };
}

function passkeyToWire({ credentialId: id, label, isBackedUp, timeCreated, timeLastUsed = 0 }: KeptPasskey) {
  return { id, label, isBackedUp, timeCreated, timeLastUsed };
}
