import { WalletServiceError } from '@wallet-service/sdk';

export type Refused = { readonly path: string; readonly message: string };

/** Where requests that ask about a draft have it. */
const member = '/policy';

/** What an answer refuses: of the policy, by JSON pointers into it, and of the rest of the request. */
export function refusalOf(error: unknown): {
  readonly inPolicy: readonly Refused[];
  readonly elsewhere: readonly Refused[];
} {
  if (!(error instanceof WalletServiceError)) return { inPolicy: [], elsewhere: [] };
  const { operation, fields } = error;
  const within = operation.startsWith('evaluate') ? member : '';
  const isIn = ({ path }: Refused) => path === within || path.startsWith(`${within}/`);
  return {
    inPolicy: fields.filter(isIn).map(({ path, message }) => ({ path: path.slice(within.length), message })),
    elsewhere: fields.filter((field) => !isIn(field)),
  };
}

/** With the name of what is refused, because it may be what is missing. */
export function sentenceOf({ path, message }: Refused): string {
  const steps = path.split('/').slice(1);
  const last = steps.findLastIndex((step) => !/^\d+$/.test(step));
  const name = last < 0 ? 'The policy' : steps.slice(last).join('/');
  return `${name} ${message}`;
}
