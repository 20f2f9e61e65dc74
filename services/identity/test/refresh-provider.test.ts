import { generateKeyPairSync } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxStalenessMs } from '@wallet-service/values';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { type Replica } from './identity-replicas.js';
import { keySet, publicKey, startKeySetHost, type Answer } from '@wallet-service/test-kit/key-set-host';
import { providerWorld, type ProviderWorld } from './provider-world.js';

let world: ProviderWorld;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  world = await providerWorld('identity_refresh_provider');
  ({ one, other } = world);
});
afterAll(() => world.close());

const kidsOf = ({ keySetJson = '{"keys":[]}' }: { keySetJson?: string }) =>
  (JSON.parse(keySetJson) as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

/** What signers are told. */
const trustedKids = async (applicationId: string) => {
  const { application } = await one.GetTrust({ applicationId });
  return kidsOf({ keySetJson: String(application?.keySets?.[0]?.keys) });
};

/** A provider with the keys `kept` and `stolen`. */
async function newProvider() {
  const [kept, stolen] = [publicKey('kept'), publicKey('stolen')];
  world.host.answerWith(keySet(kept, stolen));
  const { applicationId, apiKey } = await world.newApplication();
  const providerId = await world.newProvider(applicationId);
  return { applicationId, apiKey, providerId, kept, stolen };
}

const late =
  (answer: Answer, ms: number): Answer =>
  (request, response) => {
    setTimeout(() => {
      answer(request, response);
    }, ms);
  };

/** Makes it look as if the pause between two refreshes is over. */
const afterPause = () => world.identity.owner.query('update key_sets set time_refresh_allowed = now()');

describe('RefreshProvider', () => {
  it('stops the use of a withdrawn key on every replica, and says what changed', async () => {
    const { kept, ...provider } = await newProvider();
    const { revision = '' } = await other.AuthenticateUser(provider);
    world.host.answerWith(keySet(kept, publicKey('new')));
    const started = performance.now();
    const answer = await one.RefreshProvider(provider);
    expect(answer).toMatchObject({
      providerId: provider.providerId,
      keysAdded: ['new'],
      keysRemoved: ['stolen'],
    });
    expect(Number(answer.timeFetched)).toBeGreaterThan(Date.now() / 1000 - 60);
    // Gateways may use an earlier answer for a while.
    expect(performance.now() - started).toBeGreaterThan(maxStalenessMs);
    for (const replica of [one, other]) {
      const now = await replica.AuthenticateUser({ ...provider, knownRevision: revision });
      expect(kidsOf(now)).toEqual(['kept', 'new']);
    }
    expect(await trustedKids(provider.applicationId)).toEqual(['kept', 'new']);
  });

  it('names a key in both lists when its material changed under the same kid', async () => {
    const { kept, ...provider } = await newProvider();
    world.host.answerWith(keySet(kept, publicKey('stolen')));
    expect(await one.RefreshProvider(provider)).toMatchObject({
      keysAdded: ['stolen'],
      keysRemoved: ['stolen'],
    });
  });

  it('is not delayed by strangers who ask for invented keys', async () => {
    const { kept, ...provider } = await newProvider();
    const replica = world.identity.replica({ cooldownSeconds: 30 });
    for (let token = 0; token < 4; token += 1) await replica.RefreshKeySet(provider);
    world.host.answerWith(keySet(kept));
    expect(await replica.RefreshProvider(provider)).toMatchObject({ keysRemoved: ['stolen'] });
  });

  it('ignores a fetch that began before it', async () => {
    const { kept, stolen, ...provider } = await newProvider();
    const replica = world.identity.replica({ cooldownSeconds: 30 });
    world.host.answerWith(late(keySet(kept, stolen), 300));
    const older = replica.RefreshKeySet(provider);
    await sleep(100);
    world.host.answerWith(keySet(kept));
    expect(await one.RefreshProvider(provider)).toMatchObject({ keysRemoved: ['stolen'] });
    await older;
    expect(kidsOf(await other.AuthenticateUser(provider))).toEqual(['kept']);
  });

  it('fetches once in five seconds, over all replicas', async () => {
    const { ...provider } = await newProvider();
    const requests = world.host.requests();
    await one.RefreshProvider(provider);
    for (const replica of [one, other]) {
      const { code } = await refusalOf(replica.RefreshProvider(provider));
      expect(code).toBe('request.rate-limited');
    }
    expect(world.host.requests() - requests).toBe(1);
  });

  it('says when nothing can be fetched which keys stay, for how long and what to do', async () => {
    const provider = await newProvider();
    world.host.answerWith((_, response) => {
      response.writeHead(500).end();
    });
    const { code, paths, body } = await refusalOf(one.RefreshProvider(provider));
    expect({ code, paths }).toEqual({ code: 'provider.key-set-unreachable', paths: ['/jwks_uri'] });
    expect(body).toMatch(/answers with status 500; the keys of \S+Z stay in use until \S+Z at most/);
    expect(body).toContain('delete the provider');
    expect(kidsOf(await one.AuthenticateUser(provider))).toEqual(['kept', 'stolen']);
  });

  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey.export({ format: 'jwk' });
  it.each<[string, object[], string[]]>([
    ['no key', [], []],
    ['only keys for another purpose', [{ ...weak, kid: 'weak' }], []],
    ['a private key among others', [{ ...publicKey('other'), d: 'AAAA' }], []],
    ['more keys than allowed', Array.from({ length: 40 }, (_, i) => publicKey(`many-${i}`)), []],
  ])('accepts from a set with %s that a key has left it', async (_, keys) => {
    const { kept, ...provider } = await newProvider();
    world.host.answerWith(keySet(...keys));
    const { code, body } = await refusalOf(one.RefreshProvider(provider));
    expect(code).toBe('provider.key-set-unreachable');
    expect(JSON.parse(body)).toMatchObject({ details: { keys_removed: ['kept', 'stolen'] } });
    expect(kidsOf(await other.AuthenticateUser(provider))).toEqual([]);
    expect(await trustedKids(provider.applicationId)).toEqual([]);

    await afterPause();
    world.host.answerWith(keySet(kept, ...(keys.length > 30 ? keys : [{ ...publicKey('x'), d: 'AAAA' }])));
    await refusalOf(one.RefreshProvider(provider));
    expect(kidsOf(await other.AuthenticateUser(provider))).toEqual([]);
    await afterPause();
    world.host.answerWith(keySet(kept));
    expect(await one.RefreshProvider(provider)).toMatchObject({ keysAdded: ['kept'] });
  });

  it('keeps the keys that are still in a refused set', async () => {
    const { kept, ...provider } = await newProvider();
    world.host.answerWith(keySet(kept, { ...publicKey('leaked'), d: 'AAAA' }));
    const { body } = await refusalOf(one.RefreshProvider(provider));
    expect(JSON.parse(body)).toMatchObject({ details: { keys_removed: ['stolen'] } });
    expect(kidsOf(await other.AuthenticateUser(provider))).toEqual(['kept']);
  });

  it('does not find a provider of another application', async () => {
    const [mine, theirs] = [await newProvider(), await newProvider()];
    for (const providerId of [theirs.providerId, '', 'x', "' or true --"]) {
      const refused = await refusalOf(one.RefreshProvider({ applicationId: mine.applicationId, providerId }));
      expect(refused.code).toBe('provider.not-found');
    }
  });
});

describe('a withdrawn key', () => {
  const refreshSeconds = 4;

  it('is refused within the refresh time, even while the hosts of other applications hang', async () => {
    const hanging = await startKeySetHost();
    const victims = await Promise.all(Array.from({ length: 3 }, newProvider));
    const hostile = await Promise.all(Array.from({ length: 4 }, () => world.newApplication()));
    hanging.answerWith(keySet(publicKey('first')));
    for (const { applicationId } of hostile)
      for (let index = 0; index < 30; index += 1)
        await one.CreateProvider({
          applicationId,
          issuer: `https://slow-${index}.example`,
          audience: 'app',
          jwksUri: hanging.newUri(),
        });
    hanging.answerWith(() => undefined);
    world.host.answerWith(keySet(victims[0]?.kept ?? {}));
    await world.identity.owner.query('update key_sets set time_next_fetch = now()');
    const replica = world.identity.replica({ refreshSeconds });
    const work = replica.startBackgroundWork();
    const started = Date.now();
    const stillBelieved = async () => {
      const answers = await Promise.all(victims.map((victim) => other.AuthenticateUser(victim)));
      return answers.some((answer) => kidsOf(answer).includes('stolen'));
    };
    // Twice, because the service makes its own schedule only after the first fetch.
    while (await stillBelieved()) {
      expect(Date.now() - started).toBeLessThan(refreshSeconds * 1000);
      await sleep(50);
    }
    const back = publicKey('stolen');
    world.host.answerWith(keySet(back));
    while (!(await stillBelieved())) await sleep(50);
    world.host.answerWith(keySet(publicKey('kept')));
    const withdrawn = Date.now();
    while (await stillBelieved()) {
      expect(Date.now() - withdrawn).toBeLessThan(refreshSeconds * 1000);
      await sleep(50);
    }
    await work.stop();
    await hanging.close();
  });
});
