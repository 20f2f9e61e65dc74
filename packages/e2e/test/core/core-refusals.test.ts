import { randomUUID } from 'node:crypto';
import { codeOf } from '../http/customer.js';
import { coreRefusal, someKey, startCore, type Core, type CoreWallet } from './core-client.js';

// What the Core interface refuses, over HTTP and all real processes. Each refusal has its own code and names what is
// wrong.

let core: Core;
beforeAll(async () => {
  core = await startCore('core refusals');
});

const path = '/v2/api/wallet';
const pathsOf = (answer: Parameters<typeof coreRefusal>[0]) =>
  coreRefusal(answer).details.errors?.map((error) => error.path);
it('distinguishes a wrong access key, a wrong identity, a wrong wallet and no access key', async () => {
  const wallet = await core.newWallet('alice');
  const { access_key: otherKey } = (await core.newWallet('alice')).data;
  expect(codeOf(await core.signsFor('alice', wallet, otherKey))).toBe('INVALID_ACCESS_KEY');
  expect(codeOf(await core.signsFor('alice', wallet, 'no access key'))).toBe('INVALID_ACCESS_KEY');
  expect(codeOf(await core.signsFor('mallory', wallet))).toBe('WALLET_OWNER_MISMATCH');
  expect(codeOf(await core.sign('alice', randomUUID(), otherKey))).toBe('WALLET_NOT_FOUND');
  const none = await core.sign('alice', wallet.data.uuid, undefined);
  expect([none.status, codeOf(none), pathsOf(none)]).toEqual([
    400,
    'INVALID_REQUEST_FIELDS',
    ['/access_key'],
  ]);
  await core.expectSigns('alice', wallet);
});

it('a token is refused by the claim that is wrong', async () => {
  const wallet = await core.newWallet('alice');
  const asked = { access_key: wallet.data.access_key, wallet_id: wallet.wallet_id, message_base64: 'aGk=' };
  const signWith = (op_jwt: string) => core.manage('POST', `${path}/sign_message`, { ...asked, op_jwt });
  const long = await core.operationToken('alice', { expires_in: '900' });
  const tooLong = await signWith(long);
  expect([tooLong.status, codeOf(tooLong)]).toEqual([401, 'TOKEN_LIFETIME_TOO_LONG']);
  expect(coreRefusal(tooLong)).toMatchObject({
    message: expect.stringContaining('claim exp must be later than iat by at most 300 s') as string,
    details: { reason: 'token-lifetime' },
  });
  const recovery = { auth_jwt: long, wallet_id: wallet.wallet_id };
  expect(codeOf(await core.manage('POST', `${path}/recover_access_key`, recovery))).toBe(
    'TOKEN_LIFETIME_TOO_LONG',
  );
  const broken = await signWith(await core.operationToken('alice\u2028in wonderland'));
  expect([codeOf(broken), coreRefusal(broken).message]).toEqual([
    'INVALID_TOKEN',
    expect.stringContaining('claim sub must be text of 1 to 255 printable characters') as string,
  ]);
  const [header = '', , signature = ''] = long.split('.');
  const claims = { iss: 'https://elsewhere.example', aud: 'x', sub: 'alice', iat: 1, exp: 2 };
  const foreign = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  expect(codeOf(await signWith(foreign))).toBe('TOKEN_PROVIDER_UNKNOWN');
});

it.each([`auth0|5f7c8ec7c33c6c004bbafe82`, `a"b\\c/%00~'<>&;=?#@{}`, 'é e\u0301 王', 'x'.repeat(255)])(
  'the subject %s owns wallets as any other does',
  async (subject) => {
    const wallet = await core.newWallet(subject);
    await core.expectSigns(subject, wallet);
    const query = new URLSearchParams({ subject, issuer: core.stack.demo_provider.issuer }).toString();
    const { data } = await core.succeed<{ data: { uuid: string; owner: { subject: string } }[] }>(
      'GET',
      `/v2/api/wallets?${query}`,
    );
    expect(data.map(({ uuid, owner }) => [uuid, owner.subject])).toEqual([[wallet.wallet_id, subject]]);
    const imported = await core.importBody(subject, 'EVM', someKey(randomUUID()));
    await core.expectSigns(subject, await core.succeed<CoreWallet>('POST', `${path}/import`, imported));
  },
);

it('wallets are found by their address in any letter case, and invalid page cursors are refused', async () => {
  const wallet = await core.newWallet('lister');
  for (const address of [wallet.wallet_address, wallet.wallet_address.toLowerCase()]) {
    const { data } = await core.succeed<{ data: { uuid: string }[] }>(
      'GET',
      `/v2/api/wallets?public_address=${address}`,
    );
    expect(data.map(({ uuid }) => uuid)).toEqual([wallet.wallet_id]);
  }
  for (const [query, parameter] of [
    ['after=x', 'query after'],
    ['limit=101', 'query limit'],
  ] as const) {
    const answer = await core.manage('GET', `/v2/api/wallets?${query}`);
    expect([answer.status, pathsOf(answer)]).toEqual([400, [parameter]]);
  }
});

