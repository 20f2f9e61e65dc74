import { WalletServiceError } from '@wallet-service/sdk';

/** Throws unless both have the same JSON. */
export function same(found: unknown, wanted: unknown): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
  if (one !== other) throw new Error(`${one} is not ${other}`);
}

/** The error of a call that must fail. */
export async function errorOf(work: Promise<unknown>): Promise<WalletServiceError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof WalletServiceError) return error;
  throw new Error(`no WalletServiceError, but ${String(error)}`);
}
