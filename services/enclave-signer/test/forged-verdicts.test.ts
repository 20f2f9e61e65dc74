import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  decodeVerdict,
  encodeVerdict,
  Refused,
  x25519PrivateKey,
  type Mandate,
  type SignerRequest,
  type Verdict,
} from '@wallet-service/signer-protocol';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { hmac, macKeyOf, playPolicy } from '../../../packages/signer-protocol/test/verdict-parties.js';
import { exchangeKeyOf } from '../src/core/exchange-key.js';
import { hkdf } from '../src/core/hkdf.js';
import { settled, stopSigners, update } from './settled-signer.js';
import { startSigner, type SignerProcess } from './signer-process.js';
import {
  madeFor,
  makeWallet,
  must,
  nowSeconds,
  signRequest,
  withVerdict,
  type TestWallet,
} from './trust-kit.js';
import {
  applicationTrustOf,
  bakedRoot,
  documentOf,
  makeWitnessKit,
  rootRequest,
  signedRoot,
} from './witness-kit.js';

// Everybody but the policy service of the root document makes verdicts here. Each attacker has all that passes through
// the wallet service: real verdicts with their MACs and mandates, the exchange keys, and a live token of the owner.

const kit = makeWitnessKit();
const digest = new Uint8Array(randomBytes(32));
let signer: SignerProcess;
let wallet: TestWallet;
let exchangeKey: Uint8Array;

beforeAll(async () => {
  ({ signer, wallet } = await settled(kit));
  exchangeKey = await exchangeKeyAt(signer);
});
afterAll(stopSigners);

type Request = SignerRequest<'Sign'>;

const exchangeKeyAt = async (at: SignerProcess): Promise<Uint8Array> =>
  must(await at.call('GetStatus', { applicationId: '' })).exchangeKey;
const real = (changes: Partial<Verdict> = {}) =>
  withVerdict(signRequest(kit, wallet, [digest]), kit.policyKey, changes);
const outcome = async (request: Request, at = signer): Promise<string> => {
  const answer = await at.call('Sign', request);
  return answer instanceof Refused ? answer.refusal : 'signed';
};

/** A request whose verdict has a MAC under any key. */
function macBy(key: Uint8Array, mandate = real().mandate): Request {
  const request = real();
  return { ...request, verdictMac: hmac(key, request.verdict), mandate };
}

const strangerKey = generateKeyPairSync('ed25519').privateKey;

describe('a verdict is refused', () => {
  it.each<[string, () => Request, string]>([
    [
      'from another policy service, with a mandate of its own',
      () => withVerdict(signRequest(kit, wallet, [digest]), playPolicy(strangerKey)),
      'verdict-mandate',
    ],
    [
      'under an exchange key that the verdict key gave no mandate to, with the real mandate',
      () => ({
        ...withVerdict(signRequest(kit, wallet, [digest]), playPolicy(strangerKey)),
        mandate: real().mandate,
      }),
      'verdict-mac',
    ],
    [
      'with the MAC of another verdict',
      () => ({ ...real(), verdictMac: real({ policyRevision: 'other' }).verdictMac }),
      'verdict-mac',
    ],
    [
      'with the mandate of another process of the policy service',
      () => ({ ...real(), mandate: playPolicy(kit.policyKey).mandate }),
      'verdict-mac',
    ],
    ['with a MAC under no key', () => macBy(new Uint8Array(0)), 'verdict-mac'],
    ['with a MAC under zeros', () => macBy(new Uint8Array(32)), 'verdict-mac'],
    [
      'with a MAC under a hash of both public keys, which everybody knows',
      () => {
        const { publicKey, mandate } = playPolicy(kit.policyKey);
        const known = createHash('sha256').update(publicKey).update(exchangeKey).digest();
        return macBy(known, mandate);
      },
      'verdict-mac',
    ],
    [
      'signed by the verdict key in place of a MAC, as up to 0.2.0',
      () => {
        const request = real();
        return { ...request, verdictMac: new Uint8Array(sign(null, request.verdict, kit.policyKey)) };
      },
      'verdict-mac',
    ],
  ])('%s', async (_title, forge, refusal) => {
    expect(await outcome(real())).toBe('signed');
    expect(await outcome(forge())).toBe(refusal);
  });

  it('when its MAC is cut, longer, doubled or has one other bit', async () => {
    const sent = real();
    const twice = new Uint8Array([...sent.verdictMac, ...sent.verdictMac]);
    for (const length of [0, 1, 16, 31])
      expect(await outcome({ ...sent, verdictMac: sent.verdictMac.slice(0, length) })).toBe('verdict-mac');
    expect(await outcome({ ...sent, verdictMac: new Uint8Array([...sent.verdictMac, 0]) })).toBe(
      'verdict-mac',
    );
    expect(await outcome({ ...sent, verdictMac: twice })).toBe('verdict-mac');
    for (let bit = 0; bit < 256; bit += 37) {
      const flipped = sent.verdictMac.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(await outcome({ ...sent, verdictMac: flipped })).toBe('verdict-mac');
    }
  });

  it('30 seconds after it was made, and when it claims to be valid for longer', async () => {
    const now = nowSeconds();
    expect(await outcome(real({ issuedAt: now - 31, expiresAt: now - 1 }))).toBe('verdict-expired');
    expect(await outcome(real({ issuedAt: now - 20, expiresAt: now + 11 }))).toBe('verdict-lifetime');
  });

  it('for another wallet, another application, other bytes, or another token', async () => {
    const sent = real();
    const other = await makeWallet(signer, kit, { chain: 'ETH', beside: wallet });
    const { context, created } = other;
    expect(await outcome({ ...sent, context, sealed: created.sealed })).toBe('verdict-mismatch');
    expect(await outcome({ ...sent, payloads: [new Uint8Array(32)] })).toBe('verdict-mismatch');
    expect(await outcome({ ...sent, jwt: kit.token('alice', { nonce: 'other' }) })).toBe('verdict-mismatch');
    expect(await outcome(real({ applicationId: 'app-b' }))).toBe('verdict-mismatch');
  });
});

