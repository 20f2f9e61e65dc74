import { randomBytes, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { until } from '@wallet-service/test-kit/until';
import { applicationUnderTest, call, type ApplicationUnderTest } from './application-under-test.js';
import { realSuite, type RealSuite, type Running } from './real-suite.js';

// The event key is changed in two rolls, while users sign.

let suite: RealSuite;
const applicationId = randomUUID();
let [old, fresh] = ['', ''];
beforeAll(async () => {
  suite = await realSuite('wallet_event_key');
  old = `${suite.folder}/event.key`;
  fresh = `${suite.folder}/fresh-event.key`;
  writeFileSync(fresh, randomBytes(32), { mode: 0o600 });
  await Promise.all([suite.startSigner(), suite.startPolicy()]);
  suite.trust([applicationId]);
});
afterAll(() => suite.stop());

const start = (replica: number, key: string, previous?: string): Promise<Running> =>
  suite.startWallet(replica, {
    EVENT_KEY_FILE: key,
    ...(previous !== undefined && { PREVIOUS_EVENT_KEY_FILE: previous }),
  });
const at = (replica: number): ApplicationUnderTest =>
  applicationUnderTest(suite, suite.client(replica), applicationId, replica);

/** Signs, and has the entries moved to the journal. */
async function sign({ client, user, events }: ApplicationUnderTest): Promise<readonly string[]> {
  const operation = { message: { message: Buffer.from('hello'), format: 'eip191' } };
  await client.call('Sign', { user: user('alice'), chain: 'ETH', operation }, call);
  return (await events()).map(({ type }) => type);
}

const rounds = (running: Running): number =>
  running.output().split('the logs have MACs of EVENT_KEY_FILE').length - 1;

it('no replica takes what another wrote for forged, and the old key can go', async () => {
  const before = await start(0, old);
  await at(0).client.call('GetOrCreateWallet', { user: at(0).user('alice'), chain: 'ETH' }, call);
  await sign(at(0));
  const first = await start(1, old, fresh);
  await sign(at(1));
  await suite.kill(before);
  const second = await start(0, fresh, old);
  expect(second.output()).toMatch(/"renewed":1.*the logs have MACs of EVENT_KEY_FILE/);
  for (const replica of [0, 1, 0]) await sign(at(replica));
  // What `first` writes last has a MAC of the old key, and `second` has renewed them before.
  second.child.kill('SIGSTOP');
  await sign(at(1));
  await suite.kill(first);
  const roundsBefore = rounds(second);
  second.child.kill('SIGCONT');
  await until('two rounds of renewal', () => rounds(second) >= roundsBefore + 2);
  await suite.kill(second);
  const after = await start(0, fresh);
  expect(await sign(at(0))).toContain('signature.created');
  for (const running of [before, first, second, after])
    expect(running.output()).not.toContain('journal-broken');
});
