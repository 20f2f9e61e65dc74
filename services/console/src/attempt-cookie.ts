import type { Attempt } from './people-provider.js';
import { cookiesNamed } from './session-cookie.js';

/**
 * The sign-in that this browser has begun at the provider of people. `SameSite=Lax`, because it is the provider that
 * sends the browser back. It is worth nothing without the code that the provider gives to this browser.
 */
const name = '__Host-sign-in';
const attributes = 'Path=/; Secure; HttpOnly; SameSite=Lax';
const seconds = 600;
const form = /^([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

export function attemptCookie({ state, nonce, verifier }: Attempt): string {
  return `${name}=${state}.${nonce}.${verifier}; Max-Age=${seconds}; ${attributes}`;
}

export const noAttemptCookie = `${name}=; Max-Age=0; ${attributes}`;

/** The attempt in a `Cookie` header. Undefined if there is none, more than one, or it has no form of one. */
export function attemptIn(cookies: string | undefined): Attempt | undefined {
  const found = cookiesNamed(name, cookies);
  const [, state, nonce, verifier] = form.exec(found.length === 1 ? (found[0] ?? '') : '') ?? [];
  return state !== undefined && nonce !== undefined && verifier !== undefined
    ? { state, nonce, verifier }
    : undefined;
}
