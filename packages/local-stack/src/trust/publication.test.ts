import { generateKeyPairSync } from 'node:crypto';
import { parseTrustBundle, type TrustBundle } from '@wallet-service/signer-protocol';
import { bundleLifetimeSeconds, isRenewalDue, payloadFor } from './publication.js';

const rawKey = (): Uint8Array =>
  Buffer.from(generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
const nowMs = 1_800_000_000_000;
const now = nowMs / 1000;
const baked: TrustBundle = {
  version: 1,
  issuedAt: now - 10,
  expiresAt: now + 10,
  roots: [{ kid: 'root', publicKey: rawKey() }],
  verdictKeys: [rawKey()],
  applications: [],
};
const applications = [{ id: 'app-1', express_jwt_max_lifetime_seconds: 3600, providers: [] }];
const proposal = { revision: 'r1', applicationsJson: JSON.stringify(applications) };

describe('payloadFor', () => {
  it('makes a bundle from the proposal with the roots and verdict keys of the baked one', () => {
    const { payload, publication } = payloadFor(proposal, baked, 0, nowMs);
    const parsed = parseTrustBundle(payload);
    expect(parsed.ok && parsed.bundle).toMatchObject({
      version: nowMs,
      issuedAt: now,
      expiresAt: now + bundleLifetimeSeconds,
      roots: [{ kid: 'root' }],
      applications: [{ id: 'app-1' }],
    });
    expect(publication).toEqual({ revision: 'r1', version: nowMs, expiresAt: now + bundleLifetimeSeconds });
  });

  it('never gives the version of an earlier bundle, even when the clock was set back', () => {
    expect(payloadFor(proposal, baked, nowMs + 5, nowMs).publication.version).toBe(nowMs + 6);
  });
});

describe('isRenewalDue', () => {
  it.each([
    ['nothing has been published yet', undefined, false],
    ['the bundle is new', bundleLifetimeSeconds, false],
    ['half of its lifetime is over', bundleLifetimeSeconds / 2 - 1, true],
    ['it has expired', -1, true],
  ])('when %s', (_, secondsLeft, expected) => {
    const last =
      secondsLeft === undefined ? undefined : { revision: 'r', version: 1, expiresAt: now + secondsLeft };
    expect(isRenewalDue(last, now)).toBe(expected);
  });
});
