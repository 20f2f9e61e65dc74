import { hexOf } from './hex.ts';

/**
 * What the passkey of a person signs to approve: SHA-256 over a name of the kind of approval, the hash of what is
 * approved and the person, in base64url. The page makes it from what it shows, so nobody on the way can have something
 * else approved.
 */
export async function approvalChallenge(kind: string, hash: string, personId: string): Promise<string> {
  const signed = await sha256(JSON.stringify([kind, hash, personId]));
  return btoa(String.fromCharCode(...signed))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** In hex. */
export async function hashOfText(text: string): Promise<string> {
  return hexOf(await sha256(text));
}

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}
