import { jsonOf, type Gateway, type GatewayAnswer } from './gateway.js';

/** What the browser gets of a new session: everything but its token. */
export type SignedIn = {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** Absent if the gateway refused. */
  readonly session?: { readonly token: string; readonly seconds: number };
};

/** Makes a session at the gateway. `path`: /v1/session or /v1/invitation/accept. `nowMs`: since the epoch. */
export async function signIn(
  gateway: Gateway,
  path: string,
  request: { readonly headers: Record<string, string>; readonly body: string },
  nowMs: number,
): Promise<SignedIn> {
  const answer = await gateway({ method: 'POST', path, ...request });
  const { session, ...rest } = await jsonOf(answer);
  if (answer.status !== 201 || typeof session !== 'string') return { status: answer.status, body: rest };
  const seconds = Math.floor(Number(rest['time_expires']) - nowMs / 1000);
  return { status: 200, body: rest, session: { token: session, seconds } };
}

/** Who is signed in, and until when. Undefined if nobody is. */
export async function accessOf(
  gateway: Gateway,
  headers: Record<string, string>,
): Promise<Record<string, unknown> | undefined> {
  const answer: GatewayAnswer = await gateway({ method: 'GET', path: '/v1/session', headers });
  const body = await jsonOf(answer);
  return answer.status === 200 ? body : undefined;
}
