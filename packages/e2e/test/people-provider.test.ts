import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { adminRequest, administrate } from '@wallet-service/operator-cli/admin';
import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import type { TestStack } from '@wallet-service/local-stack';
import { createAuthenticator } from '@wallet-service/passkeys/testing';
import { startKeySetHost, type KeySetHost } from '@wallet-service/test-kit/key-set-host';
import { codeOf } from './http/customer.js';
import { ownStack } from './stacks.js';

// People who sign in at an identity provider, over HTTP on a real stack. Their sessions begin without a step-up.

type Headers = Readonly<Record<string, string>>;
type PublicKey = { readonly challenge: string; readonly rpId: string; readonly rp: { readonly id: string } };

const clientId = 'console';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sent: string[] = [];
let host: KeySetHost;
let issuer: string;
let stack: TestStack;
let secretKey: string;
beforeAll(async () => {
  host = await startKeySetHost();
  issuer = host.uri.replace('/jwks', '/people');
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'ES256' };
  host.answerWith(({ url }, response) => {
    const answer = url?.includes('.well-known') ? { issuer, jwks_uri: host.uri } : { keys: [key] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  stack = await ownStack({ PEOPLE_ISSUER: issuer, PEOPLE_CLIENT_ID: clientId });
  secretKey = stack.stack.app.secret_key;
});
afterAll(async () => {
  await stack.stop();
  await host.close();
});

const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  at: string,
  headers: Headers = {},
  body?: unknown,
): Promise<JsonAnswer> =>
  requestJson(stack.expressUrl + at, { method, headers, ...(body !== undefined && { body }) });

async function succeed<Body>(...request: Parameters<typeof send>): Promise<Body> {
  const answer = await send(...request);
  expect([request[1], codeOf(answer)]).toEqual([request[1], 'ok']);
  return answer.body as Body;
}

function idToken(subject: string, email: string) {
  const nonce = randomUUID();
  const now = Math.floor(Date.now() / 1000);
  const claims = { iss: issuer, aud: clientId, sub: subject, email, email_verified: true, nonce };
  const text = [
    { alg: 'ES256', kid: 'one', typ: 'JWT' },
    { ...claims, iat: now, exp: now + 300 },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  const body = { id_token: `${text}.${signature.toString('base64url')}`, nonce };
  sent.push(body.id_token);
  return body;
}

async function inviteByProgram(email: string): Promise<void> {
  const target = { url: stack.expressUrl, operatorKey: stack.stack.operator_key };
  const access = { application: stack.stack.app.id, role: 'owner', email };
  const answer = await administrate(target, adminRequest(['person', 'invite', 'Ada'], access));
  sent.push((answer as { readonly invitation: string }).invitation);
}

async function signIn(subject: string, email: string) {
  type New = { readonly session: string; readonly person: { readonly email: string } };
  const made = await succeed<New>('POST', '/v1/session', {}, idToken(subject, email));
  sent.push(made.session);
  const own = { 'x-service-session': made.session };
  return { ...made, own, inApplication: { ...own, 'x-service-application-id': stack.stack.app.id } };
}

it('signs in who was invited, demands a step-up by passkey for what loosens, and takes it', async () => {
  await inviteByProgram('ada@example.com');
  const { person, own, inApplication } = await signIn('ada', 'Ada@Example.com');
  expect(person.email).toBe('ada@example.com');
  expect(await succeed('GET', '/v1/session', own)).toMatchObject({ passkeys: [], time_step_up_ends: null });
  await succeed('GET', '/v1/policy', inApplication);
  const change = ['PATCH', '/v1/application', inApplication, { allowed_origins: [] }] as const;
  const refused = await send(...change);
  expect([refused.status, codeOf(refused)]).toEqual([403, 'auth.step-up-required']);

  const authenticator = createAuthenticator({ origin: stack.consoleUrl });
  const ask = async (at: string) =>
    (await succeed<{ public_key: PublicKey }>('POST', `${at}/challenge`, own)).public_key;
  const made = JSON.parse(authenticator.create(await ask('/v1/passkey'))) as object;
  await succeed('POST', '/v1/passkey', own, { passkey: made });
  const second = await send('POST', '/v1/passkey/challenge', own);
  expect([second.status, codeOf(second)]).toEqual([403, 'auth.step-up-required']);
  const confirmed = JSON.parse(authenticator.get(await ask('/v1/session/step_up'))) as object;
  await succeed('POST', '/v1/session/step_up', own, { passkey: confirmed });
  const replayed = await send('POST', '/v1/session/step_up', own, { passkey: confirmed });
  expect([replayed.status, codeOf(replayed)]).toEqual([401, 'auth.passkey-invalid']);
  await succeed(...change);
});

it('refuses strangers, tokens that were used, and the access of a key', async () => {
  const stranger = await send('POST', '/v1/session', {}, idToken('eve', 'eve@example.com'));
  expect([stranger.status, codeOf(stranger)]).toEqual([403, 'auth.not-invited']);
  await inviteByProgram('ben@example.com');
  const token = idToken('ben', 'ben@example.com');
  await succeed('POST', '/v1/session', {}, token);
  const again = await send('POST', '/v1/session', {}, token);
  expect([again.status, codeOf(again)]).toEqual([401, 'auth.id-token-invalid']);
  const both = { ...token, passkey: {} };
  expect(codeOf(await send('POST', '/v1/session', {}, both))).toBe('request.invalid');
  const { data } = await succeed<{ data: { email: string }[] }>('GET', '/v1/member', {
    'x-service-secret-key': secretKey,
  });
  expect(data.map(({ email }) => email).sort()).toEqual(['ada@example.com', 'ben@example.com']);
});

it('keeps id tokens, sessions and invitations out of all logs', () => {
  expect(sent.length).toBeGreaterThan(5);
  const logs = readdirSync(stack.logsDir).map((file) => readFileSync(path.join(stack.logsDir, file), 'utf8'));
  for (const secret of sent) for (const log of logs) expect(log.includes(secret.slice(-43))).toBe(false);
});
