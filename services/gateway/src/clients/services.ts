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

/** Identity's word on the credential of a request, one for each service. */
export type Grants = Readonly<Record<'identity' | 'policy' | 'wallet' | 'webhooks', Uint8Array>>;

/** What every call on behalf of a request needs of it. */
export type RequestContext = {
  readonly traceId: string;
  /** Absent: no credential was shown but a user's token. Never kept beyond the request. */
  readonly grants?: Grants;
  /** Milliseconds since the epoch: when the answer is of no use any more. */
  readonly deadline: number;
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

/** Of one call; all calls of a request together have until its deadline. */
const callMs = 10_000;

/**
 * What may run twice, so that a lost connection is no error: reads, writes that set a value, and signatures,
 * which are deterministic: a repeated one costs another pair of journal entries and counts once more in
 * spending windows, as it would if the caller repeated it. Creates are not among them, unless they carry an
 * idempotency key.
 */
const idempotent: ReadonlySet<string> = new Set([
  'AuthenticateUser',
  'AuthenticateSecretKey',
  'AuthenticateOperator',
  'RefreshKeySet',
  'ListProviders',
  'GetProvider',
  'UpdateProvider',
  'ListApplications',
  'GetApplication',
  'UpdateApplication',
  'ListSecretKeys',
  'GetSettings',
  'UpdateSettings',
  'GetOrCreateWallet',
  'Sign',
  'GetTrustStatus',
  'GetPolicy',
  'ListPolicies',
  'ListPolicyRevisions',
  'EvaluateDryRun',
  'ListDecisions',
  'GetDecision',
  'ListEndpoints',
  'GetEndpoint',
  'UpdateEndpoint',
  'ListDeliveries',
  'GetWalletGroup',
  'ListWalletGroups',
  'GetWallet',
  'ListWallets',
  'GetImportKey',
  'PregenerateWallets',
  'GetPregeneratedWallet',
  'ListJournal',
  'GetAttestations',
]);

/** `now` in milliseconds. */
export function serviceCall<Methods>(
  name: keyof Grants,
  client: Pick<Client<Methods>, 'call'>,
  now: () => number,
): ServiceCall<Methods> {
  return (method, request, { traceId, deadline, grants }) => {
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
      idempotent: idempotent.has(method) || hasIdempotencyKey(request),
    });
  };
}

/** Then the service behind makes sure that it happens once. */
function hasIdempotencyKey(request: unknown): boolean {
  return (
    typeof request === 'object' &&
    request !== null &&
    'idempotency' in request &&
    request.idempotency !== undefined
  );
}