it('a repeated create after a rotation names the wallet, and returns no dead access key', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const wallet = await core.newWallet('alice', key);
  expect(await core.newWallet('alice', { 'idempotency-key': `"${key['idempotency-key']}"` })).toEqual(wallet);
  const rotated = await core.succeed<CoreWallet>('POST', `${path}/rotate_access_key`, {
    op_jwt: await core.operationToken('alice'),
    access_key: wallet.data.access_key,
    wallet_id: wallet.wallet_id,
  });
  const body = { auth_jwt: await core.operationToken('alice'), network: 'EVM' };
  const again = await core.manage('POST', path, body, key);
  expect([again.status, codeOf(again), coreRefusal(again).details.wallet_id]).toEqual([
    409,
    'REQUEST_IDEMPOTENCY_ANSWER_OUTDATED',
    wallet.wallet_id,
  ]);
  await core.expectSigns('alice', rotated);
});

it('a create whose secret key was revoked is not lost: it names the wallet, which can be recovered', async () => {
  const { app, operator_key } = core.stack;
  const operator = { 'x-service-operator-key': operator_key };
  const keys = `/v1/admin/application/${app.id}/secret_key`;
  const other = (await core.manage('POST', keys, {}, operator)).body as { id: string; secret_key: string };
  const key = { 'idempotency-key': randomUUID() };
  const wallet = await core.newWallet('alice', { ...key, 'x-service-secret-key': other.secret_key });
  expect((await core.manage('DELETE', `${keys}/${other.id}`, undefined, operator)).status).toBe(204);
  const body = { auth_jwt: await core.operationToken('alice'), network: 'EVM' };
  const again = await core.manage('POST', path, body, key);
  expect([again.status, codeOf(again), coreRefusal(again).details.wallet_id]).toEqual([
    409,
    'REQUEST_IDEMPOTENCY_ANSWER_SEALED',
    wallet.wallet_id,
  ]);
  const recovered = await core.succeed<CoreWallet>('POST', `${path}/recover_access_key`, {
    auth_jwt: await core.operationToken('alice'),
    wallet_id: wallet.wallet_id,
  });
  await core.expectSigns('alice', recovered);
});

it('a key is imported once for one user and network', async () => {
  const key = someKey(randomUUID());
  const importOf = async (subject: string, network: string) =>
    core.manage('POST', `${path}/import`, await core.importBody(subject, network, key));
  const first = (await importOf('alice', 'EVM')).body as CoreWallet;
  const second = await importOf('alice', 'EVM');
  expect([second.status, codeOf(second), coreRefusal(second).details.wallet_id]).toEqual([
    409,
    'WALLET_ALREADY_IMPORTED',
    first.wallet_id,
  ]);
  expect((await importOf('alice', 'BASE')).status).toBe(200);
  const misfit = { ...(await core.importBody('alice', 'EVM', key)), network: 'POLYGON' };
  const refused = await core.manage('POST', `${path}/import`, misfit);
  expect([refused.status, codeOf(refused), pathsOf(refused)]).toEqual([
    400,
    'WALLET_SEALED_KEY_INVALID',
    ['/ciphertext'],
  ]);
  const keypair = await core.importBody('alice', 'SOL_MAINNET', Buffer.alloc(64, 7));
  expect(pathsOf(await core.manage('POST', `${path}/import`, keypair))).toEqual(['/ciphertext']);
});

it('a webhook at a private address is refused when it is registered', async () => {
  for (const url of [
    'https://10.0.0.1/hook',
    'https://169.254.169.254/',
    'https://[fd00::1]/',
    'https://db.internal/',
  ]) {
    const { status, body } = await core.manage('POST', '/v1/webhook', { url });
    expect([status, (body as { errors: { path: string }[] }).errors.map((error) => error.path)]).toEqual([
      422,
      ['/url'],
    ]);
  }
});

it('pre-generation answers exactly as the contract shows', async () => {
  const pregenerate = (body: unknown, more = {}) =>
    core.manage('POST', '/v1/admin/pregen/wallet', body, more);
  for (const email of ['nobody', 'a@', '@b.c', 'a b@c.d', '', 7])
    expect(await pregenerate({ email })).toEqual({
      status: 400,
      body: { error: 'MALFORMED_EMAIL', status: 'error' },
    });
  expect(await pregenerate({ email: 'a@b.example' }, { 'x-service-secret-key': 'sk_unknown' })).toEqual({
    status: 401,
    body: { error: 'client not found: the secret key identifies no application', status: 'error' },
  });
  expect(await pregenerate({ email: 'a@b.example' })).toEqual({
    status: 200,
    body: {
      public_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) as string,
      public_key: expect.stringMatching(/^0x0[23][0-9a-f]{64}$/) as string,
    },
  });
});
