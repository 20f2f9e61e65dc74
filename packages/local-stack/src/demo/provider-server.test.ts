import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRemoteJWKSet, decodeJwt, decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import { serveDemoProvider, type RunningDemoProvider } from './provider-server.js';

let folder: string;
let running: RunningDemoProvider;
const socket = () => path.join(folder, 'control.sock');

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'idp-'));
  running = await serveDemoProvider(folder, socket());
});
afterEach(async () => {
  await running.close();
  rmSync(folder, { recursive: true });
});

async function ask(
  form: Record<string, string>,
): Promise<{ status: number; id_token: string; error_description?: string }> {
  const response = await fetch(running.address.tokenUrl, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'demo', ...form }),
  });
  return { status: response.status, ...((await response.json()) as { id_token: string }) };
}

async function verified(token: string): Promise<JWTPayload> {
  const keys = createRemoteJWKSet(new URL(running.address.jwksUri));
  const { issuer, audience } = running.address;
  return (await jwtVerify(token, keys, { issuer, audience })).payload;
}

const verifier = 'a'.repeat(43);
const redirectUri = 'http://localhost:5173/callback';

function authorization(parameters: Record<string, string>): URL {
  const url = new URL(`${running.address.issuer}/auth`);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const usual = { client_id: 'demo-app', redirect_uri: redirectUri, response_type: 'code', scope: 'openid' };
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256', state: 's-1' };
  url.search = new URLSearchParams({ ...usual, ...pkce, ...parameters }).toString();
  return url;
}

/** As a browser does it. The answer, and the cookies by then. */
async function open(
  url: string | URL,
  cookies: Map<string, string>,
  init: RequestInit = {},
): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(url, { ...init, headers: { cookie }, redirect: 'manual' });
  for (const set of answer.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
    cookies.set(name, value);
  }
  return answer;
}

const locationOf = (answer: Response): URL =>
  new URL(answer.headers.get('location') ?? '', running.address.issuer);

async function openLogin(parameters: Record<string, string>): Promise<[Map<string, string>, Response]> {
  const cookies = new Map<string, string>();
  const begun = await open(authorization(parameters), cookies);
  return [cookies, begun.status === 303 ? await open(locationOf(begun), cookies) : begun];
}

/** What the page gets by its redirect URI. */
async function logIn(name: string, parameters: Record<string, string>): Promise<URLSearchParams> {
  const cookies = new Map<string, string>();
  let answer = await open(authorization(parameters), cookies);
  for (let steps = 0; steps < 5 && !locationOf(answer).href.startsWith(redirectUri); steps += 1) {
    const at = locationOf(answer);
    const body = new URLSearchParams({ name });
    answer = await open(at, cookies, at.pathname === '/login' ? { method: 'POST', body } : {});
  }
  return locationOf(answer).searchParams;
}

function redeem(code: string, code_verifier = verifier): Promise<Response> {
  const form = { grant_type: 'authorization_code', client_id: 'demo-app', redirect_uri: redirectUri };
  return fetch(running.address.tokenUrl, {
    method: 'POST',
    headers: { origin: 'http://localhost:5173' },
    body: new URLSearchParams({ ...form, code, code_verifier }),
  });
}

