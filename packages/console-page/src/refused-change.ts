import { fetchBecause } from './change-reason.ts';

/** A change that the service refused, as it was sent. */
export type RefusedChange = {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Of the interface. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** That it is of. Undefined: any. */
  readonly revision: number | undefined;
  /** Empty: the person gave none. */
  readonly reason: string;
};

let last: RefusedChange | undefined;

/** What `fetchRemembering` saw last. */
export function lastRefusedChange(): RefusedChange | undefined {
  return last;
}

/**
 * `fetch` for one application, for changes with a reason, which remembers those that are refused. `api`: the URL before
 * the paths.
 */
export function fetchRemembering(
  api: string,
  reason: string,
): (url: string, init: RequestInit) => Promise<Response> {
  const send = fetchBecause(reason);
  return async (url, init) => {
    const answer = await send(url, init);
    if (answer.status === 403) last = changeOf(url.slice(api.length), init, reason) ?? last;
    return answer;
  };
}

/** Undefined if it changes nothing. */
export function changeOf(
  path: string,
  { method = 'GET', body, headers }: RequestInit,
  reason: string,
): RefusedChange | undefined {
  if (method !== 'POST' && method !== 'PATCH' && method !== 'DELETE') return undefined;
  const revision = /^"(\d+)"$/.exec(new Headers(headers).get('if-match') ?? '')?.[1];
  return {
    method,
    path,
    reason,
    revision: revision === undefined ? undefined : Number(revision),
    body: typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : undefined,
  };
}
