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
  world = await makeWorld({ witnesses: { keys: others.map(({ key }) => key), threshold: 2 } });
  witness = await world.start({ NEW_STATE_UNTIL: soon() });
});
afterAll(() => world.close());

const applicationId = 'app-missed';
const administrators = { keys: [anna.key, ben.key], threshold: 2 };
/** Another first version. */
const first = documentOf(applicationId, 1, { expressJwtMaxLifetimeSeconds: 60 });

function statementsAbout(payload: Uint8Array, by: readonly (typeof others)[number][], age = 0) {
  const time = seconds() - age;
  const statement = { digest: digestOf(payload), observedAt: time, statedAt: time, rootVersion: 1 };
  return by.map((key) => {
    const stated = signStatement(subjectOfApplication(applicationId), statement, key);
    return { ...stated, digest: Buffer.from(stated.digest), signature: Buffer.from(stated.signature) };
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
}, 30_000);
