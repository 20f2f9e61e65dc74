import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { TestStack } from '@wallet-service/local-stack';
import {
  documentSignaturePayload,
  type ApplicationDocument,
  type DocumentSignature,
} from '@wallet-service/signer-protocol';
import { until } from '@wallet-service/test-kit/until';
import { codeOf, demoCustomer, type Customer } from '../http/customer.js';
import { ownStack } from '../stacks.js';
import { currentDocument, newAdministrator, submitDocument } from './documents.js';
import { clientsOf, signing, startProvider, type Provider } from './provider.js';

// A tenant registers two administrators, an Ed25519 key and a passkey, both of whom must sign.

let stack: TestStack;
let customer: Customer;
let provider: Provider;
const anna = newAdministrator('anna');
const passkey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rpId = 'console.example.com';

beforeAll(async () => {
  [stack, provider] = await Promise.all([ownStack(), startProvider()]);
  customer = demoCustomer(stack.stack);
  await provider.publish('one');
});
afterAll(async () => {
  provider.close();
  await stack.stop();
});

function pointOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}

/** As an authenticator signs (WebAuthn section 6.3.3). */
function assertion(payload: Uint8Array): DocumentSignature {
  const challenge = createHash('sha256')
    .update(documentSignaturePayload('application', payload))
    .digest('base64url');
  const origin = `https://${rpId}`;
  const clientData = Buffer.from(JSON.stringify({ type: 'webauthn.get', challenge, origin }));
  const rpIdHash = createHash('sha256').update(rpId).digest();
  const authenticatorData = Buffer.concat([rpIdHash, Buffer.of(0x05, 0, 0, 0, 1)]);
  const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
  return {
    kid: 'phone',
    signature: sign('sha256', signed, passkey.privateKey),
    assertion: { authenticatorData, clientData },
  };
}

it('from their registration on only administrators change providers', async () => {
  const first = await currentDocument(customer);
  const administrators = {
    keys: [anna.key, { kid: 'phone', kind: 'passkey', publicKey: pointOf(passkey.publicKey), rpId }],
    threshold: 2,
  } as const;
  const free = { ...first, version: first.version + 1, administrators };
  const issuers = first.issuers.map((known) => ({ ...known, pinned: true as const }));
  const registered: ApplicationDocument = { ...free, issuers };
  // Administrators whom a registrar appoints never decide where the keys of an issuer of before are found.
  expect((await submitDocument(customer, free, [anna.sign, assertion])).status).not.toBe(200);
  expect((await submitDocument(customer, registered, [anna.sign])).status).not.toBe(200);
  expect(await submitDocument(customer, registered, [anna.sign, assertion])).toMatchObject({ status: 200 });

  const body = { issuer: provider.issuer, audience: 'shop', jwks_uri: `${provider.issuer}/jwks` };
  expect(codeOf(await customer.manage('POST', '/v1/identity/provider', body))).toBe(
    'provider.administrators-required',
  );
  const [known] = await customer.succeed<readonly { id: string }[]>('GET', '/v1/identity/provider');
  expect(codeOf(await customer.manage('DELETE', `/v1/identity/provider/${known?.id ?? ''}`))).toBe(
    'provider.administrators-required',
  );

  const id = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e';
  const next: ApplicationDocument = {
    ...registered,
    version: registered.version + 1,
    providers: [
      ...registered.providers,
      { id, issuer: provider.issuer, audience: 'shop', assertsEmail: false },
    ],
    issuers: [...registered.issuers, { issuer: provider.issuer, keySource: 'discovery' }],
  };
  expect((await submitDocument(customer, next, [assertion])).status).not.toBe(200);
  expect(await submitDocument(customer, next, [anna.sign, assertion])).toMatchObject({ status: 200 });
  const [client] = clientsOf(stack, id);
  const isUsable = async () =>
    (await client?.post('/v2/wallet', await provider.token('one', 'anna'), 'ETH'))?.status === 200;
  await until('the provider that they added', isUsable, 5_000);
  expect(await signing(client, await provider.token('one', 'anna'))).toBe('ok');

  const moved: ApplicationDocument = {
    ...next,
    version: next.version + 1,
    issuers: next.issuers.map(({ issuer }) => ({ issuer, keySource: 'discovery' })),
  };
  expect((await submitDocument(customer, moved, [])).status).not.toBe(200);
  // A document of before is no veto and no way back.
  expect((await submitDocument(customer, registered, [anna.sign, assertion])).status).not.toBe(200);
});
