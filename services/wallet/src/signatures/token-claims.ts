/** Claims that say for whom, when and how a token was made. Names, addresses and the rest stay in the token. */
const kept = ['aud', 'azp', 'iat', 'nbf', 'exp', 'auth_time', 'acr', 'amr'] as const;
/** Bytes of JSON. */
const largest = 1_024;

/**
 * What is kept of a token beside the decision about it, as JSON, so that somebody can see why it was denied. Empty if
 * there is nothing to keep, or too much.
 */
export function tokenClaims(payload: Readonly<Record<string, unknown>>): string {
  const shown = kept.flatMap((name) => (payload[name] === undefined ? [] : [[name, payload[name]] as const]));
  if (shown.length === 0) return '';
  const json = JSON.stringify(Object.fromEntries(shown));
  return Buffer.byteLength(json) <= largest ? json : '';
}
