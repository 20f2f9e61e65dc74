import type { KeyObject } from 'node:crypto';
import { AppError, invalidField } from '@wallet-service/errors';
import { grantLeewayMs, grantLifetimeMs, readApprover, type Approver } from '@wallet-service/grants';
import { requestOptions } from '@wallet-service/passkeys';
import type { RecordChange } from '@wallet-service/postgres';
import { RecentlyUsed } from '@wallet-service/values';
import type { PolicyEvent } from '../events/event.js';
import {
  approvalChallenge,
  demandWaiting,
  hashOf,
  isUsed,
  lifetimeSeconds,
  type GivenApproval,
  type SignatureRequest,
} from './signature-request.js';
import type { SignatureRequestStore } from './signature-request-store.js';
import { provenApprovals, verifyApproval } from './verify-approvals.js';
import type { ListPage } from '../wire/list-page.js';
import { signatureRequestEvent } from './signature-request-event.js';

export type SignatureRequestTenant = {
  readonly store: SignatureRequestStore;
  readonly record: RecordChange;
  readonly append: (event: PolicyEvent) => Promise<void>;
};

export type SignatureRequestsDeps = {
  /** In one transaction, which keeps every other one of the application's requests waiting. */
  readonly inTransaction: <Result>(
    applicationId: string,
    work: (tenant: SignatureRequestTenant) => Promise<Result>,
  ) => Promise<Result>;
  readonly read: <Result>(
    applicationId: string,
    work: (store: SignatureRequestStore) => Promise<Result>,
  ) => Promise<Result>;
  readonly identityKeys: readonly KeyObject[];
  readonly now: () => Date;
  readonly newId: () => string;
};

/** With those of its approvals that are proven. */
export type Proven = { readonly request: SignatureRequest; readonly approvals: readonly GivenApproval[] };

/** Of one wallet, and of the application. */
const mostWaiting = { own: 20, all: 500 };
const mostBytesOfText = 64 * 1024;
/** Of the passkey's answer in characters, and of identity's statement in bytes: decisions and journals keep both. */
const mostKept = 4_096;
/** Refused answers of passkeys, one for a request and a person. */
const mostRemembered = 10_000;

/** What a new request is made of. `content`: what approvers see. */
export type Asked = Pick<SignatureRequest, 'applicationId' | 'walletId' | 'operationHash' | 'needed'> & {
  readonly content: object;
};

/** What signing needs. */
function asking(deps: SignatureRequestsDeps) {
  return {
    /** The open request for exactly this, if there is one. */
    find: (
      of: Pick<SignatureRequest, 'applicationId' | 'walletId' | 'operationHash'>,
    ): Promise<Proven | undefined> =>
      deps.read(of.applicationId, async (store) => {
        const request = await store.findOpen(of.walletId, of.operationHash, secondsNow(deps));
        return request && provenOf(deps, request);
      }),

    /**
     * The request for exactly this that waits, a new one if there is none. What was signed with fewer approvals than
     * policies demand by now stays as it is. Throws `signature-request.limit-reached` and
     * `signature-request.too-large`.
     */
    open: (asked: Asked): Promise<Proven> =>
      deps.inTransaction(asked.applicationId, async ({ store, append }) => {
        const seconds = secondsNow(deps);
        const known = await store.findOpen(asked.walletId, asked.operationHash, seconds);
        if (known && known.timeSigned === undefined) {
          const request = { ...known, needed: asked.needed };
          if (known.needed !== asked.needed) await store.write(request);
          return provenOf(deps, request);
        }
        const signed = known && provenOf(deps, known);
        // Its last approval came, and was used, since the caller looked.
        if (signed && signed.approvals.length >= asked.needed) return signed;
        const waiting = await store.countWaiting(asked.walletId, seconds);
        if (waiting.own >= mostWaiting.own || waiting.all >= mostWaiting.all)
          throw new AppError(
            'signature-request.limit-reached',
            `at most ${mostWaiting.own} signatures of a wallet and ${mostWaiting.all} of an application wait for ` +
              'approvals: decline some',
          );
        const request = newRequest(asked, deps.newId(), seconds);
        await store.write(request);
        await append(signatureRequestEvent(deps.newId(), deps.now(), 'created', request));
        return provenOf(deps, request);
      }),

    /** Notes that a verdict is made with the approvals. False: it was declined, used up or has expired meanwhile. */
    claim: ({ applicationId, id }: SignatureRequest, decisionId: string): Promise<boolean> =>
      deps.inTransaction(applicationId, async ({ store }) => {
        const request = await store.find(id);
        const seconds = secondsNow(deps);
        if (request?.state !== 'open' || request.timeExpires <= seconds || isUsed(request, seconds))
          return false;
        if (request.timeSigned === undefined)
          await store.write({ ...request, timeSigned: seconds, decisionId });
        return true;
      }),
  };
}

