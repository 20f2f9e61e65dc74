import { AppError } from '@wallet-service/errors';
import type {
  Client,
  IdentityDefinition,
  PolicyDefinition,
  ReceivedResponseOf,
  RequestOf,
  UnaryMethod,
  WalletDefinition,
  WebhooksDefinition,
} from '@wallet-service/grpc';

/** Grants: identity's statement about the credential of a request, one for each service. */
export type Grants = Readonly<Record<'identity' | 'policy' | 'wallet' | 'webhooks', Uint8Array>>;

/** What is learned of the caller on the way, also of one who is refused in the end. */
export type Learned = {
  /** Its API key or secret key was found to be of this application. */
  applicationId?: string;
  /** Of a token that was verified as a whole. */
  user?: { readonly issuer: string; readonly subject: string };
};

/** What every call needs to know about its request. */
export type RequestContext = {
  readonly traceId: string;
  /** Absent if the caller sent only a user's token. Never kept beyond the request. */
  readonly grants?: Grants;
  /** Why the caller makes a change, in their words. */
  readonly reason?: string;
  /** Milliseconds since the epoch. A later answer is useless. */
  readonly deadline: number;
  /** For notes about the request. Nothing is decided by it. */
  readonly learned?: Learned;
};

/** A call to one of the services behind the gateway. Rejects with AppError only. */
export type ServiceCall<Methods> = <Name extends UnaryMethod<Methods>>(
  method: Name,
  request: RequestOf<Methods[Name]>,
  context: RequestContext,
) => Promise<ReceivedResponseOf<Methods[Name]>>;

export type Services = {
  readonly identity: ServiceCall<IdentityDefinition>;
  readonly policy: ServiceCall<PolicyDefinition>;
  readonly wallet: ServiceCall<WalletDefinition>;
  readonly webhooks: ServiceCall<WebhooksDefinition>;
};

/** The time limit of one call. All calls of a request together end at its deadline. */
const callMs = 10_000;

/**
 * Methods that may run twice, so that a lost connection is no error: reads, writes that set a value, and
 * signatures. Signatures are deterministic. Without an idempotency key a repeated one costs another pair of
 * journal entries, as if the caller had repeated it. Creates are not among them, unless they have an
 * idempotency key.
 */
const idempotent: ReadonlySet<string> = new Set([
  'AuthenticateUser',
  'GetAllowedOrigins',
  'FindProviders',
  'AuthenticateSecretKey',
  'AuthenticateOperator',
  'AuthenticateSession',
  'CreateChallenge',
  'GetSession',
  'ListMembers',
  'NamePeople',
  'GetApprovalRule',
  'SetApprovalRule',
  'ListChangeRequests',
  'GetChangeRequest',
  'CreateApprovalChallenge',
  'UpdateMember',
  'ListPeople',
  'ListKeySets',
  'RefreshKeySet',
  'LookAtIssuer',
  'ListProviders',
  'GetProvider',
  'UpdateProvider',
  'GetApplicationDocument',
  'SubmitApplicationDocument',
  'ListApplications',
  'GetApplication',
  'UpdateApplication',
  'ListSecretKeys',
  'UpdateSecretKey',
  'GetSettings',
  'UpdateSettings',
  'GetOrCreateWallet',
  'Sign',
  'GetTrustStatus',
  'CheckPeers',
  'GetPolicy',
  'ListPolicies',
  'ListPolicyRevisions',
  'EvaluateDryRun',
  'EvaluateDecisions',
  'ListWarnings',
  'ListDecisions',
  'GetDecision',
  'ListSignatureRequests',
  'GetSignatureRequest',
  'CreateSignatureChallenge',
  'VouchForApprover',
  'WithdrawApprovals',
  'ListEndpoints',
  'GetEndpoint',
  'UpdateEndpoint',
  'ListDeliveries',
  'GetWalletGroup',
  'ListWalletGroups',
  'GetWallet',
  'ListWallets',
  'ListAllWallets',
  'ListUsers',
  'GetImportKey',
  'PregenerateWallets',
  'GetPregeneratedWallet',
  'ListJournal',
  'GetLogFile',
  'GetAttestations',
]);

/** `now` in milliseconds. */
export function serviceCall<Methods>(
  name: keyof Grants,
  client: Pick<Client<Methods>, 'call'>,
  now: () => number,
): ServiceCall<Methods> {
  return (method, request, { traceId, deadline, grants, reason }) => {
    const deadlineMs = Math.min(callMs, deadline - now());
    if (deadlineMs <= 0) {
      return Promise.reject(
        new AppError('service.deadline-exceeded', 'the request could not be answered in time'),
      );
    }
    return client.call(method, request, {
      deadlineMs,
      traceId,
      grant: grants?.[name],
      reason,
      idempotent: idempotent.has(method) || hasIdempotencyKey(request),
    });
  };
}

/** With an idempotency key, the service behind makes sure that the request runs once. */
function hasIdempotencyKey(request: unknown): boolean {
  return (
    typeof request === 'object' &&
    request !== null &&
    'idempotency' in request &&
    request.idempotency !== undefined
  );
}
