import {
  digestOf,
  encodeRootDocument,
  encodeSignedDocument,
  parseSignedDocument,
  signDocument,
  subjectOfApplication,
} from '@wallet-service/signer-protocol';
import { setTimeout as sleep } from 'node:timers/promises';
import { hostile, keySet, startKeySetHost } from '@wallet-service/test-kit/key-set-host';
import {
  agreedOn,
  documentOf,
  makeWorld,
  newKey,
  seconds,
  signed,
  soon,
  type Witness,
  type World,
} from './witness-world.js';

let world: World;
let witness: Witness;
beforeAll(async () => {
  world = await makeWorld();
  witness = await world.start({ NEW_STATE_UNTIL: soon() });
});
afterAll(() => world.close());

let number = 0;
const newApplication = (): string => `app-${(number += 1)}`;

/** The answer must hold the document and vouch for exactly it. */
async function expectHeld(
  applicationId: string,
  document: Buffer,
  problem: RegExp | '' = '',
  from = witness,
) {
  const answer = await from.ask({ applicationId });
  expect(answer.document.equals(document)).toBe(true);
  const parsed = parseSignedDocument(document, 1 << 20);
  if (!parsed.ok) throw new Error('not a signed document');
  agreedOn(world.root, subjectOfApplication(applicationId), parsed.document.payload, answer.statement);
  expect(answer.problem).toMatch(problem);
}

describe('a document of an application', () => {
  it('is unknown at first, and nothing is stated about it', async () => {
    const answer = await witness.ask({ applicationId: newApplication() });
    expect(answer).toMatchObject({ rootVersion: '1', statement: null, problem: '', observations: [] });
    expect(answer.document).toHaveLength(0);
  });

  it('is taken from a registrar, and stated as the newest from then on', async () => {
    const applicationId = newApplication();
    const [first, second] = [1, 2].map((version) =>
      signed('application', documentOf(applicationId, version), world.registrar),
    ) as [Buffer, Buffer];
    const taken = await witness.ask({ applicationId, document: first });
    expect(taken.problem).toBe('');
    expect(taken.document.equals(first)).toBe(true);
    await expectHeld(applicationId, first);
    await witness.ask({ applicationId, document: second });
    await expectHeld(applicationId, second);
    const { items = [], statedAt } = (await witness.ask({ applicationId })).statement ?? {};
    expect(items).toHaveLength(1);
    expect(Number(items[0]?.observedAt)).toBeLessThanOrEqual(Number(statedAt));
    expect(Math.abs(Number(statedAt) - seconds())).toBeLessThanOrEqual(1);
  });

  it('is taken from the roots, and not from one root alone', async () => {
    const applicationId = newApplication();
    const payload = documentOf(applicationId, 1);
    const [one, two] = world.roots;
    const refused = await witness.ask({ applicationId, document: signed('application', payload, one) });
    expect(refused.problem).toContain('neither by a registrar nor by the roots');
    expect(refused.statement).toBeNull();
    const document = signed('application', payload, one, two);
    expect((await witness.ask({ applicationId, document })).problem).toBe('');
    await expectHeld(applicationId, document);
  });

  describe('that should not take the place of the held one', () => {
    const applicationId = 'app-attacked';
    const payload = documentOf(applicationId, 5);
    let held: Buffer;
    beforeAll(async () => {
      held = signed('application', payload, world.registrar);
      await witness.ask({ applicationId, document: held });
    });

    const root = () => encodeRootDocument({ ...world.root, version: 9 });
    const attacks: [string, () => Buffer, RegExp][] = [
      ['an older version', () => by(documentOf(applicationId, 4)), /version 4, but 5 is known/],
      [
        'the same version with other content',
        () => by(documentOf(applicationId, 5, { expressJwtMaxLifetimeSeconds: 61 })),
        /version 5, but 5 is known/,
      ],
      ['the document of another application', () => by(documentOf('app-other', 6)), /of another application/],
      [
        'one without a signature',
        () => signed('application', documentOf(applicationId, 6)),
        /signed neither/,
      ],
      [
        'one of a stranger',
        () => signed('application', documentOf(applicationId, 6), newKey()),
        /signed neither/,
      ],
      [
        "one of a stranger under the registrar's name",
        () => signed('application', documentOf(applicationId, 6), { ...newKey(), kid: world.registrar.kid }),
        /signed neither/,
      ],
      [
        'one with the signature of another document',
        () => {
          const next = documentOf(applicationId, 6);
          const signatures = [signDocument('application', payload, world.registrar)];
          return Buffer.from(encodeSignedDocument({ payload: next, signatures }));
        },
        /signed neither/,
      ],
      [
        'one that was signed as a root document',
        () => signed('root', documentOf(applicationId, 6), world.registrar),
        /signed neither/,
      ],
      ['a root document', () => signed('root', root(), world.roots[0], world.roots[1]), /has problems/],
      [
        'one of a witness',
        () => signed('application', documentOf(applicationId, 6), world.witnessKey),
        /signed neither/,
      ],
      [
        'one that finds the keys of an issuer elsewhere',
        () =>
          by(
            documentOf(applicationId, 6, {
              issuers: [
                { issuer: 'https://login.example', keySource: { jwksUri: 'https://evil.example/k' } },
              ],
            }),
          ),
        /changes where the keys/,
      ],
      [
        'one that forgets an issuer',
        () => by(documentOf(applicationId, 6, { providers: [], issuers: [] })),
        /changes where the keys/,
      ],
      ['bytes that mean nothing', () => Buffer.from('{}'), /is not a signed document/],
      ['its payload alone', () => Buffer.from(documentOf(applicationId, 6)), /is not a signed document/],
    ];
    const by = (next: Uint8Array) => signed('application', next, world.registrar);

    it.each(attacks)('%s is refused, and the held one is answered', async (_, document, problem) => {
      const answer = await witness.ask({ applicationId, document: document() });
      expect(answer.problem).toMatch(problem);
      expect(answer.notBefore).toBe('0');
      expect(answer.document.equals(held)).toBe(true);
      agreedOn(world.root, subjectOfApplication(applicationId), payload, answer.statement);
      await expectHeld(applicationId, held);
    });

    it('counts them', async () => {
      const refused = 'wallet_service_witness_documents_total{kind="application",outcome="refused"';
      expect(await witness.metric(refused)).toBeGreaterThanOrEqual(attacks.length);
    });
  });

  it('is one of those that were offered at the same time, whichever order they came in', async () => {
    const applicationId = newApplication();
    const documents = [3, 1, 4, 2, 6, 5].map((version) =>
      signed('application', documentOf(applicationId, version), world.registrar),
    );
    const answers = await Promise.all(documents.map((document) => witness.ask({ applicationId, document })));
    await expectHeld(applicationId, documents[4] ?? Buffer.alloc(0));
    for (const { statement, document } of answers) {
      const parsed = parseSignedDocument(document, 1 << 20);
      expect(
        parsed.ok &&
          Buffer.from(digestOf(parsed.document.payload)).equals(
            statement?.items[0]?.digest ?? Buffer.alloc(0),
          ),
      ).toBe(true);
    }
  });
});

