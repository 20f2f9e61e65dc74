import { AppError } from '@wallet-service/errors';
import { actorOf, personIdOf, personKeyId, type Grant } from '@wallet-service/grants';
import { credentialIdOf, requestOptions, verifyAssertion } from '@wallet-service/passkeys';
import { isUuid, uuidV7 } from '@wallet-service/values';
import type { Tenant } from '../tenancy-store.js';
import { isCovered } from '../authentication/approval-limits.js';
import { approversOf } from './approval-rule.js';
import { askersOf } from './askers.js';
import {
  approvalChallenge,
  changeRequestNotFound,
  checkChange,
  demandOpen,
  hashOf,
  isOpen,
  lifetimeSeconds,
  mostOpen,
  type Approval,
  type ChangeRequest,
} from './change-request.js';
import { passkeyInvalid, RefusedAnswer } from './confirm-passkey.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import { themselves, type Person } from './person.js';
import { openSession } from './sessions.js';

// Changes that wait for approvals. All throw `application.not-found` and `change-request.not-found`.

/** With those of its approvals that count, of owners who can sign in now. If it is not open any more: with all. */
export type ShownChangeRequest = {
  readonly request: ChangeRequest;
  readonly approvals: readonly Approval[];
  /** It waits, but who asked may ask for no such change any more. */
  readonly isLapsed: boolean;
};

export type AskedChange = Pick<
  ChangeRequest,
  'applicationId' | 'scope' | 'method' | 'path' | 'body' | 'before' | 'reason'
>;

export type OfRequest = { readonly applicationId: string; readonly id: string };
/** Somebody who decides. `session`: its token. */
export type Deciding = OfRequest & { readonly session: string; readonly traceId: string };

/**
 * Throws `request.invalid`, `change-request.not-needed`, `change-request.limit-reached`, and `auth.scope-missing` if
 * the asker may not make such a change with approvals either.
 */
export function askForChange(
  deps: PeopleDeps,
  { traceId, ...given }: AskedChange & { readonly traceId: string },
  by: Grant,
): Promise<ShownChangeRequest> {
  const asked = { ...given, reason: given.reason.trim() };
  checkChange(asked);
  return deps.tenancy.within(asked.applicationId, async (tenant) => {
    const { approvals: rule } = (await applicationOf(tenant)).settings;
    if (!isCovered(rule, asked.scope) || by.applicationId === undefined)
      throw new AppError('change-request.not-needed', 'this change needs no approval: make it');
    const mayAsk = await askersOf(tenant, deps.now());
    if (!mayAsk({ askedBy: by.keyId, scope: asked.scope })) throw scopeMissing(asked.scope);
    const seconds = secondsOf(deps.now());
    if ((await tenant.changeRequests.countOpen(seconds)) >= mostOpen)
      throw new AppError('change-request.limit-reached', `at most ${mostOpen} wait at a time: decline some`);
    const request: ChangeRequest = {
      ...asked,
      id: uuidV7(deps.now(), deps.randomBytes(10)),
      askedBy: by.keyId,
      needed: rule.needed,
      ...{ state: 'open', status: 0, code: '' },
      ...{ timeCreated: seconds, timeExpires: seconds + lifetimeSeconds, timeEnded: undefined },
    };
    await tenant.changeRequests.insert(request);
    const maker = { actor: actorOf(by), reason: asked.reason, traceId };
    const change = { before: parsed(asked.before), after: shown(request) };
    await tenant.recordBy(maker)('admin.change_requested', change);
    return { request, approvals: [], isLapsed: false };
  });
}

function scopeMissing(scope: string): AppError {
  const message = `the scope ${scope} is missing: use a key, or ask for a role, that has it`;
  return new AppError('auth.scope-missing', message, { details: { scope } });
}

export function listChangeRequests(
  deps: Pick<PeopleDeps, 'tenancy' | 'now'>,
  applicationId: string,
  page: { readonly before: string | undefined; readonly limit: number },
): Promise<readonly ShownChangeRequest[]> {
  return deps.tenancy.within(applicationId, async (tenant) =>
    asShown(deps, tenant, await tenant.changeRequests.list(page)),
  );
}

export function getChangeRequest(
  deps: Pick<PeopleDeps, 'tenancy' | 'now'>,
  { applicationId, id }: OfRequest,
): Promise<ShownChangeRequest> {
  return deps.tenancy.within(applicationId, async (tenant) => shownOf(deps, tenant, await found(tenant, id)));
}

/** What a browser takes as `publicKey`. Throws as `approveChange` does. */
export function challengeOfApproval(
  deps: PeopleDeps,
  { applicationId, id, session }: Omit<Deciding, 'traceId'>,
): Promise<object> {
  const { id: relyingPartyId } = deps.relyingParty();
  return deps.tenancy.within(applicationId, async (tenant) => {
    const { person } = await openSession(deps, tenant, session);
    const request = await found(tenant, id);
    await demandTakeable(deps, tenant, request);
    await demandApprover(tenant, person);
    const own = await tenant.passkeys.of(person.id);
    return requestOptions(
      approvalChallenge(request, person.id),
      relyingPartyId,
      own.map(({ credentialId }) => credentialId),
    );
  });
}