/** What owners do. */
function deciding(deps: SignatureRequestsDeps) {
  const recordRefusal = recordingRefusals(deps);
  return {
    list: (applicationId: string, page: ListPage) =>
      deps.read(applicationId, async (store) => (await store.list(page)).map((one) => provenOf(deps, one))),

    get: (applicationId: string, id: string): Promise<Proven> =>
      deps.read(applicationId, async (store) => provenOf(deps, await found(store, id))),

    /** What a browser takes as `publicKey`. Throws as `approve` does. */
    challenge: (applicationId: string, id: string, statement: Uint8Array): Promise<object> =>
      deps.read(applicationId, async (store) => {
        const { personId, relyingParty, passkeys } = freshApprover(deps, statement, applicationId);
        const request = await found(store, id);
        demandWaiting(request, secondsNow(deps));
        return requestOptions(
          approvalChallenge(request, personId),
          relyingParty.id,
          passkeys.map(({ credentialId }) => credentialId),
        );
      }),

    /**
     * `passkey`: AuthenticationResponseJSON for `challenge`. Throws `signature-request.not-found`,
     * `signature-request.closed`, `signature-request.approved-already`, `request.invalid` and
     * `auth.passkey-invalid`.
     */
    approve: (
      { applicationId, id }: Pick<SignatureRequest, 'applicationId' | 'id'>,
      statement: Uint8Array,
      passkey: string,
    ): Promise<Proven> => {
      const approved = deps.inTransaction(applicationId, async ({ store, record, append }) => {
        const { personId } = freshApprover(deps, statement, applicationId);
        const request = await found(store, id);
        const seconds = secondsNow(deps);
        demandWaiting(request, seconds);
        if (passkey.length > mostKept)
          throw passkeyInvalid(`the answer of the passkey is longer than ${mostKept} characters`);
        if (statement.length > mostKept)
          throw invalidField('/approver', `must have at most ${mostKept} bytes: name one passkey`);
        const given = { person_id: personId, time: seconds, passkey };
        const approval = { ...given, approver: Buffer.from(statement).toString('base64') };
        const verified = verifyApproval(request, approval, deps.identityKeys);
        if ('refusal' in verified) {
          const { refusal, why } = verified;
          throw passkeyInvalid(refusal, why === undefined ? undefined : new RefusedAnswer(personId, why));
        }
        const others = provenApprovals(request, deps.identityKeys);
        if (others.some(({ person_id: other }) => other === personId))
          throw new AppError('signature-request.approved-already', 'you have approved it already');
        const changed = { ...request, approvals: [...others, approval] };
        await store.write(changed);
        await record('admin.signature_approved', { after: { request_id: id, hash: hashOf(request) } });
        if (changed.approvals.length === request.needed)
          await append(signatureRequestEvent(deps.newId(), deps.now(), 'approved', changed));
        return { request: changed, approvals: changed.approvals };
      });
      return approved.catch((error: unknown) => recordRefusal({ applicationId, id }, error));
    },

    /** Throws `signature-request.not-found`, `signature-request.closed` and `request.invalid`. */
    decline: (applicationId: string, id: string, statement: Uint8Array): Promise<Proven> =>
      deps.inTransaction(applicationId, async ({ store, record, append }) => {
        freshApprover(deps, statement, applicationId);
        const request = await found(store, id);
        demandWaiting(request, secondsNow(deps));
        const declined = { ...request, state: 'declined' } as const;
        await store.write(declined);
        await record('admin.signature_declined', { after: { request_id: id, hash: hashOf(request) } });
        await append(signatureRequestEvent(deps.newId(), deps.now(), 'declined', declined));
        return provenOf(deps, declined);
      }),

    /** Of a person who is no owner any more. Resolves to how many approvals no longer count. */
    withdraw: (applicationId: string, personId: string): Promise<number> =>
      deps.inTransaction(applicationId, async ({ store, record }) => {
        const requests = await store.openApprovedBy(personId, secondsNow(deps));
        for (const request of requests) {
          const approvals = request.approvals.filter(({ person_id: id }) => id !== personId);
          await store.write({ ...request, approvals });
          await record('admin.signature_approval_withdrawn', {
            before: { request_id: request.id, hash: hashOf(request), person_id: personId },
          });
        }
        return requests.length;
      }),
  };
}