function control(pathname: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ socketPath: socket(), path: pathname, method: 'POST' }, (response) => {
      response.resume().once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

describe('the demo provider', () => {
  it('gives a token of five minutes for any subject and e-mail', async () => {
    const { id_token } = await ask({ subject: 'alice', email: 'alice@example.com' });
    const claims = await verified(id_token);
    expect(claims).toMatchObject({
      sub: 'alice',
      email: 'alice@example.com',
      email_verified: true,
      aud: 'demo-app',
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
    expect(decodeProtectedHeader(id_token)).toMatchObject({
      alg: 'RS256',
      kid: expect.any(String) as string,
    });
  });

  it('states what the caller asks for: e-mail verification, authentication and lifetime', async () => {
    const { id_token } = await ask({
      subject: 'bob',
      email: 'bob@example.com',
      email_verified: 'false',
      acr: 'urn:mfa',
      amr: 'pwd otp mfa',
      auth_time: '1700000000',
      expires_in: '60',
    });
    const claims = await verified(id_token);
    expect(claims).toMatchObject({
      email_verified: false,
      acr: 'urn:mfa',
      amr: ['pwd', 'otp', 'mfa'],
      auth_time: 1700000000,
    });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(60);
  });

  it.each([
    [{}],
    [{ subject: 'x'.repeat(256) }],
    [{ subject: 'a', expires_in: '-1' }],
    [{ subject: 'a', auth_time: 'now' }],
  ])('refuses a grant without a subject or with wrong values: %j', async (form) => {
    expect((await ask(form as Record<string, string>)).status).toBe(400);
  });

  it('logs in whoever writes a name, by the code flow of a page, which must prove its code', async () => {
    const login = await logIn('ann', { scope: 'openid email', nonce: 'n-1' });
    expect(login.get('state')).toBe('s-1');
    const code = login.get('code') ?? '';
    expect((await redeem(code, 'b'.repeat(43))).status).toBe(400);
    const answer = await redeem(
      (await logIn('ann', { scope: 'openid email', nonce: 'n-1' })).get('code') ?? '',
    );
    expect(answer.headers.get('access-control-allow-origin')).toBe('http://localhost:5173');
    const claims = await verified(((await answer.json()) as { id_token: string }).id_token);
    expect(claims).toMatchObject({ sub: 'ann', aud: 'demo-app', nonce: 'n-1', email: 'ann@example.com' });
    expect(Number(claims.exp) - Number(claims.iat)).toBe(300);
  });

  it('refuses a login without PKCE', async () => {
    expect((await logIn('ann', { code_challenge: '' })).get('error')).toBe('invalid_request');
  });

  it('sends codes to loopback only', async () => {
    const answer = await fetch(authorization({ redirect_uri: 'http://app.example/' }), {
      redirect: 'manual',
    });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('redirect_uri') as string,
    ]);
  });

  it('shows the name that the application suggests, as text', async () => {
    const [, page] = await openLogin({ login_hint: '"><script>' });
    expect(await page.text()).toContain('value="&quot;&gt;&lt;script&gt;"');
  });

  it('publishes a discovery document', async () => {
    const response = await fetch(`${running.address.issuer}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      issuer: running.address.issuer,
      jwks_uri: running.address.jwksUri,
      token_endpoint: running.address.tokenUrl,
    });
  });

  it('rotates its key without an outage: the old token verifies until the old key is retired', async () => {
    const { id_token: old } = await ask({ subject: 'alice' });
    await control('/keys/next');
    const { id_token: next } = await ask({ subject: 'alice' });
    expect(decodeProtectedHeader(next).kid).not.toBe(decodeProtectedHeader(old).kid);
    await verified(old);
    await verified(next);
    await control('/keys/retire');
    await verified(next);
    await expect(verified(old)).rejects.toMatchObject({ code: 'ERR_JWKS_NO_MATCHING_KEY' });
  });

  it('publishes an announced key before signing with it', async () => {
    const kids = async (): Promise<unknown[]> => {
      const response = await fetch(running.address.jwksUri);
      return ((await response.json()) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    };
    const kidInUse = async (): Promise<unknown> =>
      decodeProtectedHeader((await ask({ subject: 'alice' })).id_token).kid;
    const first = await kidInUse();
    await control('/keys/announce');
    const [, announced] = await kids();
    expect(await kidInUse()).toBe(first);
    await control('/keys/next');
    expect(await kidInUse()).toBe(announced);
    expect(await kids()).toEqual([announced, first]);
  });

  it('keeps its issuer, port and keys over a restart, when another program leaves its port soon', async () => {
    const { issuer } = running.address;
    const { id_token: old } = await ask({ subject: 'alice' });
    await running.close();
    const squatter = createServer().listen(Number(new URL(issuer).port), '127.0.0.1');
    const restarted = serveDemoProvider(folder, socket());
    await once(squatter, 'listening');
    squatter.close();
    running = await restarted;
    expect(running.address.issuer).toBe(issuer);
    await verified(old);
    expect(decodeJwt((await ask({ subject: 'alice' })).id_token).iss).toBe(issuer);
  });
});
