import type {
  Client,
  IdentityDefinition,
  PolicyDefinition,
  ReceivedResponseOf,
  RequestOf,
  UnaryMethod,
  WalletDefinition,
} from '@wallet-service/grpc';

/** A call to one of the services behind the gateway. Rejects with AppError only. */
export type ServiceCall<Methods> = <Name extends UnaryMethod<Methods>>(
  method: Name,
  request: RequestOf<Methods[Name]>,
  traceId: string,
) => Promise<ReceivedResponseOf<Methods[Name]>>;

export type Services = {
  readonly identity: ServiceCall<IdentityDefinition>;
  readonly policy: ServiceCall<PolicyDefinition>;
  readonly wallet: ServiceCall<WalletDefinition>;
};

/** Shorter than the time after which the gateway itself gives up, so that the caller learns which service was late. */
const deadlineMs = 10_000;

/** What may run twice, so that a lost connection is no error: reads, and writes that set a value. Creates and signatures are not among them. */
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
  'GetTrustStatus',
]);

export function serviceCall<Methods>(client: Client<Methods>): ServiceCall<Methods> {
  return (method, request, traceId) =>
    client.call(method, request, { deadlineMs, traceId, idempotent: idempotent.has(method) });
}
