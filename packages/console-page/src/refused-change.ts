import { fetchWithReason } from './change-reason.ts';

/** A change that the service refused, as it was sent. */
export type RefusedChange = {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  /** Of the interface. */
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** That it is of. Undefined: any. */
  readonly revision: number | undefined;
};

let last: RefusedChange | undefined;

/** What `fetchRemembering` saw last. */
export function lastRefusedChange(): RefusedChange | undefined {
  return last;
}

/** `fetch` for one application, which remembers changes that are refused. `api`: the URL before the paths. */
export function fetchRemembering(api: string): (url: string, init: RequestInit) => Promise<Response> {
  return async (url, init) => {
    const answer = await fetchWithReason(url, init);
    if (answer.status === 403) last = changeOf(url.slice(api.length), init) ?? last;
    return answer;
  };
}

/** Undefined if it changes nothing. */
export function changeOf(
  path: string,
  { method = 'GET', body, headers }: RequestInit,
): RefusedChange | undefined {
  if (method !== 'POST' && method !== 'PATCH' && method !== 'DELETE') return undefined;
  const revision = /^"(\d+)"$/.exec(new Headers(headers).get('if-match') ?? '')?.[1];
  return {
    method,
    path,
    revision: revision === undefined ? undefined : Number(revision),
    body: typeof body === 'string' ? (JSON.parse(body) as Record<string, unknown>) : undefined,
  };
}
