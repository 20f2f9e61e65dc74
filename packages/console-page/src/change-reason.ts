/** Sends changes that a person makes for one reason, which the journal keeps. Empty: they gave none. */
export function fetchBecause(reason: string): (url: string, init: RequestInit) => Promise<Response> {
  const text = reason.trim();
  return (url, init) => {
    if (text === '' || init.method === undefined || init.method === 'GET') return fetch(url, init);
    const headers = new Headers(init.headers);
    headers.set('x-reason', encodeURIComponent(text));
    return fetch(url, { ...init, headers });
  };
}