describe('a mandate', () => {
  const underMandate = (changes: Partial<Mandate>, key: KeyObject = kit.policyKey) =>
    withVerdict(signRequest(kit, wallet, [digest]), playPolicy(key, changes));
  const at = (seconds: number, lasting = 3600): Partial<Mandate> => ({
    issuedAt: nowSeconds() + seconds,
    expiresAt: nowSeconds() + seconds + lasting,
  });

  it('counts for an hour at most, and neither before nor after its time', async () => {
    expect(await outcome(underMandate(at(-3500)))).toBe('signed');
    for (const changes of [at(-3600), at(-7200), at(60), at(-1, 3601), at(0, 86_400)])
      expect(await outcome(underMandate(changes))).toBe('verdict-mandate');
  });

  it('cannot be changed', async () => {
    const sent = real();
    for (let bit = 0; bit < sent.mandate.length * 8; bit += 29) {
      const mandate = sent.mandate.map((byte, index) =>
        index === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte,
      );
      expect(await outcome({ ...sent, mandate })).toBe('verdict-mandate');
    }
    const longer = new Uint8Array([...sent.mandate, 0]);
    for (const mandate of [sent.mandate.slice(0, -1), longer, new Uint8Array(0), sent.verdict])
      expect(await outcome({ ...sent, mandate })).toBe('verdict-mandate');
  });

  it.each([
    ['0', '00'.repeat(32)],
    ['1', `01${'00'.repeat(31)}`],
    ['of order 8', 'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800'],
    ['of order 8, the other', '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157'],
    ['p - 1', `ec${'ff'.repeat(30)}7f`],
    ['p', `ed${'ff'.repeat(30)}7f`],
    ['p + 1', `ee${'ff'.repeat(30)}7f`],
  ])(
    'of a point of small order, %s, gives a MAC that everybody could make, and is refused',
    async (_name, hex) => {
      const publicKey = new Uint8Array(Buffer.from(hex, 'hex'));
      const { mandate } = playPolicy(kit.policyKey, { publicKey });
      const { privateKey } = generateKeyPairSync('x25519');
      // The secret of such a point is 0 with every key.
      expect(() => macKeyOf(privateKey, publicKey, [publicKey, exchangeKey])).toThrow();
      expect(exchangeKeyOf(new Uint8Array(32)).verdictMacKey(publicKey)).toBeUndefined();
      expect(await outcome(macBy(new Uint8Array(32), mandate))).toBe('verdict-mac');
    },
  );
});

describe('an exchange key that somebody else chose', () => {
  it('gives MACs that its holder can make, and that no signer takes', async () => {
    const policy = playPolicy(kit.policyKey);
    const attacker = generateKeyPairSync('x25519');
    const mine = rawPublicKey(attacker.publicKey);
    // The attacker had the policy service make verdicts for their key. So they have the MAC key.
    const macKey = macKeyOf(attacker.privateKey, policy.publicKey, [policy.publicKey, mine]);
    const { verdict } = real();
    expect(hmac(macKey, verdict)).toEqual(policy.mac(mine, verdict));
    expect(await outcome(macBy(macKey, policy.mandate))).toBe('verdict-mac');
  });

  it('gives no MAC of the real one either when it only differs in the bit that X25519 ignores', async () => {
    const policy = playPolicy(kit.policyKey);
    const alike = exchangeKey.map((byte, at) => (at === 31 ? byte | 0x80 : byte));
    const request = { ...real(), mandate: policy.mandate };
    const madeFor = (key: Uint8Array) => ({ ...request, verdictMac: policy.mac(key, request.verdict) });
    expect(await outcome(madeFor(alike))).toBe('verdict-mac');
    expect(await outcome(madeFor(exchangeKey))).toBe('signed');
  });
});

