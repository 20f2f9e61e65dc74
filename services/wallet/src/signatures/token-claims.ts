/** Claims that say for whom, when and how a token was made. Names, addresses and the rest stay in the token. */
const kept = ['aud', 'azp', 'iat', 'nbf', 'exp', 'auth_time', 'acr', 'amr'] as const;
/** Bytes of JSON. */
const largest = 1_024;

/**
 * What is kept of a token beside the decision about it, as JSON, so that somebody can see why it was denied. The
 * gateway has verified the token, and a signer will. Empty if there is nothing to keep, or too much.
 */
export function tokenClaims(jwt: string): string {
  const claims = payloadOf(jwt);
  const shown = kept.flatMap((name) => (claims[name] === undefined ? [] : [[name, claims[name]] as const]));
  if (shown.length === 0) return '';
  const json = JSON.stringify(Object.fromEntries(shown));
  return Buffer.byteLength(json) <= largest ? json : '';
}

function payloadOf(jwt: string): Readonly<Record<string, unknown>> {
  try {
    const text = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    // Whoever verifies the token says what is wrong with it.
    return {};
  }
}
