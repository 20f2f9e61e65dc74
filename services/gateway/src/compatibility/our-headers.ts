import type { RequestHeaders } from '../http/authenticate-user.js';

const ourNames: Readonly<Record<string, string>> = {
  'x-magic-api-key': 'X-Service-API-Key',
  'x-magic-secret-key': 'X-Service-Secret-Key',
  'x-magic-chain': 'X-Service-Chain',
};
/** Clients send these empty when they have no value for them. */
const optional = ['x-oidc-provider-id', ...Object.keys(ourNames)];

/** What `fetch` calls a text for which its caller names no type. */
const plainText = /^text\/plain(?:; ?charset=utf-8)?$/i;

/**
 * The headers of a request under our names. A name of theirs stays if ours is there too with another value, so that
 * `doubleMeaning` finds it.
 */
export function ourHeaders(headers: RequestHeaders): Record<string, string | string[] | undefined> {
  const given = Object.entries(headers).filter(([name, value]) => value !== '' || !optional.includes(name));
  const own = new Map(given);
  const ours = Object.fromEntries(
    given.map(([name, value]) => {
      const ourName = ourNames[name]?.toLowerCase();
      const isFree = ourName !== undefined && [undefined, value].includes(own.get(ourName));
      return [isFree ? ourName : name, value];
    }),
  );
  const trace = traceIdOf(ours['x-magic-trace-id']);
  if (trace !== undefined) ours['x-trace-id'] ??= trace;
  if (plainText.test(String(ours['content-type']))) ours['content-type'] = 'application/json';
  return ours;
}

/** Theirs is a UUID. */
function traceIdOf(given: string | string[] | undefined): string | undefined {
  return typeof given === 'string' ? given.replaceAll('-', '').toLowerCase() : undefined;
}

/** The header that came under both names with different values, by both names. */
export function doubleMeaning(headers: RequestHeaders): readonly [string, string] | undefined {
  const found = Object.entries(ourNames).find(([theirs]) => headers[theirs] !== undefined)?.[1];
  return found === undefined ? undefined : [found.replace('Service', 'Magic'), found];
}