it('states no older document after it has accepted a newer one, however long a caller waits', async () => {
  const applicationId = newApplication();
  const first = signed('application', documentOf(applicationId, 1), world.registrar);
  await witness.ask({ applicationId, document: first });
  const host = await startKeySetHost();
  host.answerWith(hostile['hang'] ?? keySet());
  const slow = witness.ask({
    applicationId,
    sources: [{ issuer: 'https://login.example', jwksUri: host.uri }],
  });
  await sleep(1_100);
  const second = signed('application', documentOf(applicationId, 2), world.registrar);
  const accepted = await witness.ask({ applicationId, document: second });
  const answer = await slow;
  await host.close();
  // It is read after the wait, so the answer has what is newest then.
  expect(answer.document.equals(second)).toBe(true);
  expect(Number(answer.statement?.statedAt)).toBeGreaterThan(Number(accepted.statement?.statedAt));
});

describe('an application with administrators', () => {
  const administrators = [newKey(), newKey()] as const;
  const named = (kids = administrators) => ({
    administrators: { keys: kids.map(({ key }) => key), threshold: 2 },
  });
  const register = async (applicationId: string): Promise<Buffer> => {
    const document = signed('application', documentOf(applicationId, 1, named()), ...administrators);
    expect((await witness.ask({ applicationId, document })).problem).toBe('');
    return document;
  };

  it('no longer listens to the registrar, nor to one administrator alone', async () => {
    const applicationId = newApplication();
    const held = await register(applicationId);
    for (const by of [[world.registrar], [administrators[0]], [administrators[0], world.registrar]]) {
      const document = signed('application', documentOf(applicationId, 2, named()), ...by);
      expect((await witness.ask({ applicationId, document })).problem).toMatch(/is not signed by enough/);
      const without = signed('application', documentOf(applicationId, 2), ...by);
      expect((await witness.ask({ applicationId, document: without })).problem).toMatch(/signed/);
    }
    await expectHeld(applicationId, held);
  });

  it('gets what the roots sign after the delay alone, and the delay outlives a restart', async () => {
    const applicationId = newApplication();
    const held = await register(applicationId);
    const document = signed('application', documentOf(applicationId, 2), ...world.roots.slice(0, 2));
    const first = await witness.ask({ applicationId, document });
    expect(first.problem).toContain('can still object');
    expect(Number(first.notBefore) - seconds()).toBeGreaterThanOrEqual(1);
    expect(first.document.equals(held)).toBe(true);
    await witness.end();
    witness = await world.start();
    const again = await witness.ask({ applicationId, document });
    if (again.problem !== '') expect(again.notBefore).toBe(first.notBefore);
    await sleep(Math.max(0, Number(first.notBefore) * 1000 - Date.now()));
    expect((await witness.ask({ applicationId, document })).problem).toBe('');
    await expectHeld(applicationId, document);
  });

  it('vetoes it with a document of its own', async () => {
    const applicationId = newApplication();
    await register(applicationId);
    const document = signed('application', documentOf(applicationId, 2), ...world.roots.slice(0, 2));
    const first = await witness.ask({ applicationId, document });
    const veto = signed('application', documentOf(applicationId, 3, named()), ...administrators);
    expect((await witness.ask({ applicationId, document: veto })).problem).toBe('');
    await sleep(Math.max(0, Number(first.notBefore) * 1000 - Date.now()));
    expect((await witness.ask({ applicationId, document })).problem).toContain('version 2, but 3 is known');
    await expectHeld(applicationId, veto);
  });
});
