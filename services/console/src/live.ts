import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonOf, type Gateway } from './gateway.js';

/** Between two looks at the gateway, in milliseconds. */
const pauseMs = 2_000;
/** A stream ends after so many of them, and the browser begins another one. So a session that has ended is noticed. */
const mostLooks = 150;

export type LiveDeps = {
  readonly gateway: Gateway;
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
};

/**
 * Sends new decisions of the application as server-sent events (WHATWG HTML, section 9.2), the oldest first, until the
 * browser leaves. Ends when the gateway refuses.
 */
export async function sendDecisions(
  response: Pick<ServerResponse, 'write'>,
  { gateway, headers, signal }: LiveDeps,
): Promise<void> {
  let newest: string | undefined;
  for (let look = 0; look < mostLooks && !signal.aborted; look += 1) {
    const answer = await gateway({ method: 'GET', path: '/v1/policy/decisions?limit=20', headers });
    if (answer.status !== 200) {
      answer.body?.destroy();
      return;
    }
    const decisions = decisionsIn(await jsonOf(answer));
    const known = newest === undefined ? 0 : decisions.findIndex(({ id }) => id === newest);
    const fresh = decisions.slice(0, known === -1 ? decisions.length : known);
    for (const decision of fresh.toReversed())
      response.write(`event: decision\nid: ${decision.id}\ndata: ${JSON.stringify(decision)}\n\n`);
    newest = decisions[0]?.id ?? newest ?? '';
    response.write(': still here\n\n');
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

type Decision = { readonly id: string };

function decisionsIn(page: Record<string, unknown>): readonly Decision[] {
  const { data } = page;
  return Array.isArray(data) ? (data as Decision[]) : [];
}
