/**
 * What a token says, and empty if it is none. The gateway has verified the token, and the signer will: whoever reads
 * this only needs to know, and decides nothing by it.
 */
export function tokenPayload(jwt: string): Readonly<Record<string, unknown>> {
  try {
    const text = Buffer.from(jwt.split('.', 2)[1] ?? '', 'base64url').toString();
    return (JSON.parse(text) ?? {}) as Readonly<Record<string, unknown>>;
  } catch {
    return {};
  }
}
