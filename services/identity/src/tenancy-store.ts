import { AppError } from '@wallet-service/errors';
import {
  changeOutbox,
  type BeforeAndAfter,
  type ChangeMaker,
  type RecordChange,
  eventFeed,
  inTransaction,
  isUniqueViolation,
  look,
  type createPool,
  type OutboxDeps,
} from '@wallet-service/postgres';
import type { RowMac } from '@wallet-service/values';
import { installationId, isUuid } from '@wallet-service/values';
import { applicationRows } from './applications/application-store.js';
import type { Application, ApprovalRule } from './directory/application.js';
import { nextFetchSql, keySetClaimRows } from './key-sets/key-set-claim-store.js';
import { keySetFetchRows } from './key-sets/key-set-fetch-store.js';
import { keySetRoomRows } from './key-sets/key-set-room-store.js';
import { keySetRows } from './key-sets/key-set-store.js';
import { providerRows } from './providers/provider-store.js';
import type { Queryable } from '@wallet-service/postgres';
import type { RowMacs } from './row-macs.js';
import { secretKeyRows } from './secret-keys/secret-key-store.js';
import { accountRows } from './people/account-store.js';
import { changeApprovalRows, changeRequestRows } from './people/change-request-store.js';
import { invitationRows } from './people/invitation-store.js';
import { applicationsLeftBy, formerMemberRows } from './people/former-member-store.js';
import { memberRows, membershipsOf, type Membership } from './people/member-store.js';
import { passkeyRows } from './people/passkey-store.js';
import { peopleRows } from './people/people-store.js';
import { sessionRows } from './people/session-store.js';
import { applicationDocumentRows } from './trust/application-document-store.js';
import { nextProposalSql, proposedDocumentRows } from './trust/proposed-document-store.js';
import { rootDocumentRows } from './trust/root-document-store.js';

/** Everything that belongs to one application, inside one transaction. */
export type Tenant = {
  readonly application: ReturnType<typeof applicationRows>;
  readonly secretKeys: ReturnType<typeof secretKeyRows>;
  readonly providers: ReturnType<typeof providerRows>;
  readonly events: ReturnType<typeof eventFeed>;
  /** For the journal: in the name of whoever called. */
  readonly record: RecordChange;
  /** In the name of somebody whose credential is no grant. */
  readonly recordBy: (by: ChangeMaker) => RecordChange;
  readonly changeRequests: ReturnType<typeof changeRequestRows>;
  readonly changeApprovals: ReturnType<typeof changeApprovalRows>;
  readonly keySets: ReturnType<typeof keySetRows> & ReturnType<typeof keySetRoomRows>;
  readonly keySetFetches: ReturnType<typeof keySetClaimRows> & ReturnType<typeof keySetFetchRows>;
  readonly documents: ReturnType<typeof applicationDocumentRows>;
  readonly proposals: ReturnType<typeof proposedDocumentRows>;
  readonly members: ReturnType<typeof memberRows>;
  readonly formerMembers: ReturnType<typeof formerMemberRows>;
  /** Of the whole installation. */
  readonly people: ReturnType<typeof peopleRows>;
  readonly invitations: ReturnType<typeof invitationRows>;
  readonly passkeys: ReturnType<typeof passkeyRows>;
  readonly sessions: ReturnType<typeof sessionRows>;
};

/** What belongs to the installation, inside one transaction. */
export type Installation = {
  readonly people: ReturnType<typeof peopleRows>;
  readonly invitations: ReturnType<typeof invitationRows>;
  readonly accounts: ReturnType<typeof accountRows>;
  readonly passkeys: ReturnType<typeof passkeyRows>;
  readonly sessions: ReturnType<typeof sessionRows>;
  readonly applicationsLeftBy: (personId: string) => Promise<readonly string[]>;
  readonly membershipsOf: (personIds: readonly string[]) => Promise<readonly Membership[]>;
  /** Throws `application.not-found`. */
  readonly approvalRuleOf: (applicationId: string) => Promise<ApprovalRule>;
  /**
   * Records what became of a person's access in the journal of the installation, and of each application that they work
   * in. `by`: who made it.
   */
  readonly record: (
    personId: string,
    operation: `admin.${string}`,
    change: BeforeAndAfter,
    by?: ChangeMaker,
  ) => Promise<void>;
};

