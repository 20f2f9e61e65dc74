import { invalid, Refusal } from './refusal.js';
import type { Answer, Kept, State } from './state.js';

const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;
const bare = /^[A-Za-z0-9_][A-Za-z0-9_.:~+/=-]*$/;

const keptSeconds = 86_400;

/**
 * Does the work of an Idempotency-Key once, and then gives its answer again, unless the wallet has another access key
 * since. A failure is not kept. `asked`: the request without its token, but with the owner of the token.
 */
export async function once(
  { answers, now }: State,
  key: string | undefined,
  asked: unknown,
  work: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined) return work();
  const text = canonicalJson(asked);
  const before = answers.get(key);
  if (before && before.expires > now()) return answerAgain(before, text);
  const kept: Kept = { asked: text, expires: now() + keptSeconds, done: undefined };
  answers.set(key, kept);
  try {
    const answer = await work();
    kept.done = { answer, accessKey: answer.wallet?.accessKey };
    return answer;
  } catch (error) {
    answers.delete(key);
    throw error;
  }
}

function answerAgain({ asked, done }: Kept, text: string): Answer {
  if (asked !== text) throw new Refusal('request.idempotency-mismatch');
  if (!done) throw new Refusal('request.idempotency-running', { retryAfterSeconds: 1 });
  const { answer, accessKey } = done;
  if (answer.wallet && answer.wallet.accessKey !== accessKey)
    throw new Refusal('request.idempotency-answer-outdated', { details: { wallet_id: answer.wallet.id } });
  return answer;
}

/** Equal values give equal text, in whatever order their members are. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}

/** The key of a request (draft-ietf-httpapi-idempotency-key-header). */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const given = headers.get('idempotency-key')?.trim();
  if (given === undefined) return undefined;
  const key = bare.test(given) ? given : quoted.exec(given)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  if (key !== undefined && key.length >= 1 && key.length <= 255) return key;
  throw invalid('header Idempotency-Key', 'must be one string of 1 to 255 characters in double quotes');
}
