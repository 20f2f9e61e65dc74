import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import {
  operatorGrant,
  operatorKey,
  startIdentity,
  type Identity,
  type Replica,
} from './identity-replicas.js';

let identity: Identity;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  identity = await startIdentity('identity_applications');
  one = identity.replica();
  other = identity.replica();
});
afterAll(() => identity.close());

async function newApplication(name = 'Shop') {
  const { application, secretKey, secretKeyId } = await one.CreateApplication({ name });
  if (!application?.id || !application.apiKey || !secretKey || !secretKeyId) throw new Error('incomplete');
  return { id: application.id, apiKey: application.apiKey, application, secretKey, secretKeyId };
}

/** A replica that an application asks with its own secret key. */
const askedBy = (applicationId: string, keyId: string): Replica =>
  identity.replica({ grant: { ...operatorGrant, applicationId, keyId } });

describe('applications', () => {
  it('start with safe settings, an API key and one secret key', async () => {
    const { application, secretKey } = await newApplication('Shop');
    expect(application).toMatchObject({
      name: 'Shop',
      apiKey: expect.stringMatching(/^pk_[A-Za-z0-9_-]{22}$/) as string,
      settings: {
        opJwtMode: 'observe',
        expressJwtMaxLifetimeSeconds: 86_400,
        accessKeyRecovery: true,
        emailProviderIds: [],
        allowedOrigins: [],
        claimPossible: 'refuse',
      },
      features: { pregeneratedWallets: false },
    });
    expect(secretKey).toMatch(/^sk_[0-9a-f]{32}_[A-Za-z0-9_-]{43}$/);
  });

  it('are found as they were created', async () => {
    const { id, application } = await newApplication();
    expect(await other.GetApplication({ applicationId: id })).toEqual(application);
  });

  it.each([['00000000-0000-7000-8000-000000000000'], [''], ["x' or '1'='1"]])(
    'are not found when they do not exist: %p',
    async (applicationId) => {
      expect((await refusalOf(one.GetApplication({ applicationId }))).code).toBe('application.not-found');
      const change = one.UpdateApplication({ applicationId, name: 'x' });
      expect((await refusalOf(change)).code).toBe('application.not-found');
      expect((await refusalOf(one.ListSecretKeys({ applicationId }))).code).toBe('application.not-found');
      expect((await refusalOf(one.CreateSecretKey({ applicationId }))).code).toBe('application.not-found');
    },
  );

  it('need a name', async () => {
    expect(await refusalOf(one.CreateApplication({ name: ' ' }))).toMatchObject({
      code: 'request.invalid',
      paths: ['/name'],
    });
  });

  it('change only in the named members, for every replica', async () => {
    const { id } = await newApplication();
    await one.UpdateApplication({
      applicationId: id,
      settings: { expressJwtMaxLifetimeSeconds: 600, emailProviderIds: null, allowedOrigins: null },
      features: { pregeneratedWallets: true },
    });
    expect(await other.GetApplication({ applicationId: id })).toMatchObject({
      name: 'Shop',
      settings: { opJwtMode: 'observe', expressJwtMaxLifetimeSeconds: 600 },
      features: { pregeneratedWallets: true },
    });
  });

  it('change completely or not at all', async () => {
    const { id, application } = await newApplication();
    const changes = {
      name: 'Other',
      settings: { opJwtMode: 'loose', emailProviderIds: null, allowedOrigins: null },
    };
    expect(await refusalOf(one.UpdateApplication({ applicationId: id, ...changes }))).toMatchObject({
      code: 'request.invalid',
      paths: ['/settings/op_jwt_mode'],
    });
    expect(await one.GetApplication({ applicationId: id })).toEqual(application);
  });

  it('keep each of many concurrent changes', async () => {
    const { id, apiKey } = await newApplication();
    const before = await identity.owner.query<{ revision: bigint }>(
      'select revision from application_directory where api_key = $1',
      [apiKey],
    );
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        (index % 2 === 0 ? one : other).UpdateApplication({
          applicationId: id,
          ...(index < 10
            ? { name: `n${index}` }
            : {
                settings: {
                  expressJwtMaxLifetimeSeconds: 100 + index,
                  emailProviderIds: null,
                  allowedOrigins: null,
                },
              }),
        }),
      ),
    );
    const after = await identity.owner.query<{ revision: bigint }>(
      'select revision from application_directory where api_key = $1',
      [apiKey],
    );
    expect(Number(after.rows[0]?.revision)).toBeGreaterThanOrEqual(Number(before.rows[0]?.revision) + 20);
    const changed = await one.GetApplication({ applicationId: id });
    expect(changed.name).toMatch(/^n\d$/);
    expect(changed.settings?.expressJwtMaxLifetimeSeconds).toBeGreaterThan(100);
  });

  it('are listed page by page, each once', async () => {
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.push((await newApplication(`page ${index}`)).id);
    const seen: (string | undefined)[] = [];
    let after = '';
    do {
      const page = await one.ListApplications({ after, limit: 2 });
      expect(page.applications?.length).toBeLessThanOrEqual(2);
      seen.push(...(page.applications ?? []).map(({ id }) => id));
      after = page.next ?? '';
    } while (after !== '');
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => made.includes(id ?? ''))).toEqual(made);
  });

  it.each([
    [{ limit: 101 }, '/limit'],
    [{ after: 'next page' }, '/after'],
  ])('are not listed for %j', async (request, path) => {
    expect((await refusalOf(one.ListApplications(request))).paths).toEqual([path]);
  });
});

