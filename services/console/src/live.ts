import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, type Gateway } from './gateway.js';

/** Between two looks at the gateway, in milliseconds. */
const pauseMs = 2_000;
/** A stream ends after so many of them, and the browser begins another one. So a session that has ended is noticed. */
const mostLooks = 150;

export type LiveDeps = {
  readonly gateway: Gateway;
  /** Of a list, with its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/**
 * Sends entries of a list as server-sent events (WHATWG HTML, section 9.2), the last of the list first: all when it
 * begins, and then those that are new or have changed. Ends when the browser leaves, or the gateway refuses.
 */
export async function sendEntries(
  response: Pick<ServerResponse, 'write'>,
  { gateway, path, headers, signal }: LiveDeps,
): Promise<void> {
  let known: ReadonlySet<string> = new Set();
  for (let look = 0; look < mostLooks && !signal.aborted; look += 1) {
    const answer = await gateway({ method: 'GET', path, headers });
    if (answer.status !== 200) {
      answer.body?.destroy();
      return;
    }
    const entries = entriesIn(await jsonOf(answer));
    for (const entry of entries.toReversed())
      if (!known.has(entry)) response.write(`event: entry\ndata: ${entry}\n\n`);
    known = new Set(entries);
    response.write(': still here\n\n');
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function entriesIn({ data }: Record<string, unknown>): readonly string[] {
  return Array.isArray(data) ? data.map((entry) => JSON.stringify(entry)) : [];
}