/**
 * `json`: AuthenticationResponseJSON for `challengeOfApproval`. Throws `auth.session-invalid`, `auth.passkey-invalid`,
 * `auth.scope-missing`, `change-request.closed`, `change-request.approved-already`.
 */
export function approveChange(
  deps: PeopleDeps,
  { applicationId, id, session, traceId, json }: Deciding & { readonly json: string },
): Promise<ShownChangeRequest> {
  const relyingParty = deps.relyingParty();
  const approved = deps.tenancy.within(applicationId, async (tenant) => {
    const { person } = await openSession(deps, tenant, session);
    const request = await found(tenant, id, 'for update');
    await demandTakeable(deps, tenant, request);
    await demandApprover(tenant, person);
    const challenge = approvalChallenge(request, person.id);
    const refused = (why: string, what: string) => {
      const end = request.timeExpires * 1000;
      return passkeyInvalid(what, new RefusedAnswer({ personId: person.id, why, challenge, end }));
    };
    const passkey = await tenant.passkeys.take(credentialIdOf(json) ?? '');
    if (passkey?.personId !== person.id)
      throw refused(passkey ? 'other-person' : 'unknown', 'it is somebody else’s passkey');
    const verified = verifyAssertion(json, challenge, relyingParty, passkey);
    if (!verified.ok)
      throw refused(verified.refusal, `the answer of the passkey is refused (${verified.refusal})`);
    const timeCreated = secondsOf(deps.now());
    await tenant.passkeys.noteUse(passkey, verified, timeCreated);
    if (!(await tenant.changeApprovals.insert(id, { personId: person.id, passkeyJson: json, timeCreated })))
      throw new AppError('change-request.approved-already', 'you have approved it already');
    const after = { request_id: id, hash: hashOf(request) };
    await tenant.recordBy(themselves(person.id, traceId))('admin.change_approved', { after });
    return shownOf(deps, tenant, request);
  });
  return approved.catch((error: unknown) => recordRefusal(deps, { applicationId, id, traceId }, error));
}

/**
 * Once for a request and a person, in a transaction of its own: that of the refusal is undone. The error is thrown
 * again.
 */
async function recordRefusal(
  { tenancy }: Pick<PeopleDeps, 'tenancy'>,
  { applicationId, id, traceId }: OfRequest & { readonly traceId: string },
  error: unknown,
): Promise<never> {
  if (error instanceof AppError && error.cause instanceof RefusedAnswer) {
    const { personId, why, challenge, end } = error.cause;
    const after = { person_id: personId, purpose: 'change-approval', refusal: why, request_id: id };
    await tenancy.within(applicationId, async ({ passkeys, recordBy }) => {
      if (!(await passkeys.useChallenge(challenge, end))) return;
      await recordBy(themselves(personId, traceId))('admin.passkey_refused', { after });
    });
  }
  throw error;
}

/**
 * By an owner, or by the person who asked. Throws `auth.session-invalid`, `auth.scope-missing` and
 * `change-request.closed`.
 */
export function declineChange(
  deps: PeopleDeps,
  { applicationId, id, session, traceId, reason }: Deciding & { readonly reason: string },
): Promise<ShownChangeRequest> {
  return deps.tenancy.within(applicationId, async (tenant) => {
    const { person } = await openSession(deps, tenant, session);
    const request = await found(tenant, id, 'for update');
    const seconds = secondsOf(deps.now());
    demandOpen(request, seconds);
    if (personIdOf(request.askedBy) !== person.id) await demandApprover(tenant, person);
    const declined = await tenant.changeRequests.move(request, {
      ...{ state: 'declined', status: 0, code: '', timeEnded: seconds },
    });
    const after = { request_id: id, hash: hashOf(request) };
    await tenant.recordBy({ ...themselves(person.id, traceId), reason })('admin.change_declined', { after });
    return shownOf(deps, tenant, declined);
  });
}

const scopesWithSecrets = ['keys', 'members', 'webhooks'];

/** The answer to it may have a secret, which is shown once: to who asked. */
export function isForAskerAlone({ scope, method }: Pick<ChangeRequest, 'scope' | 'method'>): boolean {
  return method === 'POST' && scopesWithSecrets.includes(scope);
}

/**
 * From here on it is being carried out, by whoever called, once. Whoever loses a right later, as asker or as approver,
 * does not stop it any more. Throws `change-request.closed`,
 * `change-request.not-approved`, and `change-request.asker-only`.
 */
