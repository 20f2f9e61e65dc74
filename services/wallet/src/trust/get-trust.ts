import type { Client, IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import type { ApplicationTrust } from '@wallet-service/signer-protocol';
import type { CallScope, TrustUpdate } from '../signer/signer-client.js';

export type TrustQuestion = {
  readonly applicationId: string;
  /** The witnesses are asked again, though their last statements are recent. */
  readonly fresh: boolean;
  /** Of the content that need not be sent again. */
  readonly knownDigest: Uint8Array;
};
export type BroughtTrust = {
  /** Of the content, without the statements about it. */
  readonly digest: Uint8Array;
  /** Undefined: identity knows nothing of the application. */
  readonly update: TrustUpdate | undefined;
};

/** What the signers need to know of an application now. Undefined: the content that the caller knows. */
export type GetTrust = (question: TrustQuestion, scope: CallScope) => Promise<BroughtTrust | undefined>;

/** Asks identity. Rejects with AppError only. */
export function createGetTrust(client: Client<IdentityDefinition>, now: () => number): GetTrust {
  return async ({ applicationId, fresh, knownDigest }, { deadline, traceId }) => {
    const answer = await client.call(
      'GetTrust',
      { applicationId, fresh, knownDigest: Buffer.from(knownDigest) },
      { deadlineMs: Math.max(1, deadline - now()), traceId, idempotent: true },
    );
    if (answer.unchanged) return undefined;
    const { digest, rootDocument, application } = answer;
    if (application)
      return { digest, update: { rootDocument, applicationId, application: trustOf(application) } };
    const update = { rootDocument, applicationId: '', application: undefined };
    return { digest, update: rootDocument.length > 0 ? update : undefined };
  };
}

type OnTheWire = NonNullable<ReceivedResponseOf<IdentityDefinition['GetTrust']>['application']>;

function trustOf({ document, statements, keySets }: OnTheWire): ApplicationTrust {
  return {
    document,
    statements: statements.map(statementOf),
    keySets,
  };
}

/** The signers' own encoding has numbers where this one has text. */
function statementOf(statement: OnTheWire['statements'][number]) {
  return {
    ...statement,
    statedAt: BigInt(statement.statedAt),
    rootVersion: BigInt(statement.rootVersion),
    items: statement.items.map((item) => ({ ...item, observedAt: BigInt(item.observedAt) })),
  };
}