/** Milliseconds until the first one is due. Infinite: there is none. */
type Due = { readonly fetchesInMs: number; readonly proposalsInMs: number };

export type Tenancy = ReturnType<typeof createTenancy>;

/** The ways into the database. Row-level security limits a transaction to what it names here. */
export function createTenancy(
  pool: ReturnType<typeof createPool>,
  macs: RowMacs,
  eventMac: RowMac,
  outbox: OutboxDeps,
) {
  const tenantOf = (rows: Queryable, applicationId: string): Tenant =>
    openTenant(rows, applicationId, { macs, eventMac, outbox });
  return {
    /**
     * Reads, or writes that change no answer to a caller, in one application. Throws `application.not-found`
     * for a malformed id.
     */
    async within<Result>(applicationId: string, work: (tenant: Tenant) => Promise<Result>): Promise<Result> {
      checkId(applicationId);
      return inTransaction(pool, (client) => work(tenantOf(client, applicationId)), {
        applicationId,
      });
    },

    /**
     * Every change to an application. The revision is raised first. Its row lock serialises the changes of
     * one application, and no answer labelled with the new revision can be older than the change. It is a time, in
     * microseconds: a change that a failover lost leaves its revision to no other.
     */
    async change<Result>(applicationId: string, work: (tenant: Tenant) => Promise<Result>): Promise<Result> {
      checkId(applicationId);
      return inTransaction(
        pool,
        async (client) => {
          // Citus changes no row by a function whose value changes within a statement.
          const { rowCount } = await client.query(
            `update application_directory
             set revision = greatest(revision + 1, (extract(epoch from statement_timestamp()) * 1000000)::bigint)
             where application_id = $1`,
            [applicationId],
          );
          if (rowCount !== 1) throw notFound();
          return work(tenantOf(client, applicationId));
        },
        { applicationId },
      );
    },

    /** Writes a new application and what `work` adds to it. False if its API key is taken. */
    async create(application: Application, work: (tenant: Tenant) => Promise<void>): Promise<boolean> {
      const { id: applicationId, apiKey } = application;
      try {
        await inTransaction(
          pool,
          async (client) => {
            await client.query(
              'insert into application_directory (application_id, api_key, revision) values ($1, $2, 1)',
              [applicationId, apiKey],
            );
            const tenant = tenantOf(client, applicationId);
            await tenant.application.insert(application);
            await work(tenant);
          },
          { applicationId },
        );
        return true;
      } catch (error) {
        if (isUniqueViolation(error, 'application_directory_api_key_key')) return false;
        throw error;
      }
    },

    /** Reads and changes of people and their sessions. It sees their roles in every application. */
    installation<Result>(work: (installation: Installation) => Promise<Result>): Promise<Result> {
      return this.acrossApplications((rows) => work(openInstallation(rows, macs, outbox)));
    },

    /**
     * Work that must see every tenant: the operator's list, the refresh of key sets, waiting documents,
     * the recording of uses.
     */
    acrossApplications<Result>(work: (rows: Queryable) => Promise<Result>): Promise<Result> {
      return inTransaction(pool, work, { everyApplication: true });
    },

    /** It belongs to no application, so it needs no transaction that opens the rows of any. */
    rootDocument: rootDocumentRows(pool, macs),

    /** Whether any application's key set is to be fetched, or waiting document to be presented. */
    async whatIsDue(): Promise<Due> {
      const msUntil = (time: string): string => `extract(epoch from ${time} - now())::float8 * 1000`;
      const found = await look<{ fetches: number | null; proposals: number | null }>(
        pool,
        `select ${msUntil(nextFetchSql)} as fetches, ${msUntil(nextProposalSql)} as proposals`,
      );
      const { fetches, proposals } = found[0] ?? { fetches: null, proposals: null };
      return { fetchesInMs: fetches ?? Infinity, proposalsInMs: proposals ?? Infinity };
    },
  };
}

