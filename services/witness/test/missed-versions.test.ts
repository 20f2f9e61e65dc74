import { digestOf, signStatement, subjectOfApplication } from '@wallet-service/signer-protocol';
import {
  documentOf,
  makeWorld,
  newKey,
  seconds,
  signed,
  soon,
  type Witness,
  type World,
} from './witness-world.js';

// A witness that was away while administrators were registered: it holds version 1 and knows none of them. Two others
// went on.

const others = [newKey(), newKey()] as const;
const [anna, ben] = [newKey(), newKey()];
let world: World;
let witness: Witness;
beforeAll(async () => {
  world = await makeWorld({
    witnesses: { keys: others.map(({ key }) => key), threshold: 2 },
    administratorDelaySeconds: 1_000,
  });
  witness = await world.start({ NEW_STATE_UNTIL: soon() });
});
afterAll(() => world.close());

const applicationId = 'app-missed';
const administrators = { keys: [anna.key, ben.key], threshold: 2 };
/** Another first version. */
const first = documentOf(applicationId, 1, { expressJwtMaxLifetimeSeconds: 60 });

function statementsAbout(
  payload: Uint8Array,
  by: readonly (typeof others)[number][],
  age = 0,
  id = applicationId,
) {
  const time = seconds() - age;
  const item = {
    subject: subjectOfApplication(id),
    digest: Buffer.from(digestOf(payload)),
    observedAt: time,
  };
  return by.map((key) => {
    const stated = signStatement({ statedAt: time, rootVersion: 1, items: [item] }, key);
    return { ...stated, items: [item], signature: Buffer.from(stated.signature) };
  });
}

it('takes a later version only with the recent statements of enough others', async () => {
  const held = signed('application', documentOf(applicationId, 1), world.registrar);
  expect((await witness.ask({ applicationId, document: held })).problem).toBe('');
  const payload = documentOf(applicationId, 4, { administrators });
  const later = signed('application', payload, anna, ben);
  const offer = (document: Buffer, statements: ReturnType<typeof statementsAbout>) =>
    witness.ask({ applicationId, document, statements });

  const refusals = [
    await offer(later, []),
    await offer(later, statementsAbout(payload, [others[0]])),
    await offer(later, statementsAbout(payload, [others[0], newKey()])),
    await offer(later, statementsAbout(payload, others, 121)),
    await offer(later, statementsAbout(documentOf(applicationId, 5, { administrators }), others)),
    // Rightly stated, but not signed by those whom it names.
    await offer(signed('application', payload, anna), statementsAbout(payload, others)),
    await offer(signed('application', first, world.registrar), statementsAbout(first, others)),
  ];
  for (const { problem, document } of refusals) {
    expect(problem).not.toBe('');
    expect(document.equals(held)).toBe(true);
  }

  const taken = await offer(later, statementsAbout(payload, others));
  expect(taken.problem).toBe('');
  expect(taken.document.equals(later)).toBe(true);
  // Never backwards, whoever states it.
  const older = documentOf(applicationId, 3);
  const back = await offer(signed('application', older, world.registrar), statementsAbout(older, others));
  expect(back.problem).toContain('4 is known');
  expect(back.document.equals(later)).toBe(true);
});

it('takes what only the roots signed when enough others state it, because the delay has passed for them', async () => {
  const replaced = 'app-replaced';
  const before = documentOf(replaced, 1, { administrators });
  await witness.ask({ applicationId: replaced, document: signed('application', before, anna, ben) });
  const carla = newKey();
  const payload = documentOf(replaced, 2, { administrators: { keys: [carla.key], threshold: 1 } });
  const document = signed('application', payload, carla, ...world.roots.slice(1));
  const offer = (statements: ReturnType<typeof statementsAbout>) =>
    witness.ask({ applicationId: replaced, document, statements });
  for (const statements of [[], statementsAbout(payload, [others[0]], 0, replaced)])
    expect(Number((await offer(statements)).notBefore)).toBeGreaterThan(seconds() + 900);
  const taken = await offer(statementsAbout(payload, others, 0, replaced));
  expect(taken).toMatchObject({ problem: '', notBefore: '0' });
  expect(taken.document.equals(document)).toBe(true);
});
