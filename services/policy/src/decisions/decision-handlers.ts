import { AppError, invalidField } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import { boundedId } from '../wire/bounded-id.js';
import type { DecisionFilter, DecisionPage, ListedDecisions } from './decision-list-store.js';
import { hashOfUser } from './user-hash.js';
import type { StoredDecision } from './decision.js';
import { decisionToWire } from './decision-to-wire.js';

export type DecisionHandlersDeps = {
  /** Decisions of this process are stored before the list is read. */
  readonly list: (applicationId: string, page: DecisionPage) => Promise<ListedDecisions>;
  /** Decisions of this process are stored before one is looked up. */
  readonly find: (applicationId: string, decisionId: string) => Promise<StoredDecision | undefined>;
};

const usualPage = 50;
const largestPage = 100;

export function decisionHandlers({
  list,
  find,
}: DecisionHandlersDeps): Pick<Handlers<PolicyDefinition>, 'ListDecisions' | 'GetDecision'> {
  return {
    async GetDecision({ applicationId, decisionId }) {
      const id = boundedId(decisionId, '/decision_id');
      const decision = await find(boundedId(applicationId, '/application_id'), id);
      if (!decision) throw new AppError('policy.decision-not-found', 'the application has no such decision');
      return decisionToWire(decision);
    },
    async ListDecisions({ applicationId, policyId, before, limit, filter }) {
      if (limit > largestPage) throw invalidField('/limit', `must be from 1 to ${largestPage}`);
      if (before !== '' && !isUuid(before)) throw invalidField('/before', 'must be `next` of a page');
      const size = limit === 0 ? usualPage : limit;
      const { decisions, next } = await list(boundedId(applicationId, '/application_id'), {
        policyId: policyId === '' ? undefined : boundedId(policyId, '/policy_id'),
        filter: filterOf(filter),
        before: before === '' ? undefined : before,
        limit: size,
      });
      return {
        decisions: decisions.map(decisionToWire),
        next: next ?? '',
      };
    },
  };
}

const outcomes = ['allow', 'deny', 'require_mfa', 'require_approval'] as const;

function filterOf(wire: ReceivedRequestOf<PolicyDefinition['ListDecisions']>['filter']): DecisionFilter {
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
