import { randomBytes } from 'node:crypto';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { createRowMacs } from '../src/row-macs.js';
import { newSecretKey } from '../src/secret-keys/create-secret-key.js';
import { secretKeyRows } from '../src/secret-keys/secret-key-store.js';
import { operatorGrant, startIdentity, type Identity, type Replica } from './identity-replicas.js';

let identity: Identity;
let operator: Replica;
beforeAll(async () => {
  identity = await startIdentity('identity_stolen_secret_key');
  operator = identity.replica();
});
afterAll(() => identity.close());

/** An application, and its first secret key. */
async function newApplication() {
  const {
    application,
    secretKey = '',
    secretKeyId: keyId = '',
  } = await operator.CreateApplication({
    name: 'Shop',
  });
  const applicationId = application?.id ?? '';
  return { applicationId, secretKey, ...actingWith(applicationId, keyId) };
}

/** What the holder of a secret key without scopes can do. */
function actingWith(applicationId: string, keyId: string) {
  const replica = identity.replica({ grant: { ...operatorGrant, applicationId, keyId } });
  return {
    keyId,
    create: async (timeExpires = 0) => {
      const { key, secretKey = '' } = await replica.CreateSecretKey({
        applicationId,
        timeExpires: String(timeExpires),
      });
      return { secretKey, ...actingWith(applicationId, key?.id ?? '') };
    },
    revoke: (secretKeyId: string) => replica.RevokeSecretKey({ applicationId, secretKeyId }),
  };
}

/** As if a secret key had made and revoked them, which would take minutes. */
async function addRevokedKeys(applicationId: string, count: number): Promise<void> {
  const macs = createRowMacs(identity.pepper, undefined, (row) => {
    throw new Error(JSON.stringify(row));
  });
  const rows = secretKeyRows(identity.owner, applicationId, macs);
  for (let made = 0; made < count; made += 1) {
    const { kept } = newSecretKey({ pepper: identity.pepper, now: Date.now, randomBytes });
    await rows.insert(kept);
    await rows.revoke(kept, kept.timeCreated);
  }
}

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;

it('locks nobody out for good, whatever the thief makes and revokes', async () => {
  const owner = await newApplication();
  const { applicationId } = owner;
  const thief = await owner.create();
  await thief.revoke((await thief.create()).keyId);
  await addRevokedKeys(applicationId, 1_000 - 3);
  await thief.revoke(owner.keyId);
  const refusal = await refusalOf(thief.create());
  expect(refusal.code).toBe('secret-key.limit-reached');
  expect(refusal.body).toContain('only the operator can make more');
  expect((await refusalOf(thief.revoke(thief.keyId))).code).toBe('secret-key.last-one');

  // What docs/guides/secret-keys.md says to do after a theft.
  const { keys = [] } = await operator.ListSecretKeys({ applicationId });
  for (const { id, timeRevoked } of keys)
    if (String(timeRevoked) === '0') await operator.RevokeSecretKey({ applicationId, secretKeyId: id ?? '' });
  const stolen = operator.AuthenticateSecretKey({ secretKey: thief.secretKey });
  expect((await refusalOf(stolen)).code).toBe('auth.secret-key-invalid');
  // The thief may still have a grant.
  expect((await refusalOf(thief.create())).code).toBe('auth.secret-key-invalid');
  const { secretKey = '' } = await operator.CreateSecretKey({ applicationId });
  await expect(operator.AuthenticateSecretKey({ secretKey })).resolves.toBeDefined();
});

it('is revoked by its owner, with another key', async () => {
  const { secretKey, keyId, ...stolen } = await newApplication();
  const owner = await stolen.create();
  await owner.revoke(keyId);
  expect((await refusalOf(operator.AuthenticateSecretKey({ secretKey }))).code).toBe(
    'auth.secret-key-invalid',
  );
  await expect(operator.AuthenticateSecretKey(owner)).resolves.toBeDefined();
});

it('leaves room for the operator when all valid keys are those of the thief', async () => {
  const { applicationId, ...thief } = await newApplication();
  for (let made = 1; made < 20; made += 1) await thief.create();
  const refusal = await refusalOf(operator.CreateSecretKey({ applicationId }));
  expect(refusal.code).toBe('secret-key.limit-reached');
  expect(refusal.body).toContain('revoke one first');
  await operator.RevokeSecretKey({ applicationId, secretKeyId: thief.keyId });
  await expect(operator.CreateSecretKey({ applicationId })).resolves.toBeDefined();
});

it('that ends replaces none that lasts longer, except for the operator', async () => {
  const { applicationId, keyId, create, revoke } = await newApplication();
  const ending = await create(inSeconds(3_600));
  const later = await create(inSeconds(7_200));
  expect((await refusalOf(ending.revoke(keyId))).code).toBe('secret-key.last-one');
  await later.revoke(ending.keyId);
  const permanent = await create();
  await revoke(later.keyId);
  await permanent.revoke(keyId);
  const theirs = await permanent.create(inSeconds(3_600));
  expect((await refusalOf(theirs.revoke(permanent.keyId))).code).toBe('secret-key.last-one');
  await operator.RevokeSecretKey({ applicationId, secretKeyId: permanent.keyId });
});

it('with scopes can be revoked, but the last one without scopes cannot', async () => {
  const { applicationId, keyId, revoke } = await newApplication();
  const { key } = await operator.CreateSecretKey({ applicationId, scopes: ['read'] });
  expect((await refusalOf(revoke(keyId))).code).toBe('secret-key.last-one');
  await revoke(key?.id ?? '');
  expect((await refusalOf(revoke(keyId))).code).toBe('secret-key.last-one');
});
