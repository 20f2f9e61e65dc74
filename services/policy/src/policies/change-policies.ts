import { setImmediate } from 'node:timers/promises';
import { AppError } from '@wallet-service/errors';
import type { Rule } from '../engine/rule.js';
import { mostWindows } from '../engine/spending-fields.js';
import { distinctWindows } from './distinct-windows.js';
import {
  mostPolicies,
  mostRuleBytes,
  type ChangesInput,
  type DraftInput,
  type Policy,
  type PolicyChange,
} from './policy.js';
import { policyOf, type PolicyRow } from './policy-store.js';
import { namesChanges, validateChanges, validatePolicy } from './validate-policy.js';
import { fewerWindows } from './validate-rules.js';

/** One transaction on the policies of one application. */
export type PolicyTransaction = {
  /** Keeps other writes to the application waiting until the transaction ends. */
  readonly raiseRevision: () => Promise<unknown>;
  /** All policies of the application, as this service wrote them. */
  readonly policies: () => Promise<readonly PolicyRow[]>;
  readonly write: (policy: Policy) => Promise<void>;
  readonly delete: (policyId: string) => Promise<void>;
  readonly writeRevision: (change: PolicyChange, policy: Policy) => Promise<void>;
};

export type ChangePoliciesDeps = {
  readonly inTransaction: <Result>(
    applicationId: string,
    work: (transaction: PolicyTransaction) => Promise<Result>,
  ) => Promise<Result>;
  readonly newId: () => string;
  readonly now: () => Date;
};

export function policyNotFound(): AppError {
  return new AppError('policy.not-found', 'the application has no such policy');
}

export async function createPolicy(
  { inTransaction, newId, now }: ChangePoliciesDeps,
  applicationId: string,
  given: DraftInput,
): Promise<Policy> {
  const draft = validatePolicy(given);
  return inTransaction(applicationId, async (transaction) => {
    await transaction.raiseRevision();
    const time = now();
    const policy = { ...draft, id: newId(), revision: 1, timeCreated: time, timeUpdated: time };
    await assertRoom(transaction, policy);
    await transaction.write(policy);
    await transaction.writeRevision('created', policy);
    return policy;
  });
}

/**
 * `expectedRevision` undefined matches any revision. A change without effect leaves the revision unchanged.
 */
export async function updatePolicy(
  { inTransaction, now }: ChangePoliciesDeps,
  applicationId: string,
  policyId: string,
  given: ChangesInput,
  expectedRevision: number | undefined,
): Promise<Policy> {
  return inTransaction(applicationId, async (transaction) => {
    if (namesChanges(given)) await transaction.raiseRevision();
    const policy = await expected(transaction, policyId, expectedRevision);
    const changes = validateChanges(policy, given);
    if (Object.keys(changes).length === 0) return policy;
    const changed = { ...policy, ...changes, revision: policy.revision + 1, timeUpdated: now() };
    if (changes.rules) await assertRoom(transaction, changed);
    await transaction.write(changed);
    await transaction.writeRevision('updated', changed);
    return changed;
  });
}

export async function deletePolicy(
  { inTransaction, now }: ChangePoliciesDeps,
  applicationId: string,
  policyId: string,
  expectedRevision: number | undefined,
): Promise<void> {
  await inTransaction(applicationId, async (transaction) => {
    await transaction.raiseRevision();
    const policy = await expected(transaction, policyId, expectedRevision);
    await transaction.delete(policyId);
    await transaction.writeRevision('deleted', {
      ...policy,
      revision: policy.revision + 1,
      timeUpdated: now(),
    });
  });
}

async function assertRoom(transaction: PolicyTransaction, policy: Policy): Promise<void> {
  const others = (await transaction.policies()).filter(({ policy_id: id }) => id !== policy.id);
  const ruleBytes = others.reduce((sum, { rules_json: rules }) => sum + Buffer.byteLength(rules), 0);
  if (others.length >= mostPolicies)
    throw new AppError('policy.limit-reached', `an application has at most ${mostPolicies} policies`);
  if (ruleBytes + Buffer.byteLength(JSON.stringify(policy.rules)) > mostRuleBytes)
    throw new AppError(
      'policy.limit-reached',
      `the rules of an application’s policies have at most ${mostRuleBytes} bytes of JSON together`,
    );
  await assertRoomForWindows(others, policy);
}

/** Their rules are read policy by policy, and other work runs in between: they may have 4 MiB. */
async function assertRoomForWindows(others: readonly PolicyRow[], policy: Policy): Promise<void> {
  const windows = new Set(distinctWindows(policy.rules, policy.chain));
  if (windows.size === 0) return;
  for (const { rules_json: rules, chain } of others) {
    if (windows.size > mostWindows) break;
    if (!rules.includes('"spending_window"')) continue;
    for (const window of distinctWindows(JSON.parse(rules) as readonly Rule[], chain)) windows.add(window);
    await setImmediate();
  }
  if (windows.size > mostWindows)
    throw new AppError(
      'policy.limit-reached',
      `the policies of an application have at most ${mostWindows} different spending windows together: ${fewerWindows}`,
    );
}

async function expected(
  transaction: PolicyTransaction,
  policyId: string,
  expectedRevision: number | undefined,
): Promise<Policy> {
  const row = (await transaction.policies()).find(({ policy_id: id }) => id === policyId);
  if (!row) throw policyNotFound();
  const policy = policyOf(row);
  if (expectedRevision !== undefined && expectedRevision !== policy.revision)
    throw new AppError(
      'request.revision-conflict',
      `the policy now has revision ${policy.revision}: read it again`,
      {
        details: { revision: policy.revision },
      },
    );
  return policy;
}
