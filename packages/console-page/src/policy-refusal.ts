import { WalletServiceError } from '@wallet-service/sdk';

export type Refused = { readonly path: string; readonly message: string };

/** What an answer refuses: in the policy itself, by JSON pointers into it, and elsewhere in the request. */
export type Refusal = { readonly inPolicy: readonly Refused[]; readonly elsewhere: readonly Refused[] };

/** `within`: where the request has the policy. Nowhere: it is the policy. */
export function refusalOf(error: unknown, within: '' | '/policy'): Refusal {
  const fields = error instanceof WalletServiceError ? error.fields : [];
  const isIn = ({ path }: Refused) =>
    within === '' ? path.startsWith('/') || path === '' : path === within || path.startsWith(`${within}/`);
  return {
    inPolicy: fields.filter(isIn).map(({ path, message }) => ({ path: path.slice(within.length), message })),
    elsewhere: fields.filter((field) => !isIn(field)),
  };
}
