import { invalid, Refusal } from './refusal.js';
import type { Answer, State } from './state.js';

const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const bare = /^[A-Za-z0-9_][A-Za-z0-9_.:~+/=-]*$/;

/**
 * Does the work of an Idempotency-Key once, and then gives its answer again. A failure is not kept. `asked`: the
 * request without its token, but with the owner of the token.
 */
export async function once(
  { answers }: State,
  key: string | undefined,
  asked: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work();
  const text = JSON.stringify(asked);
  const before = answers.get(key);
  if (before && before.asked !== text) throw new Refusal('request.idempotency-mismatch');
  if (before) return before.answer;
  const answer = work();
  answers.set(key, { asked: text, answer });
  try {
    return await answer;
  } catch (error) {
    answers.delete(key);
    throw error;
  }
}

/** The key of a request (draft-ietf-httpapi-idempotency-key-header). */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const given = headers.get('idempotency-key')?.trim();
  if (given === undefined) return undefined;
  const key = bare.test(given) ? given : quoted.exec(given)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  if (key !== undefined && key.length >= 1 && key.length <= 255) return key;
  throw invalid('header Idempotency-Key', 'must be one string of 1 to 255 characters in double quotes');
}
