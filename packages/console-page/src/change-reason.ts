// Why the person makes their next change, for the journal. There is one, because a person makes one change at a time.

let reason = '';
/** It is of a change that is about to be made, though its field has gone. */
let isKept = false;
const listeners = new Set<() => void>();

export function currentReason(): string {
  return reason;
}

export function setReason(text: string): void {
  reason = text;
  isKept = false;
  for (const listener of listeners) listener();
}

/** The person has confirmed the change, and its field goes before the change is sent. */
export function keepReason(): void {
  isKept = true;
}

/** The field has gone. A reason of a change that nobody has confirmed goes with it. */
export function leaveReason(): void {
  if (!isKept) setReason('');
}

export function onReason(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends the reason with a change, and forgets it when the change is made. It stays for one that is refused. */
export async function fetchWithReason(url: string, init: RequestInit): Promise<Response> {
  const text = reason.trim();
  if (text === '' || init.method === undefined || init.method === 'GET') return fetch(url, init);
  const headers = new Headers(init.headers);
  headers.set('x-reason', encodeURIComponent(text));
  const answer = await fetch(url, { ...init, headers });
  if (answer.ok) setReason('');
  return answer;
}
