import { createHash, randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  emulatedMeasurements,
  makeNsmAuthority,
  startNsm,
  type EmulatedNsm,
} from '@wallet-service/nitro-emulator';
import {
  hashOfRequest,
  verifyAttestation,
  verifyReceipt,
  verifySelfSignedAttestation,
} from '@wallet-service/sdk/verify';
import { encodeTrustBundle, Refused, type AttestedClaims } from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import {
  makeTrustKit,
  makeWallet,
  must,
  sha256,
  signRequest,
  withVerdict,
  type TestWallet,
} from './trust-kit.js';
import { makeWitnessKit, rootAfterBundle, rootRequest } from './witness-kit.js';

const mainFile = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'nsm-'));
const socketPath = path.join(folder, 'nsm.sock');

const kit = makeTrustKit();
let nsm: EmulatedNsm;
let enclave: SignerProcess;
let plain: SignerProcess;

beforeAll(async () => {
  nsm = await startNsm({ socketPath, authority: await makeNsmAuthority(Date.now()) });
  const trustBundle = encodeTrustBundle(kit.bundle);
  enclave = await startSigner({ trustBundle, env: { NSM_SOCKET: socketPath } });
  plain = await startSigner({ trustBundle });
});
afterAll(async () => {
  await enclave.stop();
  await plain.stop();
  await nsm.close();
  rmSync(folder, { recursive: true });
});

/** A request for an attestation without a checkpoint key. */
const asking = (nonce: Uint8Array) => ({
  nonce,
  applicationId: '',
  wrappedApplicationKey: new Uint8Array(0),
});

const expectationOf = (nonce: Uint8Array) => ({
  nonce,
  pcrs: emulatedMeasurements(),
  maxAgeMs: 60_000,
  now: Date.now(),
});

async function claimsOf(signer: SignerProcess): Promise<AttestedClaims> {
  const nonce = randomBytes(32);
  const { document } = must(await signer.call('Attest', asking(nonce)));
  return verifyAttestation(document, { ...expectationOf(nonce), root: nsm.root });
}

describe('attestation', () => {
  it('binds the nonce, the TLS key, the build and the trust bundle, only under the emulator’s root', async () => {
    const nonce = randomBytes(16);
    const { document, format, receiptPublicKey } = must(await enclave.call('Attest', asking(nonce)));
    expect(format).toBe('aws-nitro');
    const claims = await verifyAttestation(document, { ...expectationOf(nonce), root: nsm.root });
    const certificate = new X509Certificate(readFileSync(path.join(enclave.folder, 'TLS_CERT_FILE')));
    const build = createHash('sha256').update(readFileSync(mainFile)).digest('hex');
    expect(claims).toEqual({
      tlsKeyHash: sha256(certificate.publicKey.export({ type: 'spki', format: 'der' })),
      receiptPublicKey,
      rootVersion: 5,
      rootHash: must(await enclave.call('GetStatus', { applicationId: '' })).rootHash,
      build: `sha256:${build}`,
    });
    await expect(verifyAttestation(document, expectationOf(nonce))).rejects.toThrow('pinned root');
    const stale = { ...expectationOf(randomBytes(16)), root: nsm.root };
    await expect(verifyAttestation(document, stale)).rejects.toThrow('nonce');
  });

  it('names the checkpoint key of an application when it is asked for one', async () => {
    const applicationId = 'app-a';
    const { wrappedKey } = must(await enclave.call('CreateApplicationKey', { applicationId }));
    const asked = { applicationId, wrappedApplicationKey: wrappedKey };
    const checkpoint = { generation: 1n, size: 1n, root: new Uint8Array(32), oldSize: 0n };
    const { publicKey } = must(
      await enclave.call('CosignCheckpoint', {
        ...asked,
        ...checkpoint,
        consistencyProof: [],
        witnessed: '',
      }),
    );
    const nonce = randomBytes(32);
    const { document, checkpointPublicKey } = must(await enclave.call('Attest', { nonce, ...asked }));
    const claims = await verifyAttestation(document, { ...expectationOf(nonce), root: nsm.root });
    expect(claims.checkpointKey).toEqual({ applicationId, publicKey });
    expect(checkpointPublicKey).toEqual(publicKey);
    const another = { ...asked, nonce, applicationId: 'app-b' };
    expect(await enclave.call('Attest', another)).toMatchObject({ refusal: 'application-key-invalid' });
  });

  it('names the root document that is in force, also after a new one', async () => {
    const another = await startSigner({
      trustBundle: encodeTrustBundle(kit.bundle),
      env: { NSM_SOCKET: socketPath },
    });
    must(await another.call('UpdateTrust', rootRequest(rootAfterBundle(kit, makeWitnessKit()))));
    const { rootVersion, rootHash } = await claimsOf(another);
    expect(rootVersion).toBe(6);
    expect(rootHash).toEqual(must(await another.call('GetStatus', { applicationId: '' })).rootHash);
    await another.stop();
  });

  it('says plainly that without the hardware a signer attests only itself', async () => {
    const nonce = randomBytes(64);
    const { document, format, receiptPublicKey } = must(await plain.call('Attest', asking(nonce)));
    expect(format).toBe('self-signed');
    await expect(verifyAttestation(document, expectationOf(nonce))).rejects.toThrow('no hardware');
    const claims = await verifySelfSignedAttestation(document, expectationOf(nonce));
    expect(claims).toMatchObject({ receiptPublicKey, rootVersion: 5 });
  });

  it('gives each signer a receipt key of its own', async () => {
    const nonce = randomBytes(32);
    const [one, other] = [
      await enclave.call('Attest', asking(nonce)),
      await plain.call('Attest', asking(nonce)),
    ];
    expect(must(one).receiptPublicKey).not.toEqual(must(other).receiptPublicKey);
  });

  it.each([0, 15, 65])('refuses a nonce of %d bytes', async (length) => {
    const refused = { refusal: 'malformed-request', details: { field: 'nonce' } };
    expect(await enclave.call('Attest', asking(new Uint8Array(length)))).toMatchObject(refused);
  });

  it('is unavailable while the hardware does not answer, and signing continues for a while', async () => {
    const lonelySocket = path.join(folder, 'lonely.sock');
    const authority = await makeNsmAuthority(Date.now());
    const leaving = await startNsm({ socketPath: lonelySocket, authority });
    const lonely = await startSigner({
      trustBundle: encodeTrustBundle(kit.bundle),
      env: { NSM_SOCKET: lonelySocket },
    });
    await leaving.close();
    expect(await lonely.call('Attest', asking(randomBytes(32)))).toMatchObject({ refusal: 'unavailable' });
    const wallet = await makeWallet(lonely, kit, { chain: 'SOL' });
    const request = withVerdict(signRequest(kit, wallet, [randomBytes(9)]), kit.policyKey);
    expect(must(await lonely.call('Sign', request)).signatures).toHaveLength(1);
    await lonely.stop();
  });

  it('does not start without the hardware that its settings name', async () => {
    const started = startSigner({
      trustBundle: encodeTrustBundle(kit.bundle),
      env: { NSM_SOCKET: path.join(folder, 'nobody.sock') },
    });
    await expect(started).rejects.toThrow('the NSM gives no randomness');
  });
});

