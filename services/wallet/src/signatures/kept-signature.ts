import type { ReceivedResponseOf, ResponseOf, WalletDefinition } from '@wallet-service/grpc';

type SignResponse = ResponseOf<WalletDefinition['Sign']>;

/** An answer to `Sign` as it is stored, sealed, for a retry. Its only bytes are those of the receipt. */
export function keptForm({ receipt, ...signed }: SignResponse): Buffer {
  const { statement, signature, publicKey } = receipt ?? {};
  const bytes = receipt && [statement, signature, publicKey].map((part) => base64Of(part));
  return Buffer.from(JSON.stringify({ signed, receipt: bytes ?? null }));
}

export function responseOf(kept: Uint8Array): SignResponse {
  const { signed, receipt } = JSON.parse(Buffer.from(kept).toString('utf8')) as {
    readonly signed: Omit<ReceivedResponseOf<WalletDefinition['Sign']>, 'receipt'>;
    readonly receipt: readonly [string, string, string] | null;
  };
  if (!receipt) return { ...signed, receipt: null };
  const [statement, signature, publicKey] = receipt;
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64');
  return {
    ...signed,
    receipt: { statement: bytes(statement), signature: bytes(signature), publicKey: bytes(publicKey) },
  };
}

function base64Of(part: Uint8Array | string | undefined): string {
  return Buffer.from(part ?? '').toString('base64');
}
