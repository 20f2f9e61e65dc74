import type { ServerClient } from '@wallet-service/sdk/server';
import { approvalChallenge, hashOfText } from './approval-challenge.ts';

export type SignatureRequest = Awaited<ReturnType<ServerClient['signatureRequests']['get']>>;

/** What owners approve, as the policy service has decoded it. */
export type Content = {
  readonly chain: string;
  readonly network: string;
  readonly address: string;
  readonly wallet_id: string;
  readonly issuer: string;
  readonly subject: string;
  readonly operation: { readonly kind: string } & Readonly<Record<string, unknown>>;
  readonly payload_hashes: readonly string[];
  /** The rules that demanded approvals. Older requests do not say. */
  readonly demanded_by?: readonly DemandingRule[];
};
type DemandingRule = {
  readonly policy_id: string;
  readonly policy_name: string;
  readonly rule: string;
  readonly approvals: number;
};

export function contentOf({ text }: Pick<SignatureRequest, 'text'>): Content {
  return JSON.parse(text) as Content;
}

/** Then nothing is signed: the private key is given to a recipient. */
export function isOfExport(request: Pick<SignatureRequest, 'text'>): boolean {
  return contentOf(request).operation.kind === 'export';
}

const kinds: Readonly<Record<string, string>> = {
  ethereum_transaction: 'Transaction',
  solana_transaction: 'Transaction',
  bitcoin_transaction: 'Transaction',
  typed_data: 'Typed data',
  message: 'Message',
  eip7702_authorization: 'Delegation (EIP-7702)',
  raw_hash: 'Bare hash',
  export: 'Export of the private key',
};

/** What it is about, in a few words. */
export function titleOfSignature({ operation, chain }: Pick<Content, 'operation' | 'chain'>): string {
  return `${kinds[operation.kind] ?? operation.kind} on ${chain}`;
}

/** What the passkey of a person must sign to approve this text. */
export async function challengeOf(
  { text }: Pick<SignatureRequest, 'text'>,
  personId: string,
): Promise<string> {
  const hash = await hashOfText(`wallet-service signature request v1\n${text}`);
  return approvalChallenge('wallet-service signature approval v1', hash, personId);
}
