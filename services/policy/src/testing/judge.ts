import type { Operation, SigningWallet } from '@wallet-service/chains';
import { compilePolicies } from '../engine/compile-policies.js';
import { decide } from '../engine/decide.js';
import { methods } from '../engine/methods.js';
import type { Condition } from '../engine/rule.js';
import { policyInputOfOperation } from '../evaluation/policy-input-of-operation.js';

/** The engine's answers about one operation of a wallet. */
export type Judge = {
  /** Whether a DENY rule with only this condition refuses it, with no earlier spending. */
  readonly denies: (method: string, condition: Condition) => boolean;
};

/** For tests that compare the engine's answers with what a chain does. */
export function judgeOf(wallet: SigningWallet, operation: Operation): Judge {
  const input = policyInputOfOperation(wallet, operation);
  const settings = {
    evaluationEnabled: true,
    defaultAction: 'allow',
    rawHashSigning: 'allow',
    anyChainDelegation: 'allow',
    stepUpApplies: true,
    policiesElsewhere: [],
    approvals: 0,
  } as const;
  return {
    denies: (method, condition) => {
      if (!Object.hasOwn(methods[wallet.chain], method)) throw new Error(`no method ${method}`);
      const rule = { name: 'the rule', method, action: 'DENY', conditions: [condition] } as const;
      const policy = { id: '1', name: 'alone', chain: wallet.chain, scope: 'GLOBAL', revision: 1 } as const;
      const rulebook = compilePolicies(wallet.chain, [{ ...policy, rules: [rule] }]);
      const facts = { input, nowSeconds: 1_800_000_000, spentBefore: () => 0n, memo: new Map() };
      return decide(rulebook, settings, facts).outcome === 'deny';
    },
  };
}
