import { isPrivateHost } from './address-filter.js';

/** Which external addresses a tenant may choose. */
export type OutgoingUrlRules = {
  /** Ports for https, 443 unless the operator lists others. */
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
 * Parses an address from a tenant, and refuses what is private by its text. The address that the name
 * resolves to is checked when connecting and not here, because DNS answers can change.
 */
export function readOutgoingUrl(text: string, rules: OutgoingUrlRules): OutgoingUrlReading {
  if (text.length < 1 || text.length > maxLength) {
    return { ok: false, problem: `must be 1 to ${maxLength} characters` };
  }
  // URL() drops these silently, so the stored text would not be what is fetched.
  if (/[\s\p{Cc}\\]/u.test(text)) return { ok: false, problem: 'must not contain blanks or backslashes' };
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return { ok: false, problem: 'must be an absolute https URL' };
  }
  const url = new URL(text);
  const loopback = rules.allowLoopback && loopbackHosts.includes(url.hostname);
  const problem = partsProblem(url) ?? (loopback ? undefined : publicProblem(url, rules));
  return problem === undefined ? { ok: true, url, loopback } : { ok: false, problem };
}

function partsProblem({ username, password, hash }: URL): string | undefined {
  if (username !== '' || password !== '') return 'must not contain a user name or password';
  return hash === '' ? undefined : 'must not contain a fragment';
}

function publicProblem(
  { protocol, port, hostname }: URL,
  { allowedPorts }: OutgoingUrlRules,
): string | undefined {
  if (protocol !== 'https:') return 'must use https';
  if (!allowedPorts.includes(port === '' ? 443 : Number(port)))
    return `must use port ${allowedPorts.join(' or ')}`;
  return isPrivateHost(hostname) ? notPublic : undefined;
}