export function beginChange(
  deps: Pick<PeopleDeps, 'tenancy' | 'now'>,
  { applicationId, id }: OfRequest,
  by: Grant,
): Promise<ChangeRequest> {
  return deps.tenancy.within(applicationId, async (tenant) => {
    const request = await found(tenant, id, 'for update');
    await demandTakeable(deps, tenant, request);
    const { approvals: rule } = (await applicationOf(tenant)).settings;
    const needed = Math.max(request.needed, rule.needed);
    const { approvals } = await shownOf(deps, tenant, request);
    if (approvals.length < needed)
      throw new AppError(
        'change-request.not-approved',
        `${approvals.length} of ${needed} owners who can sign in have approved it`,
      );
    if (isForAskerAlone(request) && by.keyId !== request.askedBy)
      throw new AppError(
        'change-request.asker-only',
        'its answer has a secret: only who asked can carry it out',
      );
    return tenant.changeRequests.move(request, {
      ...{ state: 'begun', status: 0, code: '', timeEnded: secondsOf(deps.now()) },
    });
  });
}

/** `status`: of the answer to it. Throws `change-request.closed` unless it has begun. */
export function endChange(
  deps: Pick<PeopleDeps, 'tenancy' | 'now'>,
  {
    applicationId,
    id,
    status,
    code,
    traceId,
  }: OfRequest & {
    readonly status: number;
    readonly code: string;
    readonly traceId: string;
  },
): Promise<ShownChangeRequest> {
  return deps.tenancy.within(applicationId, async (tenant) => {
    const request = await found(tenant, id, 'for update');
    if (request.state !== 'begun') throw new AppError('change-request.closed', 'it is not being carried out');
    const state = status < 400 ? 'done' : 'failed';
    const ended = await tenant.changeRequests.move(request, {
      ...{ state, status, code, timeEnded: secondsOf(deps.now()) },
    });
    const by = { actor: { kind: 'change-request', id }, reason: request.reason, traceId };
    const result = await shownOf(deps, tenant, ended);
    const people = {
      asked_by: request.askedBy,
      approved_by: result.approvals.map(({ personId }) => personKeyId(personId)),
    };
    await tenant.recordBy(by)('admin.change_carried_out', {
      after: { ...shown(ended), ...people, state, status, code },
    });
    return result;
  });
}

/** Whether a grant for carrying out a change still holds. Throws `auth.grant-invalid`. */
export async function checkChangeGrant(
  { tenancy }: Pick<PeopleDeps, 'tenancy'>,
  grant: Grant,
  id: string,
): Promise<Grant> {
  const { applicationId = '' } = grant;
  const request = await tenancy.within(applicationId, ({ changeRequests }) => changeRequests.find(id));
  if (request?.state === 'begun') return grant;
  throw new AppError('auth.grant-invalid', 'the change is not being carried out');
}

async function applicationOf({ application }: Tenant) {
  const found = await application.find();
  if (found) return found;
  throw new AppError('application.not-found', 'there is no such application');
}

async function found({ changeRequests }: Tenant, id: string, lock: 'for update' | '' = '') {
  const request = isUuid(id) ? await changeRequests.find(id, lock) : undefined;
  if (request) return request;
  throw changeRequestNotFound();
}

export async function demandApprover(tenant: Tenant, person: Person): Promise<void> {
  if ((await approversOf(tenant)).some(({ id }) => id === person.id)) return;
  throw new AppError('auth.scope-missing', 'only owners of the application approve', {
    details: { scope: 'members' },
  });
}

/** Throws `change-request.closed` also if who asked may ask for no such change any more. */
async function demandTakeable(
  { now }: Pick<PeopleDeps, 'now'>,
  tenant: Tenant,
  request: ChangeRequest,
): Promise<void> {
  demandOpen(request, secondsOf(now()));
  const mayAsk = await askersOf(tenant, now());
  if (mayAsk(request)) return;
  throw new AppError(
    'change-request.closed',
    'who asked for it may make no such change any more: let somebody who may ask for it again',
  );
}

async function shownOf(
  deps: Pick<PeopleDeps, 'now'>,
  tenant: Tenant,
  request: ChangeRequest,
): Promise<ShownChangeRequest> {
  const [one] = await asShown(deps, tenant, [request]);
  return one ?? { request, approvals: [], isLapsed: false };
}

async function asShown(
  { now }: Pick<PeopleDeps, 'now'>,
  tenant: Tenant,
  requests: readonly ChangeRequest[],
): Promise<readonly ShownChangeRequest[]> {
  const approvals = await tenant.changeApprovals.of(requests.map(({ id }) => id));
  const counting = new Set((await approversOf(tenant)).map(({ id }) => id));
  const mayAsk = await askersOf(tenant, now());
  return requests.map((request) => ({
    request,
    approvals: (approvals.get(request.id) ?? []).filter(
      ({ personId }) => request.state !== 'open' || counting.has(personId),
    ),
    isLapsed: isOpen(request, secondsOf(now())) && !mayAsk(request),
  }));
}

/** For the journal, whose entries have the reason beside it. */
function shown(request: ChangeRequest): object {
  const { id, scope, method, path, needed } = request;
  return { request_id: id, hash: hashOf(request), scope, method, path, body: parsed(request.body), needed };
}

function parsed(json: string): object | undefined {
  return json === '' ? undefined : (JSON.parse(json) as object);
}