export function createSignatureRequests(deps: SignatureRequestsDeps) {
  return { ...asking(deps), ...deciding(deps) };
}

export type SignatureRequests = ReturnType<typeof createSignatureRequests>;

function newRequest(asked: Asked, id: string, seconds: number): SignatureRequest {
  const { applicationId, walletId, operationHash, needed, content } = asked;
  const timeExpires = seconds + lifetimeSeconds;
  const text = JSON.stringify({
    ...{ id, application_id: applicationId, wallet_id: walletId, ...content },
    ...{ operation_hash: operationHash.toString('hex'), time_created: seconds, time_expires: timeExpires },
  });
  if (Buffer.byteLength(text) > mostBytesOfText)
    throw new AppError(
      'signature-request.too-large',
      `owners approve what they can read: at most ${mostBytesOfText / 1024} KiB in decoded form`,
    );
  return {
    ...{ applicationId, id, walletId, operationHash, text, needed, state: 'open', approvals: [] },
    ...{ timeCreated: seconds, timeExpires, timeSigned: undefined, decisionId: undefined },
  };
}

/** Whose passkey was refused, and why. It is the cause of the error, for the journal. */
class RefusedAnswer {
  readonly personId: string;
  readonly why: string;

  constructor(personId: string, why: string) {
    this.personId = personId;
    this.why = why;
  }
}

/** Into the journal, in a transaction of its own: that of the refusal is undone. The error is thrown again. */
function recordingRefusals({ inTransaction }: Pick<SignatureRequestsDeps, 'inTransaction'>) {
  // Whoever has somebody's session could fill the journal otherwise.
  const recorded = new RecentlyUsed<string, true>('policy.refused-approvals', mostRemembered);
  return async (
    { applicationId, id }: Pick<SignatureRequest, 'applicationId' | 'id'>,
    error: unknown,
  ): Promise<never> => {
    if (error instanceof AppError && error.cause instanceof RefusedAnswer) {
      const { personId, why } = error.cause;
      const key = JSON.stringify([applicationId, id, personId]);
      const after = { person_id: personId, purpose: 'signature-approval', refusal: why, request_id: id };
      if (!recorded.get(key)) {
        await inTransaction(applicationId, ({ record }) => record('admin.passkey_refused', { after }));
        recorded.set(key, true);
      }
    }
    throw error;
  };
}

function passkeyInvalid(message: string, cause?: RefusedAnswer): AppError {
  return new AppError('auth.passkey-invalid', message, { cause });
}

const secondsNow = ({ now }: Pick<SignatureRequestsDeps, 'now'>): number =>
  Math.floor(now().getTime() / 1000);

function provenOf(
  { identityKeys }: Pick<SignatureRequestsDeps, 'identityKeys'>,
  request: SignatureRequest,
): Proven {
  return { request, approvals: provenApprovals(request, identityKeys) };
}

async function found(store: SignatureRequestStore, id: string): Promise<SignatureRequest> {
  const request = await store.find(id);
  if (request) return request;
  throw new AppError('signature-request.not-found', 'the application has no such signature request');
}

/** Identity's statement, as new as a grant must be. Throws `request.invalid`. */
function freshApprover(
  deps: Pick<SignatureRequestsDeps, 'identityKeys' | 'now'>,
  statement: Uint8Array,
  applicationId: string,
): Approver {
  const approver = readApprover(statement, deps.identityKeys);
  const age = deps.now().getTime() - (approver?.issuedAt ?? 0);
  const isFresh = age <= grantLifetimeMs + grantLeewayMs && age >= -grantLeewayMs;
  if (approver && isFresh && approver.applicationId === applicationId) return approver;
  throw invalidField('/approver', 'must be a statement of identity about an owner, less than a minute old');
}
