import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  parseApplicationDocument,
  parseSignedDocument,
  subjectOfApplication,
} from '@wallet-service/signer-protocol';
import { agreedOn, documentOf, makeWorld, signed, soon, type Answer, type World } from './witness-world.js';

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const applications = ['a', 'b', 'c'];

/** The version that the answer vouches for. */
function vouchedVersion(applicationId: string, { document, statement }: Answer): number {
  if (document.length === 0) return 0;
  const parsed = parseSignedDocument(document, 1 << 20);
  if (!parsed.ok) throw new Error(parsed.problems.join());
  const read = parseApplicationDocument(parsed.document.payload);
  if (!read.ok) throw new Error(read.problems.join());
  agreedOn(
    { ...world.root, version: 1_000 },
    subjectOfApplication(applicationId),
    parsed.document.payload,
    statement,
  );
  return read.document.version;
}

it('never states less than it has stated, though it is killed at any time', async () => {
  const seed = randomInt(2 ** 31);
  console.log(`seed ${seed}`);
  const random = generator(seed);
  const stated = new Map(applications.map((id) => [id, 0]));
  let rootStated = 1;
  let version = 0;
  for (let round = 0; round < 8; round += 1) {
    const witness = await world.start({ NEW_STATE_UNTIL: soon() });
    const note = (applicationId: string, answer: Answer) => {
      stated.set(
        applicationId,
        Math.max(stated.get(applicationId) ?? 0, vouchedVersion(applicationId, answer)),
      );
      rootStated = Math.max(rootStated, Number(answer.rootVersion));
    };
    for (const applicationId of applications) {
      const answer = await witness.ask({ applicationId });
      expect(vouchedVersion(applicationId, answer)).toBeGreaterThanOrEqual(stated.get(applicationId) ?? 0);
      expect(Number(answer.rootVersion)).toBeGreaterThanOrEqual(rootStated);
      note(applicationId, answer);
    }
    // Killed while it works: after so many of its answers, however fast it is.
    let left = 1 + Math.floor(random() * 40);
    let isTime: () => void = () => undefined;
    const timeToKill = new Promise<void>((resolve) => (isTime = resolve));
    const asked = Array.from({ length: 60 }, async () => {
      version += 1;
      const applicationId = applications[Math.floor(random() * applications.length)] ?? 'a';
      const document = signed('application', documentOf(applicationId, version), world.registrar);
      const rootDocument = world.laterRoot({ version: version + 1 });
      const answer = await witness.ask({ applicationId, document, ...(random() < 0.2 && { rootDocument }) });
      note(applicationId, answer);
      left -= 1;
      if (left === 0) isTime();
    });
    const answered = Promise.allSettled(asked);
    await timeToKill;
    witness.process.child.kill('SIGKILL');
    await witness.end();
    await answered;
  }
  expect(Math.min(...stated.values())).toBeGreaterThan(0);
  expect(rootStated).toBeGreaterThan(1);
});

it('states nothing while its clock is set back, and goes on when it has caught up', async () => {
  const clock =
    "let by=0;const now=Date.now;Date.now=()=>now()+by;process.on('SIGUSR2',()=>{by=by===0?-60000:0});";
  const witness = await world.start({
    NEW_STATE_UNTIL: soon(),
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(clock)}`,
  });
  const applicationId = 'a';
  const document = (version: number) =>
    signed('application', documentOf(applicationId, version), world.registrar);
  const { statement } = await witness.ask({ applicationId, document: document(1) });
  witness.process.child.kill('SIGUSR2');
  await sleep(100);
  await expect(witness.ask({ applicationId, document: document(2) })).rejects.toMatchObject({
    code: 'service.unavailable',
  });
  expect(await witness.metric('wallet_service_witness_clock_failures_total')).toBe(1);
  expect(witness.process.output()).toContain('the clock went back');
  witness.process.child.kill('SIGUSR2');
  await sleep(100);
  const later = await witness.ask({ applicationId });
  expect(vouchedVersion(applicationId, later)).toBe(2);
  expect(Number(later.statement?.statedAt)).toBeGreaterThanOrEqual(Number(statement?.statedAt));
});

/** Numbers from 0 to 1, by a linear congruence, so that a seed gives the same ones again. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
