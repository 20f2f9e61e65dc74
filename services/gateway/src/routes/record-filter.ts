import Type from 'typebox';
import { ownerFilter } from './core-field.js';
import { id } from './field.js';
import { since, until } from './time-filter.js';

export const ofTrace = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: '`X-Trace-Id` of the answer to the request, under which every process logs it',
  examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
});

/** Which records of signing requests a list is asked for. `what` happened to them. */
export const recordFilters = (what: string) => ({
  wallet_id: Type.Optional({
    ...id,
    description: 'of this wallet',
    examples: ['0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e'],
  }),
  issuer: Type.Optional(ownerFilter),
  subject: Type.Optional(ownerFilter),
  trace_id: Type.Optional(ofTrace),
  since: Type.Optional(since(what)),
  until: Type.Optional(until(what)),
});

type AskedRecords = {
  readonly wallet_id?: string;
  readonly issuer?: string;
  readonly subject?: string;
  readonly outcome?: string;
  readonly trace_id?: string;
};

/** Which records, as the services take it. When they were made is not among it, because units differ. */
export function whichRecords({
  wallet_id: walletId = '',
  issuer = '',
  subject = '',
  outcome = '',
  trace_id: traceId = '',
}: AskedRecords) {
  return { walletId, issuer, subject, outcome, traceId };
}