describe('signers', () => {
  it('with one sealing key take the same verdicts; those with another take none of them', async () => {
    const same = await startSigner({ trustBundle: bakedRoot(kit), sealingKey: signer.sealingKey });
    const other = await startSigner({ trustBundle: bakedRoot(kit) });
    for (const each of [same, other])
      must(await update(each, kit, applicationTrustOf(kit, documentOf('app-a'))));
    const sent = real();
    expect(await outcome(sent)).toBe('signed');
    expect(await outcome(sent, same)).toBe('signed');
    expect(await outcome(sent, other)).toBe('verdict-mac');
    await Promise.all([same.stop(), other.stop()]);
  });

  it('whose exchange key leaks are deceived by its thief, and no signer with another sealing key is', async () => {
    const other = await startSigner({ trustBundle: bakedRoot(kit) });
    must(await update(other, kit, applicationTrustOf(kit, documentOf('app-a'))));
    const theirs = await makeWallet(other, kit, { chain: 'ETH' });
    const stolen = x25519PrivateKey(
      hkdf([signer.sealingKey], new Uint8Array(0), 'wallet-service/exchange-key/1', 32),
    );
    const { publicKey, mandate } = playPolicy(kit.policyKey);
    const macKey = macKeyOf(stolen, publicKey, [publicKey, exchangeKey]);
    expect(await outcome(macBy(macKey, mandate))).toBe('signed');
    const there = withVerdict(signRequest(kit, theirs, [digest]), kit.policyKey);
    const forged = { ...there, verdictMac: hmac(macKey, there.verdict), mandate };
    expect(await other.call('Sign', forged)).toMatchObject({ refusal: 'verdict-mac' });
    const asTheirs = macKeyOf(stolen, publicKey, [publicKey, await exchangeKeyAt(other)]);
    expect(await other.call('Sign', { ...forged, verdictMac: hmac(asTheirs, there.verdict) })).toMatchObject({
      refusal: 'verdict-mac',
    });
    // Even so: no token of the owner, no signature.
    const jwt = kit.token('mallory');
    const bytes = { ...(decodeVerdict(real().verdict) as Verdict), subject: 'mallory', jwtHash: hashOf(jwt) };
    const verdict = encodeVerdict(bytes);
    const theft = { ...real(), jwt, verdict, verdictMac: hmac(macKey, verdict), mandate };
    expect(await outcome(theft)).toBe('context-mismatch');
    await other.stop();
  });

  it('take verdicts for both sealing keys while they are rotated, and then for the new one alone', async () => {
    const trustBundle = bakedRoot(kit);
    const next = randomBytes(32);
    const old = signer.sealingKey;
    const prepared = await startSigner({ trustBundle, sealingKey: old, previousSealingKey: next });
    const switched = await startSigner({ trustBundle, sealingKey: next, previousSealingKey: old });
    const finished = await startSigner({ trustBundle, sealingKey: next });
    const keys = [exchangeKeyOf(old).publicKey, exchangeKeyOf(next).publicKey];
    const taken: Record<string, string[]> = {};
    for (const [name, each] of Object.entries({ prepared, switched, finished })) {
      must(await update(each, kit, applicationTrustOf(kit, documentOf('app-a'))));
      expect(await exchangeKeyAt(each)).toEqual(keys[name === 'prepared' ? 0 : 1]);
      taken[name] = [];
      for (const key of keys) {
        const request = withVerdict(signRequest(kit, wallet, [digest]), madeFor(key, kit.policyKey));
        taken[name].push(await outcome(request, each));
      }
    }
    expect(taken).toEqual({
      prepared: ['signed', 'signed'],
      switched: ['signed', 'signed'],
      // The wallet's application key is still wrapped by the old one, which comes after the verdict.
      finished: ['verdict-mac', 'application-key-invalid'],
    });
    await Promise.all([prepared.stop(), switched.stop(), finished.stop()]);
  });
});

it('a verdict key that the root document no longer names is refused at once, with all its mandates', async () => {
  const { signer: fresh, wallet: theirs } = await settled(kit);
  const next = generateKeyPairSync('ed25519');
  const [oldProcess, newProcess] = [playPolicy(kit.policyKey), playPolicy(next.privateKey)];
  const by = (process: ReturnType<typeof playPolicy>) =>
    outcome(withVerdict(signRequest(kit, theirs, [digest]), process), fresh);
  const publish = async (version: number, verdictKeys: Uint8Array[]) =>
    must(await fresh.call('UpdateTrust', rootRequest(signedRoot(kit, { version, verdictKeys }))));
  const [oldKey, newKey] = [kit.root.verdictKeys[0] as Uint8Array, rawPublicKey(next.publicKey)];
  expect([await by(oldProcess), await by(newProcess)]).toEqual(['signed', 'verdict-mandate']);
  await publish(2, [oldKey, newKey]);
  expect([await by(oldProcess), await by(newProcess)]).toEqual(['signed', 'signed']);
  await publish(3, [newKey]);
  expect([await by(oldProcess), await by(newProcess)]).toEqual(['verdict-mandate', 'signed']);
  expect(await by(playPolicy(kit.policyKey))).toBe('verdict-mandate');
});

function hashOf(text: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(text).digest());
}
