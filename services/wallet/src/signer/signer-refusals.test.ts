import { Refused, signerRefusals, type SignerRefusal } from '@wallet-service/signer-protocol';
import {
  errorOfRefusal,
  isForgedTrust,
  isIncident,
  isOldTrust,
  mayBeCuredByNewerTrust,
} from './signer-refusals.js';

describe('errorOfRefusal', () => {
  it.each<[SignerRefusal, string]>([
    ['token-malformed', 'auth.token-invalid'],
    ['token-signature', 'auth.token-invalid'],
    ['token-lifetime', 'auth.token-lifetime-too-long'],
    ['token-expired', 'auth.token-expired'],
    ['token-issuer', 'provider.not-trusted-yet'],
    ['token-audience', 'provider.not-trusted-yet'],
    ['application-unknown', 'provider.not-trusted-yet'],
    ['provider-not-trusted', 'provider.not-trusted-yet'],
    ['key-not-trusted', 'provider.not-trusted-yet'],
    ['key-set-expired', 'provider.not-trusted-yet'],
    ['trust-expired', 'provider.not-trusted-yet'],
    ['trust-refused', 'internal'],
    ['mfa-missing', 'auth.mfa-required'],
    ['mfa-stale', 'auth.mfa-required'],
    ['access-key-wrong', 'wallet.access-key-invalid'],
    ['context-mismatch', 'wallet.record-mismatch'],
    ['address-mismatch', 'wallet.record-mismatch'],
    ['record-outdated', 'wallet.record-outdated'],
    ['record-rolled-back', 'wallet.record-rolled-back'],
    ['record-corrupt', 'wallet.record-corrupt'],
    ['application-key-invalid', 'wallet.record-corrupt'],
    ['verdict-expired', 'service.unavailable'],
    ['verdict-mismatch', 'internal'],
    ['verdict-mandate', 'internal'],
    ['verdict-mac', 'internal'],
    ['caller-not-allowed', 'internal'],
    ['unavailable', 'service.unavailable'],
    ['internal', 'internal'],
  ])('%s means %s', (refusal, code) => {
    expect(errorOfRefusal(new Refused(refusal)).code).toBe(code);
  });

  it('keeps the public details and the refusal as the cause', () => {
    const refused = new Refused('mfa-stale', { max_age: 900 });
    const error = errorOfRefusal(refused);
    expect(error.details).toEqual({ max_age: 900, reason: 'mfa-stale' });
    expect(error.cause).toBe(refused);
  });
});

it.each<[SignerRefusal, object, string]>([
  ['application-unknown', {}, 'no-document'],
  ['provider-not-trusted', {}, 'not-in-document'],
  ['token-issuer', {}, 'not-in-document'],
  ['token-audience', {}, 'not-in-document'],
  ['key-not-trusted', { missing: 'key' }, 'key-not-in-set'],
  ['key-not-trusted', { missing: 'key set' }, 'no-key-set'],
  ['key-set-expired', {}, 'key-set-expired'],
  ['trust-expired', {}, 'root-expired'],
])('says what is missing after %s %j: %s', (refusal, details, missing) => {
  const error = errorOfRefusal(new Refused(refusal, { ...details }));
  expect(error.details).toMatchObject({ missing, reason: refusal });
});

const tooFew = { reason: 'too few witnesses agree', needed: 2, agree: 0 };

it.each<[string, Error, 'old' | 'forged' | 'neither']>([
  [
    'an older document',
    new Refused('trust-refused', { reason: 'the document has version 3, but 5 is known' }),
    'old',
  ],
  [
    'statements from before those that are held',
    new Refused('trust-refused', { reason: 'its statements are older than those of the document held' }),
    'old',
  ],
  [
    'statements that nobody renewed',
    new Refused('trust-refused', { ...tooFew, recent: 1, root_version: 2, root_version_stated: 2 }),
    'old',
  ],
  [
    'recent statements about something else',
    new Refused('trust-refused', { ...tooFew, recent: 2, root_version: 2, root_version_stated: 2 }),
    'forged',
  ],
  [
    'witnesses that know a newer root document than the signer',
    new Refused('trust-refused', { ...tooFew, recent: 2, root_version: 2, root_version_stated: 3 }),
    'neither',
  ],
  [
    'a document that nobody signed who may',
    new Refused('trust-refused', {
      reason: 'the document is signed neither by a registrar nor by the roots',
    }),
    'forged',
  ],
  ['something without a form', new Refused('trust-refused'), 'forged'],
  [
    'a root document that its image does not know the keys of',
    new Refused('trust-refused', { document: 'root', reason: 'signatures of root keys' }),
    'neither',
  ],
  ['another refusal', new Refused('internal', { reason: 'the document has version 3' }), 'neither'],
  ['a lost connection', new Error('gone'), 'neither'],
])('decides what a signer was offered: %s', (_, error, what) => {
  expect([isOldTrust(error), isForgedTrust(error)]).toEqual([what === 'old', what === 'forged']);
});

const all = Object.keys(signerRefusals) as SignerRefusal[];

it('waits for newer trust only where that can help', () => {
  expect(all.filter((refusal) => mayBeCuredByNewerTrust(new Refused(refusal))).sort()).toEqual([
    'application-unknown',
    'email-unverified',
    'key-not-trusted',
    'key-set-expired',
    'provider-not-trusted',
    'token-audience',
    'token-issuer',
    'token-lifetime',
    'token-type',
    'trust-expired',
    'verdict-mandate',
  ]);
});

it('treats refusals that show tampering with the store as incidents', () => {
  expect(all.filter((refusal) => isIncident(new Refused(refusal))).sort()).toEqual([
    'address-mismatch',
    'application-key-invalid',
    'context-mismatch',
    'record-corrupt',
    'record-rolled-back',
  ]);
});
