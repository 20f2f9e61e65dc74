import { flippedBits, makeNamedKey, signedBy } from '../../test/document-keys.js';
import { Refused } from '../refusals.js';
import { encodeTrustBundle } from '../trust-bundle.js';
import { readBakedTrust } from './baked-trust.js';
import {
  acceptRootDocument,
  encodeRootDocument,
  parseRootDocument,
  type RootDocument,
} from './root-document.js';

const roots = ['1', '2', '3'].map((name) => makeNamedKey(`root-${name}`));
const [registrar, witness, stranger] = ['registrar', 'witness', 'stranger'].map(makeNamedKey) as [
  (typeof roots)[number],
  (typeof roots)[number],
  (typeof roots)[number],
];
const now = 1_800_000_000;
const document: RootDocument = {
  version: 5,
  issuedAt: now - 10,
  expiresAt: now + 1000,
  roots: { keys: roots.map((key) => key.public), threshold: 2 },
  verdictKeys: [stranger.public.publicKey],
  registrars: [registrar.public],
  witnesses: { keys: [witness.public], threshold: 1 },
  keySetMaxAgeSeconds: 86_400,
  administratorDelaySeconds: 259_200,
};
const baked = readBakedTrust(encodeRootDocument(document));
const signed = (changes: Partial<RootDocument>, by = roots.slice(0, 2)) =>
  signedBy('root', encodeRootDocument({ ...document, ...changes }), by);
const accept = (offered: Uint8Array, current = baked) => acceptRootDocument(current, baked, offered, now);

function problem(run: () => unknown): unknown {
  try {
    run();
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal, ...error.details };
    throw error;
  }
  return 'accepted';
}

it('reads what it writes', () => {
  expect(parseRootDocument(encodeRootDocument(document))).toEqual({ ok: true, document });
});

it('takes a later document that enough roots of the image signed', () => {
  expect(accept(signed({ version: 6 })).document.version).toBe(6);
  expect(accept(signed({ version: 6 }, roots)).document.version).toBe(6);
});

it('takes the one in force again, as nothing new, even without signatures', () => {
  expect(accept(signed({}, []))).toBe(baked);
});

it.each<[string, Uint8Array, object]>([
  ['one signature of two', signed({ version: 6 }, roots.slice(0, 1)), { needed: 2, good: 1 }],
  ['none', signed({ version: 6 }, []), { good: 0 }],
  [
    'one of a stranger beside one of a root',
    signed({ version: 6 }, [roots[0] as never, stranger]),
    { good: 1 },
  ],
  [
    'signatures of keys that the document itself appoints',
    signed({ version: 6, roots: { keys: [registrar.public, witness.public], threshold: 1 } }, [
      registrar,
      witness,
    ]),
    { good: 0 },
  ],
  ['the same version with other content', signed({ issuedAt: now - 9 }), { reason: 'version is not higher' }],
  ['an older version', signed({ version: 4 }), { version: 4, version_in_force: 5 }],
  ['an expiry now', signed({ version: 6, expiresAt: now }), { reason: 'expired' }],
  [
    'signatures over an application document',
    signedBy('application', encodeRootDocument({ ...document, version: 6 }), roots),
    { good: 0 },
  ],
  ['a payload without its signed form', encodeRootDocument({ ...document, version: 6 }), { reason: 'form' }],
  ['nothing', new Uint8Array(0), { reason: 'form' }],
])('refuses %s', (_title, offered, told) => {
  expect(problem(() => accept(offered))).toMatchObject({
    refusal: 'trust-refused',
    document: 'root',
    ...told,
  });
});

it('roots that a later document names sign nothing: only those of the image do', () => {
  const appointed = accept(signed({ version: 6, roots: { keys: [stranger.public], threshold: 1 } }));
  const next = signed({ version: 7 }, [stranger]);
  expect(problem(() => accept(next, appointed))).toMatchObject({ refusal: 'trust-refused', good: 0 });
  expect(accept(signed({ version: 7 }), appointed).document.version).toBe(7);
});

it('counts a key once, under whatever names', () => {
  const [first] = roots as [(typeof roots)[number]];
  const twice = { ...first.public, kid: 'another' };
  const read = parseRootDocument(
    encodeRootDocument({ ...document, roots: { keys: [first.public, twice], threshold: 2 } }),
  );
  expect(read).toEqual({ ok: false, problems: ['/roots: two entries have the same public_key'] });
});

it('refuses a document in which any bit was changed', () => {
  for (const flipped of flippedBits(signed({ version: 6 })))
    expect(problem(() => accept(flipped))).toMatchObject({ refusal: 'trust-refused' });
});

describe('the document of an image', () => {
  it('needs no signature, but wrong ones count', () => {
    expect(readBakedTrust(signed({}, roots)).document).toEqual(document);
    expect(problem(() => readBakedTrust(signed({}, [stranger])))).toMatchObject({ refusal: 'trust-refused' });
  });

  it('may be a trust bundle of an earlier version, whose root signs the first root document', () => {
    const [root] = roots as [(typeof roots)[number]];
    const bundle = { version: 3, issuedAt: now - 10, expiresAt: now + 10, verdictKeys: document.verdictKeys };
    const { kid, publicKey } = root.public;
    const application = { id: 'app', expressJwtMaxLifetimeSeconds: 60, providers: [] };
    const old = readBakedTrust(
      encodeTrustBundle({ ...bundle, roots: [{ kid, publicKey }], applications: [application] }),
    );
    expect(old.bundled).toEqual([application]);
    expect(old.document.witnesses.keys).toEqual([]);
    const next = acceptRootDocument(old, old, signed({ version: 4 }, [root]), now);
    expect([next.document.version, next.bundled]).toEqual([4, []]);
    expect(problem(() => acceptRootDocument(old, old, signed({ version: 3 }, [root]), now))).toMatchObject({
      reason: 'version is not higher',
    });
  });

  it.each(['', 'x', '{}', '{"version":1}', '{"applications":[]}', '{"payload":"AAAA","signatures":[]}'])(
    'is refused as %j',
    (text) => {
      expect(problem(() => readBakedTrust(new TextEncoder().encode(text)))).toMatchObject({
        refusal: 'trust-refused',
      });
    },
  );
});
