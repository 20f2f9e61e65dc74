import { AppError } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition } from '@wallet-service/grpc';
import { boundedId } from '../wire/bounded-id.js';
import type { DecisionPage, ListedDecisions } from './decision-list-store.js';
import { pageFromWire } from './page-from-wire.js';
import type { FoundDecision } from './decision.js';
import { decisionToWire, foundToWire } from './decision-to-wire.js';

export type DecisionHandlersDeps = {
  /** Decisions of this process are stored before the list is read. */
  readonly list: (applicationId: string, page: DecisionPage) => Promise<ListedDecisions>;
  /** Decisions of this process are stored before one is looked up. */
  readonly find: (applicationId: string, decisionId: string) => Promise<FoundDecision | undefined>;
};

export function decisionHandlers({
  list,
  find,
}: DecisionHandlersDeps): Pick<Handlers<PolicyDefinition>, 'ListDecisions' | 'GetDecision'> {
  return {
    async GetDecision({ applicationId, decisionId }) {
      const id = boundedId(decisionId, '/decision_id');
      const found = await find(boundedId(applicationId, '/application_id'), id);
      if (!found) throw new AppError('policy.decision-not-found', 'the application has no such decision');
      return foundToWire(found);
    },
    async ListDecisions({ applicationId, policyId, ...asked }) {
      const { decisions, next } = await list(boundedId(applicationId, '/application_id'), {
        policyId: policyId === '' ? undefined : boundedId(policyId, '/policy_id'),
        ...pageFromWire(asked),
      });
      return {
        decisions: decisions.map(decisionToWire),
        next: next ?? '',
      };
    },
  };
}
