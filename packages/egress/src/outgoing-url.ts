import { isPrivateHost } from './address-filter.js';

/** Which addresses outside are taken, when a tenant chooses them. */
export type OutgoingUrlRules = {
  /** Ports that https may use; 443 unless the operator lists others. */
  readonly allowedPorts: readonly number[];
  /** Development only: also http, any port and private addresses, for the names and addresses of this machine. */
  readonly allowLoopback: boolean;
};

export type OutgoingUrlReading =
  | { readonly ok: true; readonly url: URL; readonly loopback: boolean }
  | { readonly ok: false; readonly problem: string };

const maxLength = 2048;
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

export const notPublic = 'is not at a public address';

/**
 * Reads an address that a tenant gave, and refuses what is private by its text. What the name resolves to is checked when connecting, not here: the
 * answer of the DNS can change in between.
 */
export function readOutgoingUrl(text: string, rules: OutgoingUrlRules): OutgoingUrlReading {
  if (text.length < 1 || text.length > maxLength) {
    return { ok: false, problem: `must be 1 to ${maxLength} characters` };
  }
  // URL() drops these silently, and what is stored would not be what is fetched.
  if (/[\s\p{Cc}\\]/u.test(text)) return { ok: false, problem: 'must not contain blanks or backslashes' };
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return { ok: false, problem: 'must be an absolute https URL' };
  }
  const url = new URL(text);
  const loopback = rules.allowLoopback && loopbackHosts.includes(url.hostname);
  if (url.username !== '' || url.password !== '') {
    return { ok: false, problem: 'must not contain a user name or password' };
  }
  if (url.hash !== '') return { ok: false, problem: 'must not contain a fragment' };
  if (url.protocol !== 'https:' && !loopback) return { ok: false, problem: 'must use https' };
  const port = url.port === '' ? 443 : Number(url.port);
  if (!loopback && !rules.allowedPorts.includes(port)) {
    return { ok: false, problem: `must use port ${rules.allowedPorts.join(' or ')}` };
  }
  if (!loopback && isPrivateHost(url.hostname)) return { ok: false, problem: notPublic };
  return { ok: true, url, loopback };
}
