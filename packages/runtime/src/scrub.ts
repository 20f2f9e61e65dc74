import { types } from 'node:util';
import { RecentlyUsed } from '@wallet-service/values';

const redacted = '[redacted]';

// Compared with the field's name in lower case without - and _, so that op_jwt, opJwt and OP-JWT are one name.
const secretName =
  /(authorization|cookie|jwt|token|secret|password|passphrase|pepper|mnemonic|seed|entropy|share|pem|privatekey|secretkey|accesskey|operatorkey|rootkey|sealingkey|applicationkey)$|^sealed|^xservice.*key$|^(d|dp|dq|qi)$/;

const mostDepth = 8;
const mostEntries = 100;

// The same few names occur in every line. Bounded, because some come from outside.
const judged = new RecentlyUsed<string, boolean>('runtime.secret-names', 1_000);

/** Whether a field of this name is secret, at any depth. */
export function isSecretName(name: string): boolean {
  const known = judged.get(name);
  if (known !== undefined) return known;
  const isSecret = secretName.test(name.toLowerCase().replaceAll(/[-_]/g, ''));
  judged.set(name, isSecret);
  return isSecret;
}

/**
 * A copy that is safe to log: secret fields are replaced at every depth, bytes become their number, errors
 * become type, message, stack and code (a database error quotes rows in its other fields). Depth and width
 * are bounded.
 */
export function scrub(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (depth >= mostDepth) return '[too deep]';
  if (value instanceof Error || types.isNativeError(value)) return scrubError(value, depth);
  if (value instanceof Date) return value;
  if (Array.isArray(value)) return value.slice(0, mostEntries).map((entry) => scrub(entry, depth + 1));
  const entries: Iterable<[unknown, unknown]> =
    value instanceof Map ? value.entries() : Object.entries(value);
  const copy: Record<string, unknown> = {};
  for (const [name, entry] of [...entries].slice(0, mostEntries)) {
    copy[String(name)] = isSecretName(String(name)) ? redacted : scrub(entry, depth + 1);
  }
  return copy;
}

function scrubError(error: Error, depth: number): Record<string, unknown> {
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(error.cause !== undefined && { cause: scrub(error.cause, depth + 1) }),
  };
}

const secretText: readonly (readonly [RegExp, string])[] = [
  [/\beyJ[\w-]{5,}\.[\w-]+\.[\w-]*/g, '[redacted jwt]'],
  [/\b(Bearer|Basic)\s+[^\s"\\]+/gi, '$1 [redacted]'],
  [/(\b[a-z][a-z0-9+.-]*:\/\/[^\s:/@"]*):[^\s@"]+@/gi, '$1:[redacted]@'],
  [/([?&]\w*password=)[^\s&"]+/gi, '$1[redacted]'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, '[redacted private key]'],
];

// One search, which finds nothing in nearly every line, instead of one for each pattern.
const suspicious = /eyJ|:\/\/|PRIVATE KEY|bearer|basic|password=/i;

/**
 * The second line of defence: removes anything that looks like a token, a password in a URL or a private key
 * from any text, such as a message or a stack.
 */
export function scrubText(text: string): string {
  if (!suspicious.test(text)) return text;
  return secretText.reduce((clean, [pattern, replacement]) => clean.replaceAll(pattern, replacement), text);
}