describe('secret keys', () => {
  it('authenticate their application, and a repeated call only learns that nothing changed', async () => {
    const { application, secretKey, secretKeyId } = await newApplication();
    const answer = await one.AuthenticateSecretKey({ secretKey });
    expect(answer).toMatchObject({ application, secretKeyId });
    const { revision } = answer;
    expect(await other.AuthenticateSecretKey({ secretKey, knownRevision: revision ?? '' })).toEqual({
      revision,
      unchanged: true,
      scopes: [],
      afterApproval: [],
      grants: expect.anything() as unknown,
    });
  });

  it('can be several at once, and a revoked one is refused by every replica at once', async () => {
    const { id, secretKey, secretKeyId } = await newApplication();
    const { secretKey: second = '' } = await one.CreateSecretKey({ applicationId: id });
    const known = await other.AuthenticateSecretKey({ secretKey });
    await other.AuthenticateSecretKey({ secretKey: second });
    await one.RevokeSecretKey({ applicationId: id, secretKeyId });
    const again = other.AuthenticateSecretKey({ secretKey, knownRevision: known.revision ?? '' });
    expect((await refusalOf(again)).code).toBe('auth.secret-key-invalid');
    await expect(other.AuthenticateSecretKey({ secretKey: second })).resolves.toBeDefined();
  });

  it('get the same refusal when unknown, wrong, revoked or malformed', async () => {
    const { id, secretKey, secretKeyId } = await newApplication();
    await one.CreateSecretKey({ applicationId: id });
    await one.RevokeSecretKey({ applicationId: id, secretKeyId });
    const unknownId = `sk_${'0'.repeat(32)}_${'A'.repeat(43)}`;
    const { secretKey: valid } = await newApplication();
    const wrong = `${valid.slice(0, -2)}${valid.endsWith('AA') ? 'BB' : 'AA'}`;
    const bodies = await Promise.all(
      [secretKey, unknownId, wrong, '', 'sk_x', 'x'.repeat(100_000)].map(
        async (text) => (await refusalOf(one.AuthenticateSecretKey({ secretKey: text }))).body,
      ),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).not.toContain(secretKeyId);
  });

  it('can be revoked twice, but the last valid one cannot be revoked', async () => {
    const { id, secretKeyId } = await newApplication();
    const owner = askedBy(id, secretKeyId);
    const revoke = (keyId: string) => owner.RevokeSecretKey({ applicationId: id, secretKeyId: keyId });
    expect((await refusalOf(revoke(secretKeyId))).code).toBe('secret-key.last-one');
    const { key } = await one.CreateSecretKey({ applicationId: id });
    await revoke(secretKeyId);
    await revoke(secretKeyId);
    expect((await refusalOf(revoke(key?.id ?? ''))).code).toBe('secret-key.last-one');
    expect((await refusalOf(revoke('nothing'))).code).toBe('secret-key.not-found');
  });

  it('are never all revoked by two concurrent callers', async () => {
    const { id, secretKeyId } = await newApplication();
    const { key } = await one.CreateSecretKey({ applicationId: id });
    const outcomes = await Promise.allSettled([
      askedBy(id, key?.id ?? '').RevokeSecretKey({ applicationId: id, secretKeyId }),
      askedBy(id, secretKeyId).RevokeSecretKey({ applicationId: id, secretKeyId: key?.id ?? '' }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('are limited to 20 valid ones', async () => {
    const { id } = await newApplication();
    for (let index = 1; index < 20; index += 1) await one.CreateSecretKey({ applicationId: id });
    expect((await refusalOf(one.CreateSecretKey({ applicationId: id }))).code).toBe(
      'secret-key.limit-reached',
    );
  });

  it('have labels, given when they are made or later', async () => {
    const { id, secretKeyId } = await newApplication();
    const { key, secretKey = '' } = await one.CreateSecretKey({ applicationId: id, label: 'checkout 🛒' });
    expect(key?.label).toBe('checkout 🛒');
    const change = { applicationId: id, secretKeyId };
    expect((await one.UpdateSecretKey({ ...change, label: 'batch' })).label).toBe('batch');
    const labels = async () =>
      (await other.ListSecretKeys({ applicationId: id })).keys?.map(({ label }) => label);
    expect(await labels()).toEqual(['batch', 'checkout 🛒']);
    await expect(other.AuthenticateSecretKey({ secretKey })).resolves.toBeDefined();
    expect((await one.UpdateSecretKey({ ...change, label: '' })).label).toBe('');
    await one.RevokeSecretKey(change);
    expect((await one.UpdateSecretKey({ ...change, label: 'leaked' })).timeRevoked).not.toBe('0');
    expect(await labels()).toEqual(['leaked', 'checkout 🛒']);
    for (const label of ['x'.repeat(256), ' ', 'a\nb'])
      for (const refused of [
        one.UpdateSecretKey({ ...change, label }),
        one.CreateSecretKey({ applicationId: id, label }),
      ])
        expect((await refusalOf(refused)).code).toBe('request.invalid');
    const { id: another } = await newApplication();
    expect(
      (await refusalOf(one.UpdateSecretKey({ ...change, applicationId: another, label: 'x' }))).code,
    ).toBe('secret-key.not-found');
  });

  it('may have scopes and a time, which every replica reads and nobody changes', async () => {
    const { id } = await newApplication();
    const timeExpires = Math.floor(Date.now() / 1000) + 3_600;
    const asked = { applicationId: id, label: 'batch', scopes: ['wallets', 'sign'] };
    const { key, secretKey = '' } = await one.CreateSecretKey({ ...asked, timeExpires: String(timeExpires) });
    const limits = { scopes: ['sign', 'wallets'], timeExpires };
    expect(key).toMatchObject(limits);
    expect((await other.ListSecretKeys({ applicationId: id })).keys?.[1]).toMatchObject(limits);
    expect((await other.AuthenticateSecretKey({ secretKey })).scopes).toEqual(limits.scopes);
    await one.UpdateSecretKey({ applicationId: id, secretKeyId: key?.id ?? '', label: '' });
    expect((await other.AuthenticateSecretKey({ secretKey })).scopes).toEqual(limits.scopes);
    const change = identity.servicePool.query('update secret_keys set scopes = null, time_expires = null');
    await expect(change).rejects.toThrow('permission denied');
    const refused: [{ scopes?: string[]; timeExpires?: string }, string][] = [
      [{ scopes: ['sign', 'keys'] }, '/scopes/1'],
      [{ scopes: ['everything'] }, '/scopes/0'],
      [{ timeExpires: '1' }, '/time_expires'],
    ];
    for (const [wrong, path] of refused)
      expect(await refusalOf(one.CreateSecretKey({ applicationId: id, ...wrong }))).toMatchObject({
        code: 'request.invalid',
        paths: [path],
      });
  });

  it("cannot be listed or revoked with another application's id", async () => {
    const [mine, theirs] = [await newApplication(), await newApplication()];
    await one.CreateSecretKey({ applicationId: theirs.id });
    const revoke = one.RevokeSecretKey({ applicationId: mine.id, secretKeyId: theirs.secretKeyId });
    expect((await refusalOf(revoke)).code).toBe('secret-key.not-found');
    const { keys } = await one.ListSecretKeys({ applicationId: mine.id });
    expect(keys?.map(({ id }) => id)).toEqual([mine.secretKeyId]);
  });

  it('show when they were last used, written in batches and not per request', async () => {
    const { id, secretKey } = await newApplication();
    const replica = identity.replica();
    const work = replica.startBackgroundWork();
    await replica.AuthenticateSecretKey({ secretKey });
    const before = await one.ListSecretKeys({ applicationId: id });
    expect(before.keys?.[0]?.timeLastUsed).toBe(0);
    await work.stop();
    const after = await one.ListSecretKeys({ applicationId: id });
    expect(Number(after.keys?.[0]?.timeLastUsed)).toBeGreaterThan(Date.now() / 1000 - 60);
  });

  it('are not stored in the clear in any column', async () => {
    const { secretKey } = await newApplication();
    const random = secretKey.slice(36);
    for (const table of ['secret_keys', 'secret_key_directory', 'applications', 'application_directory']) {
      const { rows } = await identity.owner.query(`select * from ${table}`);
      const text = JSON.stringify(rows, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      );
      expect(text).not.toContain(random);
      expect(text).not.toContain(Buffer.from(random, 'base64url').toString('hex'));
    }
  });
});

describe('the operator key', () => {
  it('is distinguished from any other text', async () => {
    await expect(one.AuthenticateOperator({ operatorKey })).resolves.toMatchObject({ grants: {} });
    for (const wrong of ['', operatorKey.slice(1), `${operatorKey} `, operatorKey.toUpperCase()]) {
      expect((await refusalOf(one.AuthenticateOperator({ operatorKey: wrong }))).code).toBe(
        'auth.operator-key-invalid',
      );
    }
  });
});
