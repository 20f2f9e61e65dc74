import { isText } from './is-text.js';
import { chains } from '@wallet-service/addresses';
import { AppError, type FieldError } from '@wallet-service/errors';
import { scopes } from '../engine/rule.js';
import {
  longestDescription,
  longestName,
  type ChangesInput,
  type DraftInput,
  type Policy,
  type PolicyChanges,
  type PolicyDraft,
} from './policy.js';
import { validateRules } from './validate-rules.js';

type Report = (path: string, message: string) => void;

const mostReported = 50;

/**
 * A new policy from a request. `place` is its JSON Pointer there. Throws `request.invalid` with all mistakes,
 * by JSON Pointer.
 */
export function validatePolicy(given: DraftInput, place = ''): PolicyDraft {
  return collecting(place, (report) => {
    checkMembers(given, report);
    const { chain, scope, rules } = given;
    if (!oneOf(chains, chain)) report('/chain', `must be one of ${chains.join(', ')}`);
    else if (oneOf(scopes, scope)) validateRules(rules, chain, scope, report);
    const { is_active = true, description = null } = given;
    return { ...given, is_active, description } as PolicyDraft;
  });
}

/** Whether the request names more than the chain, which stays the same. */
export function namesChanges(changes: ChangesInput): boolean {
  return Object.keys(changes).some((name) => name !== 'chain');
}

/** The changes that a request makes to a policy. The rules after the change must fit its scope. */
export function validateChanges(
  policy: Pick<Policy, 'chain' | 'scope' | 'rules'>,
  { chain = policy.chain, ...given }: ChangesInput,
): PolicyChanges {
  return collecting('', (report) => {
    if (chain !== policy.chain)
      report('/chain', `cannot be changed after creation: the policy is for ${policy.chain}`);
    checkMembers(given, report);
    const { scope = policy.scope, rules = policy.rules } = given;
    const touched = given.rules !== undefined || given.scope !== undefined;
    if (touched && oneOf(scopes, scope)) validateRules(rules, policy.chain, scope, report);
    return given as PolicyChanges;
  });
}

function collecting<Result>(place: string, work: (report: Report) => Result): Result {
  const fields: FieldError[] = [];
  const result = work((pointer, message) => {
    const path = place + pointer;
    if (fields.length < mostReported && !fields.some((known) => known.path === path))
      fields.push({ path, message });
  });
  if (fields.length === 0) return result;
  const [first] = fields;
  throw new AppError(
    'request.invalid',
    `the policy is not valid: ${first?.path ?? ''} ${first?.message ?? ''}`,
    { fields },
  );
}

function checkMembers({ name, scope, description }: ChangesInput, report: Report): void {
  if (name !== undefined && !isText(name, 1, longestName))
    report('/name', `must be a string of 1 to ${longestName} characters`);
  if (typeof description === 'string' && !isText(description, 0, longestDescription))
    report('/description', `must be null or a string of at most ${longestDescription} characters`);
  if (scope !== undefined && !oneOf(scopes, scope)) report('/scope', `must be one of ${scopes.join(', ')}`);
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: string): value is Choice {
  return choices.some((choice) => choice === value);
}
