import { isText } from './is-text.js';
import { chains } from '@wallet-service/addresses';
import { AppError, type FieldError } from '@wallet-service/errors';
import { scopes } from '../engine/rule.js';
import {
  longestDescription,
  longestName,
  type Policy,
  type PolicyChanges,
  type PolicyDraft,
} from './policy.js';
import { validateRules } from './validate-rules.js';

type Report = (path: string, message: string) => void;
type Body = Readonly<Record<string, unknown>>;

const mostReported = 50;
const changeable = ['is_active', 'name', 'rules', 'scope', 'description'];

/**
 * A new policy from a request. `place` is its JSON Pointer there. Throws `request.invalid` with all mistakes,
 * by JSON Pointer.
 */
export function validatePolicy(body: unknown, place = ''): PolicyDraft {
  return collecting(place, (report) => {
    const given = objectOf(body, [...changeable, 'chain'], report);
    for (const name of ['name', 'chain', 'rules', 'scope'])
      if (!Object.hasOwn(given, name)) report(`/${name}`, 'is required');
    checkMembers(given, report);
    const { chain, scope } = given;
    if (!oneOf(chains, chain)) report('/chain', `must be one of ${chains.join(', ')}`);
    else if (oneOf(scopes, scope)) validateRules(given['rules'], chain, scope, report);
    const { is_active = true, description = null } = given;
    return { ...given, is_active, description } as PolicyDraft;
  });
}

/** Whether the request names more than the chain, which stays the same. */
export function namesChanges(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.keys(body).some((name) => name !== 'chain');
}

/** The changes that a request makes to a policy. The rules after the change must fit its scope. */
export function validateChanges(
  policy: Pick<Policy, 'chain' | 'scope' | 'rules'>,
  body: unknown,
): PolicyChanges {
  return collecting('', (report) => {
    const { chain = policy.chain, ...given } = objectOf(body, [...changeable, 'chain'], report);
    if (chain !== policy.chain)
      report('/chain', `cannot be changed after creation: the policy is for ${policy.chain}`);
    checkMembers(given, report);
    const { scope = policy.scope } = given;
    const { rules = policy.rules } = given;
    const touched = Object.hasOwn(given, 'rules') || Object.hasOwn(given, 'scope');
    if (touched && oneOf(scopes, scope)) validateRules(rules, policy.chain, scope, report);
    return given;
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

function objectOf(body: unknown, known: readonly string[], report: Report): Body {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    report('', 'must be an object');
    return {};
  }
  for (const name of Object.keys(body)) if (!known.includes(name)) report(`/${name}`, 'is unknown');
  return body as Body;
}

function checkMembers(given: Body, report: Report): void {
  const has = (name: string) => Object.hasOwn(given, name);
  const { is_active: isActive, name, scope, description } = given;
  if (has('is_active') && typeof isActive !== 'boolean') report('/is_active', 'must be true or false');
  if (has('name') && !isText(name, 1, longestName))
    report('/name', `must be a string of 1 to ${longestName} characters`);
  if (has('description') && description !== null && !isText(description, 0, longestDescription))
    report('/description', `must be null or a string of at most ${longestDescription} characters`);
  if (has('scope') && !oneOf(scopes, scope)) report('/scope', `must be one of ${scopes.join(', ')}`);
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: unknown): value is Choice {
  return choices.some((choice) => choice === value);
}
