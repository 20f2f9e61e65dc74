import { randomBytes } from 'node:crypto';
import {
  emulatedPcrs,
  generateDataKeyWithoutPlaintext,
  makeKmsKey,
  makeNsmAuthority,
} from '@wallet-service/nitro-emulator';
import { Refused } from '@wallet-service/signer-protocol';
import { until } from '@wallet-service/test-kit/until';
import {
  keyArn,
  makeEmulatedEnclave,
  secretAccessKey,
  type EmulatedEnclave,
  type EnclaveChanges,
} from './emulated-enclave.js';
import { madeFor, makeTrustKit, makeWallet, must, signRequest, withVerdict } from './trust-kit.js';

const kit = makeTrustKit();
const payload = new Uint8Array(9);
let enclave: EmulatedEnclave;

beforeAll(async () => {
  enclave = await makeEmulatedEnclave(kit);
});
afterAll(async () => {
  await enclave.close();
});

/** What the signer wrote when it did not start. */
async function failure(changes: EnclaveChanges): Promise<string> {
  try {
    await (await enclave.start(changes)).stop();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('the signer has started');
}

it('boots with keys that KMS released to its attestation document, makes a wallet and signs', async () => {
  const signer = await enclave.start();
  const wallet = await makeWallet(signer, kit, { chain: 'SOL' });
  const request = withVerdict(signRequest(kit, wallet, [payload]), kit.policyKey);
  expect(must(await signer.call('Sign', request)).signatures).toHaveLength(1);
  await signer.stop();
  expect(signer.output()).toContain('"event":"clock","outcome":"ok"');
  expect(signer.output()).not.toContain(secretAccessKey);

  // The same ciphertext gives the same sealing key: after a restart the wallet signs again.
  const next = await enclave.start();
  expect(must(await next.call('Sign', request)).signatures).toHaveLength(1);
  await next.stop();
});

it('opens what the previous sealing key wrapped, while it has both keys', async () => {
  const old = await enclave.start();
  const wallet = await makeWallet(old, kit, { chain: 'SOL' });
  await old.stop();
  const request = withVerdict(signRequest(kit, wallet, [payload]), kit.policyKey);
  const newKey = generateDataKeyWithoutPlaintext(enclave.key, { 'wallet-service': 'root key' }).toString(
    'base64',
  );
  const bootSecrets = { ...enclave.bootSecrets, sealing_key: newKey };

  const both = await enclave.start({
    bootSecrets: { ...bootSecrets, previous_sealing_key: enclave.bootSecrets['sealing_key'] },
  });
  expect(must(await both.call('Sign', request)).signatures).toHaveLength(1);
  await both.stop();
  const newOnly = await enclave.start({ bootSecrets });
  const again = signRequest(kit, wallet, [payload]);
  const forOld = withVerdict(again, kit.policyKey);
  expect(await newOnly.call('Sign', forOld)).toMatchObject({ refusal: 'verdict-mac' });
  const { exchangeKey } = must(await newOnly.call('GetStatus', { applicationId: '' }));
  const forNew = withVerdict(again, madeFor(exchangeKey, kit.policyKey));
  expect(await newOnly.call('Sign', forNew)).toMatchObject({ refusal: 'application-key-invalid' });
  await newOnly.stop();
});

const otherContext = (name: string): string =>
  enclave.key.encrypt(randomBytes(32), { 'wallet-service': name }).toString('base64');

it.each<[string, () => EnclaveChanges | Promise<EnclaveChanges>, string]>([
  [
    'another image',
    () => ({ nsm: { pcrs: new Map([...emulatedPcrs(), [0, Buffer.alloc(48, 9)]]) } }),
    'KMS refuses to decrypt the TLS private key: AccessDeniedException',
  ],
  [
    'debug mode, in which the hypervisor measures nothing',
    () => ({ nsm: { pcrs: new Map([...emulatedPcrs().keys()].map((index) => [index, Buffer.alloc(48)])) } }),
    'KMS refuses to decrypt the TLS private key: AccessDeniedException',
  ],
  [
    'a document under another root',
    async () => ({ nsm: { authority: await makeNsmAuthority(Date.now()) } }),
    'KMS refuses to decrypt the TLS private key: ValidationException',
  ],
  [
    'a document that is six minutes old when KMS sees it',
    () => ({ kms: { now: () => Date.now() + 6 * 60_000 } }),
    'KMS refuses to decrypt the TLS private key: ExpiredAttestationDocument',
  ],
  [
    'credentials that KMS does not know',
    () => ({ kms: { accessKeyId: 'ASIAOTHERKEYEXAMPLE' } }),
    'KMS refuses to decrypt the TLS private key: UnrecognizedClientException',
  ],
  [
    'an envelope that was altered on its way',
    () => ({ kms: { tamper: (envelope) => envelope.fill(0, 100, 110) } }),
    'the TLS private key that KMS sealed does not open',
  ],
  [
    'the ciphertexts of sealing key and TLS key exchanged',
    () => ({
      bootSecrets: {
        ...enclave.bootSecrets,
        sealing_key: enclave.bootSecrets['tls_private_key'],
        tls_private_key: enclave.bootSecrets['sealing_key'],
      },
    }),
    'KMS refuses to decrypt the TLS private key: InvalidCiphertextException',
  ],
  [
    'a sealing key that was encrypted for something else',
    () => ({ bootSecrets: { ...enclave.bootSecrets, sealing_key: otherContext('something else') } }),
    'KMS refuses to decrypt the sealing key: InvalidCiphertextException',
  ],
  [
    'another KMS key than the one of the image',
    () => ({ kms: { key: makeKmsKey(keyArn.replace('0b1c', 'ffff')) } }),
    'KMS refuses to decrypt the TLS private key: IncorrectKeyException',
  ],
  [
    'a sealing key of 33 bytes',
    () => ({
      bootSecrets: {
        ...enclave.bootSecrets,
        sealing_key: enclave.key
          .encrypt(randomBytes(33), { 'wallet-service': 'root key' })
          .toString('base64'),
      },
    }),
    'the sealing key must have 32 bytes',
  ],
  [
    'a TLS key that is not one',
    () => ({ bootSecrets: { ...enclave.bootSecrets, tls_private_key: otherContext('TLS private key') } }),
    'the TLS private key is no PKCS #8',
  ],
  [
    'empty boot secrets',
    () => ({ bootSecrets: {} }),
    'the boot secrets are unusable: credentials must be an object',
  ],
  [
    'nothing at the address of the boot secrets',
    () => ({ env: { BOOT_SECRETS_ADDRESS: '127.0.0.1:1' } }),
    'the boot secrets are unusable: nothing answers at BOOT_SECRETS_ADDRESS',
  ],
  [
    'no way to KMS',
    () => ({ env: { KMS_PROXY_ADDRESS: '127.0.0.1:1' } }),
    'KMS cannot be asked: ECONNREFUSED',
  ],
  ['no NSM', () => ({ env: { NSM_SOCKET: '/nowhere' } }), 'the NSM gives no randomness'],
  [
    "a clock that differs from the hypervisor's",
    () => ({ nsm: { now: () => Date.now() + 10_000 } }),
    "the clock differs from the hypervisor's by more than 2 s",
  ],
  [
    'a KMS under an authority of its own in production',
    () => ({ env: { ENVIRONMENT: 'production' } }),
    'KMS_CA_FILE is for emulators: in production only Amazon may certify KMS',
  ],
])('does not start with %s, and says why', async (_title, change, told) => {
  const said = await failure(await change());
  expect(said).toContain(`the signer cannot start: `);
  expect(said).toContain(told);
  expect(said).not.toContain(secretAccessKey);
});

it("refuses a KMS whose certificate is not under Amazon's authorities", async () => {
  const signer = enclave.start({ env: { ENVIRONMENT: 'production', KMS_CA_FILE: undefined as never } });
  await expect(signer).rejects.toThrow(/KMS cannot be asked: (DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED)/);
});

it('refuses to sign while its clock is wrong, and signs again when it is right', async () => {
  let ahead = 0;
  const signer = await enclave.start({ nsm: { now: () => Date.now() + ahead } });
  const wallet = await makeWallet(signer, kit, { chain: 'SOL' });
  const request = withVerdict(signRequest(kit, wallet, [payload]), kit.policyKey);
  const phase = async (): Promise<string> =>
    must(await signer.call('GetStatus', { applicationId: '' })).phase;
  const becomes = async (expected: string): Promise<void> => {
    await until(`the phase ${expected}`, async () => (await phase()) === expected);
  };
  ahead = 60_000;
  await becomes('clock-wrong');
  const refused = await signer.call('Sign', request);
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ refusal: 'unavailable' });
  ahead = 0;
  await becomes('ready');
  expect(must(await signer.call('Sign', request)).signatures).toHaveLength(1);
  await signer.stop();
});
