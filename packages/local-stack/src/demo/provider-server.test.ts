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
