import { domainToASCII } from 'node:url';

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
// Letters of any script with their marks and joiners (IDNA 2008): `domainToASCII` would read anything else as
// a URL's host is read, without what stands behind a slash, and with what stands for %61.
const writtenDomain = /^[\p{L}\p{M}\p{N}\u200c\u200d.-]+$/u;
const domainName = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/**
 * The one form of an e-mail address by which wallets are pre-generated and claimed: without surrounding
 * space, in lower case, the domain as A-labels (IDNA, UTS #46). Nothing is guessed: dots and plus tags stay,
 * since only the mail host knows what they mean. Undefined for what is no plain address (RFC 5321 dot-string,
 * ASCII local part of at most 64 characters, a domain of two labels or more).
 */
export function normalizeEmail(text: string): string | undefined {
  const trimmed = text.trim();
  const at = trimmed.lastIndexOf('@');
  const local = trimmed.slice(0, at);
  // Before lower-casing, which turns some letters outside ASCII (the Kelvin sign) into letters inside it.
  if (at < 1 || trimmed.length > 320 || !/^[\x21-\x7e]{1,64}$/.test(local)) return undefined;
  const written = trimmed.slice(at + 1);
  if (!writtenDomain.test(written)) return undefined;
  const domain = domainToASCII(written).toLowerCase();
  if (!localPart.test(local.toLowerCase()) || domain.length > 253 || !domainName.test(domain))
    return undefined;
  return `${local.toLowerCase()}@${domain}`;
}
