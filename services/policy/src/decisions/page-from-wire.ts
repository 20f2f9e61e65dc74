import { invalidField } from '@wallet-service/errors';
import type { PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { boundedId } from '../wire/bounded-id.js';
import { listPageOf } from '../wire/list-page.js';
import type { DecisionFilter, DecisionPage } from './decision-list-store.js';
import { hashOfUser } from './user-hash.js';

type Asked = Pick<ReceivedRequestOf<PolicyDefinition['ListDecisions']>, 'before' | 'limit' | 'filter'>;

/** Which decisions a request is about. */
export function pageFromWire({ filter, ...page }: Asked): Omit<DecisionPage, 'policyId'> {
  return { filter: filterOf(filter), ...listPageOf(page) };
}

const outcomes = ['allow', 'deny', 'require_mfa', 'require_approval'] as const;

function filterOf(wire: Asked['filter']): DecisionFilter {
  if (!wire) return {};
  const { walletId, issuer, subject, outcome, traceId } = wire;
  if ((issuer === '') !== (subject === ''))
    throw invalidField(
      issuer === '' ? '/issuer' : '/subject',
      'a user is an issuer and a subject: give both',
    );
  if (outcome !== '' && !outcomes.some((known) => known === outcome))
    throw invalidField('/outcome', `must be one of ${outcomes.join(', ')}`);
  return {
    walletId: walletId === '' ? undefined : boundedId(walletId, '/wallet_id'),
    userHash: subject === '' ? undefined : hashOfUser({ issuer, subject }),
    outcome: outcome || undefined,
    traceId: traceId || undefined,
    since: timeOf(wire.since, '/since'),
    until: timeOf(wire.until, '/until'),
  };
}

function timeOf(text: string, path: string): number | undefined {
  const seconds = Number(text);
  if (seconds < 0 || seconds > 253_402_300_799) throw invalidField(path, 'must be Unix seconds');
  return seconds === 0 ? undefined : seconds;
}