function openInstallation(rows: Queryable, macs: RowMacs, outbox: OutboxDeps): Installation {
  const people = peopleRows(rows, macs);
  return {
    people,
    invitations: invitationRows(rows, macs),
    accounts: accountRows(rows, macs),
    passkeys: passkeyRows(rows, macs),
    sessions: sessionRows(rows, macs),
    applicationsLeftBy: (personId) => applicationsLeftBy(rows, personId),
    membershipsOf: (personIds) => membershipsOf(rows, personIds, macs),
    async approvalRuleOf(applicationId) {
      const application = await applicationRows(rows, applicationId, macs).find();
      if (!application) throw notFound();
      return application.settings.approvals;
    },
    async record(personId, operation, change, by) {
      const maker = await withName(people, by ?? outbox.maker());
      const memberships = await membershipsOf(rows, [personId], macs);
      for (const id of [installationId, ...memberships.map(({ applicationId }) => applicationId)])
        await changeOutbox(rows, id, { ...outbox, maker: () => maker })(operation, change);
    },
  };
}

/** Operators are in no list of an application's people. So an entry of what they did has their name. */
function recordNamingOperators(
  rows: Queryable,
  applicationId: string,
  { macs, outbox }: { readonly macs: RowMacs; readonly outbox: OutboxDeps },
): RecordChange {
  return async (operation, change) => {
    const by = outbox.maker();
    const isOperator = by?.actor.role === 'operator';
    const maker = isOperator ? await withName(peopleRows(rows, macs), by) : by;
    await changeOutbox(rows, applicationId, { ...outbox, maker: () => maker })(operation, change);
  };
}

async function withName(
  people: ReturnType<typeof peopleRows>,
  by: ChangeMaker | undefined,
): Promise<ChangeMaker | undefined> {
  const person = by?.actor.kind === 'person' ? await people.find(by.actor.id) : undefined;
  return by && person ? { ...by, actor: { ...by.actor, name: person.name } } : by;
}

function openTenant(
  rows: Queryable,
  applicationId: string,
  {
    macs,
    eventMac,
    outbox,
  }: { readonly macs: RowMacs; readonly eventMac: RowMac; readonly outbox: OutboxDeps },
): Tenant {
  return {
    application: applicationRows(rows, applicationId, macs),
    secretKeys: secretKeyRows(rows, applicationId, macs),
    providers: providerRows(rows, applicationId, macs),
    events: eventFeed(rows, applicationId, eventMac),
    record: recordNamingOperators(rows, applicationId, { macs, outbox }),
    recordBy: (by) => changeOutbox(rows, applicationId, { ...outbox, maker: () => by }),
    changeRequests: changeRequestRows(rows, applicationId, macs),
    changeApprovals: changeApprovalRows(rows, applicationId, macs),
    keySets: { ...keySetRows(rows, applicationId, macs), ...keySetRoomRows(rows, applicationId) },
    keySetFetches: {
      ...keySetClaimRows(rows, applicationId, macs),
      ...keySetFetchRows(rows, applicationId, macs),
    },
    documents: applicationDocumentRows(rows, applicationId, macs),
    proposals: proposedDocumentRows(rows, applicationId, macs),
    members: memberRows(rows, applicationId, macs),
    formerMembers: formerMemberRows(rows, applicationId, macs),
    people: peopleRows(rows, macs),
    invitations: invitationRows(rows, macs),
    passkeys: passkeyRows(rows, macs),
    sessions: sessionRows(rows, macs),
  };
}

function checkId(applicationId: string): void {
  if (!isUuid(applicationId)) throw notFound();
}

function notFound(): AppError {
  return new AppError('application.not-found', 'there is no such application');
}
