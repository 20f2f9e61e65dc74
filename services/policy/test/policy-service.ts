import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { operationToWire, type Operation } from '@wallet-service/chains';
import { definitions, type PolicyDefinition, type ReceivedRequestOf } from '@wallet-service/grpc';
import { createApp, type App, type AppOptions } from '../src/app.js';
import type { EvaluateDeps } from '../src/evaluation/evaluate.js';
import { playSigners } from '../../../packages/signer-protocol/test/verdict-parties.js';
import { ethWallet } from './operations.js';
import type { PolicyDatabase } from './policy-database.js';
import { receivedChanges, receivedDraft } from './policy-on-wire.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
/** The result of `serviceOn`. */
export const verdictPrivateKey: KeyObject = privateKey;
export const verdictPublicKey: KeyObject = publicKey;

/** For whom `signingRequest` asks for verdicts. */
export const playedSigners = playSigners();

export const context = {
  caller: 'test',
  reason: '',
  traceId: 'test',
  signal: new AbortController().signal,
  deadline: Date.now() + 3_600_000,
};

/** Nothing waits for approvals. */
export const noSignatureRequests: EvaluateDeps['signatureRequests'] = {
  find: () => Promise.resolve(undefined),
  open: () => Promise.reject(new Error('a signature request was opened')),
  claim: () => Promise.reject(new Error('a signature request was claimed')),
};

/** One replica of the service on a database. */
export function serviceOn(
  pool: PolicyDatabase['pool'],
  now: () => Date = () => new Date(),
  onRowRefused: AppOptions['onRowRefused'] = () => undefined,
  more: Partial<AppOptions> = {},
): App {
  const onDecisionsLost = (_count: number, error: unknown) => {
    throw error;
  };
  return createApp({
    pool,
    verdictKey: privateKey,
    now,
    onDecision: () => undefined,
    onDecisionsLost,
    onOldDecisionsKept: (error) => {
      throw error;
    },
    onRowRefused,
    identityKeys: [],
    ...more,
  });
}

export function signingRequest(applicationId: string, operation: Operation, overrides: object = {}) {
  return {
    applicationId,
    walletId: 'wallet-1',
    chain: ethWallet.chain as string,
    network: ethWallet.network,
    publicKey: Buffer.from(ethWallet.publicKey),
    issuer: 'https://issuer.example',
    subject: 'alice',
    jwtHash: Buffer.alloc(32, 7),
    recordVersion: 1,
    exchangeKey: playedSigners.publicKey,
    operation: receivedOperation(operation),
    claimsJson: '{"aud":"app"}',
    ...overrides,
  };
}

/** As the service receives it: through the codec. */
export function receivedOperation(operation: Operation) {
  const { requestDeserialize, requestSerialize } = definitions.policy.methods.Evaluate;
  const received = requestDeserialize(requestSerialize({ operation: operationToWire(operation) }));
  return (received as ReceivedRequestOf<PolicyDefinition['Evaluate']>).operation;
}

const { requestDeserialize, requestSerialize } = definitions.policy.methods.UpdateSettings;
type Handlers = App['handlers'];

/** With the names of the HTTP contract, through the codec. */
export function updateSettings(
  handlers: Pick<Handlers, 'UpdateSettings'>,
  applicationId: string,
  settings: object,
  validateOnly = false,
) {
  const changes = Object.fromEntries(
    Object.entries(settings).map(([name, value]: [string, unknown]) => [
      name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      Array.isArray(value) ? { values: value as unknown[] } : value,
    ]),
  );
  const wire = requestDeserialize(requestSerialize({ applicationId, changes, validateOnly }));
  return handlers.UpdateSettings(wire as Parameters<Handlers['UpdateSettings']>[0], context);
}

export async function enableEvaluation(
  app: App,
  applicationId: string,
  settings: object = {},
): Promise<void> {
  await updateSettings(app.handlers, applicationId, { policy_evaluation_enabled: true, ...settings });
}

export function createPolicy(
  app: App,
  applicationId: string,
  policy: object,
  providerIssuers: string[] = [],
) {
  const request = { applicationId, policy: receivedDraft({ ...policy }), providerIssuers };
  return app.handlers.CreatePolicy(request, context);
}

export function updatePolicy(
  app: App,
  applicationId: string,
  policyId: string,
  changes: object,
  expectedRevision = 0,
  providerIssuers: string[] = [],
) {
  const received = receivedChanges({ ...changes });
  const request = { applicationId, policyId, changes: received, expectedRevision, providerIssuers };
  return app.handlers.UpdatePolicy(request, context);
}
