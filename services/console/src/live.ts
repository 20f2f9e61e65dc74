import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, type GatewayAnswer } from './gateway.js';

/** Between two looks at the gateway, in milliseconds. */
const pauseMs = 2_000;
/** A stream ends after so many of them, and the browser begins another one. So a session that has ended is noticed. */
const mostLooks = 150;

export type LiveDeps = {
  /** Asks the gateway for the list. */
  readonly look: () => Promise<GatewayAnswer>;
  readonly signal: AbortSignal;
};

/**
 * Sends entries of a list as server-sent events (WHATWG HTML, section 9.2), the last of the list first: all of the
 * first answer, and then those that are new or have changed. Ends when the browser leaves. An `end` comes last if the
 * gateway refuses. Without it the browser tries again.
 */
export async function sendEntries(
  response: Pick<ServerResponse, 'write'>,
  first: GatewayAnswer,
  { look, signal }: LiveDeps,
): Promise<void> {
  let known: ReadonlySet<string> = new Set();
  for (let answer = first, looks = 1; ; answer = await look(), looks += 1) {
    if (answer.status !== 200) {
      answer.body?.destroy();
      if (isRefusal(answer)) response.write(`event: end\ndata: ${answer.status}\n\n`);
      return;
    }
    const entries = entriesIn(await jsonOf(answer));
    for (const entry of entries.toReversed())
      if (!known.has(entry)) response.write(`event: entry\ndata: ${entry}\n\n`);
    known = new Set(entries);
    response.write(': still here\n\n');
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
    if (signal.aborted || looks === mostLooks) return;
  }
}

/** Asking again would change nothing. */
export function isRefusal({ status }: Pick<GatewayAnswer, 'status'>): boolean {
  return status >= 400 && status < 500 && status !== 429;
}

function entriesIn({ data }: Record<string, unknown>): readonly string[] {
  return Array.isArray(data) ? data.map((entry) => JSON.stringify(entry)) : [];
}
