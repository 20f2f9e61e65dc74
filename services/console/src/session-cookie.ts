/**
 * The session of the browser. `__Host-` (RFC 6265bis): only this host sets it, over a secure connection, for all paths.
 * Scripts can't read it, and no request that another site causes has it.
 */
const name = '__Host-session';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Strict';
const form = /^ses_[0-9a-f]{32}_[A-Za-z0-9_-]{43}$/;

/** `seconds`: how long the session lasts at most. */
export function sessionCookie(session: string, seconds: number): string {
  return `${name}=${session}; Max-Age=${Math.max(0, seconds)}; ${attributes}`;
}

export const noSessionCookie = `${name}=; Max-Age=0; ${attributes}`;

/** Whether a text has the form of a session. */
export function isSession(text: unknown): text is string {
  return typeof text === 'string' && form.test(text);
}

/** The session in a `Cookie` header. Undefined if there is none, more than one, or it has no form of one. */
export function sessionIn(cookies: string | undefined): string | undefined {
  const found = cookiesNamed(name, cookies);
  return found.length === 1 && isSession(found[0]) ? found[0] : undefined;
}

/** The values of a cookie in a `Cookie` header. */
export function cookiesNamed(name: string, cookies: string | undefined): readonly string[] {
  return (cookies ?? '')
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(`${name}=`))
    .map((one) => one.slice(name.length + 1));
}
