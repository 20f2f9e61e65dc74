import { AppError, invalidField } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import { boundedId } from '../wire/bounded-id.js';
import type { DecisionPage, ListedDecisions } from './decision-store.js';

export type DecisionHandlersDeps = {
  /** Decisions of this process are stored before the list is read. */
  readonly list: (applicationId: string, page: DecisionPage) => Promise<ListedDecisions>;
  /** The decision's record. Decisions of this process are stored before it is looked up. */
  readonly find: (applicationId: string, decisionId: string) => Promise<string | undefined>;
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
      const decisionJson = await find(boundedId(applicationId, '/application_id'), id);
      if (decisionJson === undefined)
        throw new AppError('policy.decision-not-found', 'the application has no such decision');
      return { decisionJson };
    },
    async ListDecisions({ applicationId, policyId, before, limit }) {
      if (limit > largestPage) throw invalidField('/limit', `must be from 1 to ${largestPage}`);
      if (before !== '' && !isUuid(before)) throw invalidField('/before', 'must be `next` of a page');
      const size = limit === 0 ? usualPage : limit;
      const { decisions, more } = await list(boundedId(applicationId, '/application_id'), {
        policyId: policyId === '' ? undefined : boundedId(policyId, '/policy_id'),
        before: before === '' ? undefined : before,
        limit: size,
      });
      return {
        decisionsJson: decisions.map(({ json }) => json),
        next: more ? (decisions.at(-1)?.id ?? '') : '',
      };
    },
  };
}