describe('receipts', () => {
  const requestFor = (wallet: TestWallet, payloads: Uint8Array[]) =>
    withVerdict({ ...signRequest(kit, wallet, payloads), receipt: true }, kit.policyKey);

  it.each(['ETH', 'BTC', 'SOL'])('on %s, lead from the signature to the attested signer', async (chain) => {
    const wallet = await makeWallet(enclave, kit, { chain });
    const payloads = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
    const request = requestFor(wallet, payloads);
    const { signatures, receipt, rootVersion } = must(await enclave.call('Sign', request));
    const claims = await claimsOf(enclave);
    expect(receipt?.publicKey).toEqual(claims.receiptPublicKey);
    const { applicationId, walletId, network } = wallet.context;
    const { address } = wallet.created;
    const asked = { chain, address, operation: 'message', jwt: request.jwt, payloads };
    const verified = await verifyReceipt(receipt ?? fail(), claims, {
      requestHash: await hashOfRequest(asked),
      signatures: signatures.map(({ signature }) => signature),
      applicationId,
      walletId,
      network,
    });
    expect(verified).toMatchObject({
      verdictHash: sha256(request.verdict),
      rootVersion: Number(rootVersion),
      rootHash: claims.rootHash,
    });
    expect(Math.abs(verified.time - Date.now() / 1000)).toBeLessThan(30);
  });

  it('are signed with the key of the signer that signed, and with no other', async () => {
    const wallet = await makeWallet(plain, kit, { chain: 'SOL' });
    const payloads = [new Uint8Array(randomBytes(40))];
    const request = requestFor(wallet, payloads);
    const { receipt } = must(await plain.call('Sign', request));
    const { address } = wallet.created;
    const asked = { chain: 'SOL', address, operation: 'message', jwt: request.jwt, payloads };
    const expected = { requestHash: await hashOfRequest(asked) };
    const nonce = randomBytes(32);
    const { document } = must(await plain.call('Attest', asking(nonce)));
    const own = await verifySelfSignedAttestation(document, expectationOf(nonce));
    expect(await verifyReceipt(receipt ?? fail(), own, expected)).toMatchObject({ address });
    const other = await claimsOf(enclave);
    await expect(verifyReceipt(receipt ?? fail(), other, expected)).rejects.toThrow('attested key');
  });

  it('are given only to callers that ask, and never without a signature', async () => {
    const wallet = await makeWallet(plain, kit, { chain: 'ETH' });
    const request = requestFor(wallet, [new Uint8Array(32)]);
    expect(must(await plain.call('Sign', { ...request, receipt: false })).receipt).toBeUndefined();
    const others = { ...request, verdictMac: new Uint8Array(32) };
    expect(await plain.call('Sign', others)).toBeInstanceOf(Refused);
  });
});

function fail(): never {
  throw new Error('there is no receipt');
}
