// A login at any OpenID provider from a page, without a library: authorization code flow with PKCE (RFC 7636).

export type Issuer = { readonly issuer: string; readonly clientId: string };
type Discovered = { readonly authorization_endpoint: string; readonly token_endpoint: string };

const redirectUri = `${location.origin}/`;
const storedAs = 'login';

/** Leaves the page. The provider sends the user back with a code. */
export async function beginLogin({ issuer, clientId }: Issuer): Promise<void> {
  const begun = { verifier: randomText(), state: randomText(), nonce: randomText() };
  sessionStorage.setItem(storedAs, JSON.stringify(begun));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(begun.verifier));
  const { authorization_endpoint } = await discover(issuer);
  location.href = `${authorization_endpoint}?${new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email',
    state: begun.state,
    nonce: begun.nonce,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  }).toString()}`;
}

/** The ID token, if the user comes back from the provider. It stays in memory: no other script can read it later. */
export async function finishLogin({ issuer, clientId }: Issuer): Promise<string | undefined> {
  const given = new URLSearchParams(location.search);
  const stored = sessionStorage.getItem(storedAs);
  sessionStorage.removeItem(storedAs);
  if (!given.has('state') || stored === null) return undefined;
  history.replaceState(null, '', '/');
  const begun = JSON.parse(stored) as { verifier: string; state: string; nonce: string };
  const code = given.get('code');
  if (given.get('state') !== begun.state || code === null)
    throw new Error(given.get('error') ?? 'this login was not begun here');
  const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code };
  const { token_endpoint } = await discover(issuer);
  const body = new URLSearchParams({ ...form, code_verifier: begun.verifier });
  const answer = await fetch(token_endpoint, { method: 'POST', body });
  if (!answer.ok) throw new Error(`the provider answered ${answer.status}`);
  const { id_token } = (await answer.json()) as { id_token: string };
  if (claimsOf(id_token).nonce !== begun.nonce) throw new Error('the token is of another login');
  return id_token;
}

/** Not verified: the wallet service does that. */
export function claimsOf(token: string): { readonly sub: string; readonly nonce?: string } {
  const payload = token.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/') ?? '';
  const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(bytes)) as { sub: string };
}

async function discover(issuer: string): Promise<Discovered> {
  const answer = await fetch(`${issuer}/.well-known/openid-configuration`);
  return (await answer.json()) as Discovered;
}

const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
