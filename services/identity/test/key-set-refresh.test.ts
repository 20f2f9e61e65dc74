import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@wallet-service/test-kit/until';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { startIdentity, type Identity, type Replica } from './identity-replicas.js';
import {
  hostile,
  keySet,
  publicKey,
  startKeySetHost,
  type Answer,
  type KeySetHost,
} from '@wallet-service/test-kit/key-set-host';

let identity: Identity;
let host: KeySetHost;
let one: Replica;
beforeAll(async () => {
  [identity, host] = await Promise.all([startIdentity('identity_key_sets'), startKeySetHost()]);
  one = identity.replica();
});
beforeEach(() => {
  host.answerWith(keySet(publicKey('first')));
});
afterAll(async () => {
  await host.close();
  await identity.close();
});

async function newProvider() {
  const { application } = await one.CreateApplication({ name: 'Shop' });
  const applicationId = application?.id ?? '';
  const { id: providerId = '' } = await one.CreateProvider({
    applicationId,
    issuer: 'https://idp.example',
    audience: 'app',
    jwksUri: host.newUri(),
  });
  return { applicationId, apiKey: application?.apiKey ?? '', providerId };
}

/** A ninth of the refresh time below, and a second for rounding. */
const sharedMs = 4_400;
const kidsOf = ({ keySetJson }: { keySetJson?: string }) =>
  (JSON.parse(keySetJson ?? '{"keys":[]}') as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

const slowly =
  (answer: Answer, ms: number): Answer =>
  (request, response) => {
    setTimeout(() => {
      answer(request, response);
    }, ms);
  };

/** Makes every key set in the database look as if it was last fetched that long ago. */
const age = (seconds: number) =>
  identity.owner.query(
    `update key_sets set time_fetched = time_fetched - $1 * interval '1 second',
      time_attempted = time_attempted - $1 * interval '1 second',
      time_refreshes_restored = time_refreshes_restored - $1 * interval '1 second',
      time_next_fetch = time_next_fetch - $1 * interval '1 second'`,
    [seconds],
  );

describe('RefreshKeySet', () => {
  it('brings a new key into force on every replica, and only a change raises the revision', async () => {
    const { applicationId, apiKey, providerId } = await newProvider();
    const other = identity.replica();
    const before = await other.AuthenticateUser({ apiKey, providerId });
    const [first, second] = [publicKey('first'), publicKey('second')];
    host.answerWith(keySet(first, second));
    const refreshed = await one.RefreshKeySet({ applicationId, providerId });
    expect(kidsOf(refreshed)).toEqual(['first', 'second']);
    expect(refreshed.revision).not.toBe(before.revision);
    const known = { apiKey, providerId, knownRevision: refreshed.revision ?? '' };
    expect(await one.AuthenticateUser(known)).toMatchObject({ application: { id: applicationId } });
    expect(kidsOf(await other.AuthenticateUser({ apiKey, providerId }))).toEqual(['first', 'second']);

    const again = identity.replica();
    host.answerWith(keySet(second, first));
    expect(await again.RefreshKeySet({ applicationId, providerId })).toEqual(refreshed);
    expect(again.fetched).toHaveLength(1);

    const last = identity.replica();
    host.answerWith(keySet(second));
    expect(kidsOf(await last.RefreshKeySet({ applicationId, providerId }))).toEqual(['second']);
    expect(kidsOf(await other.AuthenticateUser({ apiKey, providerId }))).toEqual(['second']);
  });

  it('fetches once for any number of callers on any number of replicas, and all get the new set', async () => {
    const { applicationId, providerId } = await newProvider();
    await age(60);
    const replicas = [1, 2, 3].map(() => identity.replica({ cooldownSeconds: 30 }));
    const everybody = replicas.flatMap((replica) => Array.from({ length: 20 }, () => replica));
    host.answerWith(slowly(keySet(publicKey('second')), 200));
    const requests = host.requests();
    const answers = await Promise.all(
      everybody.map((replica) => replica.RefreshKeySet({ applicationId, providerId })),
    );
    expect(host.requests() - requests).toBe(1);
    for (const answer of answers) expect(kidsOf(answer)).toEqual(['second']);
  });

  it('finds a key that was published right after a fetch, and the next one too', async () => {
    const { applicationId, providerId } = await newProvider();
    const replica = identity.replica({ cooldownSeconds: 30 });
    for (const kid of ['second', 'third']) {
      host.answerWith(keySet(publicKey(kid)));
      expect(kidsOf(await replica.RefreshKeySet({ applicationId, providerId }))).toEqual([kid]);
    }
  });

  it('fetches twice for a flood of invented keys, and then once per cooldown, over all replicas', async () => {
    const { applicationId, providerId } = await newProvider();
    const requests = host.requests();
    const replicas = [1, 2, 3].map(() => identity.replica({ cooldownSeconds: 30 }));
    const flood = async () => {
      for (let round = 0; round < 5; round += 1)
        for (const replica of replicas)
          expect(kidsOf(await replica.RefreshKeySet({ applicationId, providerId }))).toEqual(['first']);
      return host.requests() - requests;
    };
    expect(await flood()).toBe(2);
    await age(30);
    await sleep(1_050);
    expect(await flood()).toBe(3);
    await age(600);
    await sleep(1_050);
    expect(await flood()).toBe(5);
  });

  it('queries the database once a second while no fetches are left', async () => {
    const { applicationId, providerId } = await newProvider();
    const replica = identity.replica({ cooldownSeconds: 30 });
    for (let token = 0; token < 4; token += 1) await replica.RefreshKeySet({ applicationId, providerId });
    await age(600);
    const requests = host.requests();
    await replica.RefreshKeySet({ applicationId, providerId });
    expect(host.requests()).toBe(requests);
    await sleep(1_050);
    await replica.RefreshKeySet({ applicationId, providerId });
    expect(host.requests()).toBe(requests + 1);
  });

  it.each(Object.keys(hostile))('keeps the last good set when the host does this: %s', async (mode) => {
    const { applicationId, providerId } = await newProvider();
    host.answerWith(hostile[mode] ?? (() => undefined));
    const replica = identity.replica();
    expect(kidsOf(await replica.RefreshKeySet({ applicationId, providerId }))).toEqual(['first']);
    expect(replica.fetched).toHaveLength(1);
  });

  it('still fetches from one host while another hangs', async () => {
    const [slow, quick] = [await newProvider(), await newProvider()];
    const hanging = await startKeySetHost();
    await one.UpdateProvider({
      ...slow,
      issuer: 'https://slow.example',
      audience: 'app',
      jwksUri: hanging.uri,
    });
    hanging.answerWith(() => undefined);
    const replica = identity.replica();
    // Witnesses look at a source once a second.
    await sleep(1_050);
    const ended: string[] = [];
    const waiting = replica.RefreshKeySet(slow).then(() => ended.push('slow'));
    await replica.RefreshKeySet(quick).then(() => ended.push('quick'));
    await waiting;
    expect(ended).toEqual(['quick', 'slow']);
    await hanging.close();
  });

  it('discards the result of a fetch that began before the address changed', async () => {
    const provider = await newProvider();
    const elsewhere = await startKeySetHost();
    elsewhere.answerWith(keySet(publicKey('elsewhere')));
    host.answerWith(slowly(keySet(publicKey('late')), 300));
    const late = identity.replica().RefreshKeySet(provider);
    await sleep(100);
    await one.UpdateProvider({
      ...provider,
      // That of a known issuer never changes.
      issuer: 'https://other.example',
      audience: 'app',
      jwksUri: elsewhere.uri,
    });
    await late;
    expect(kidsOf(await one.AuthenticateUser(provider))).toEqual(['elsewhere']);
    await elsewhere.close();
  });
});

describe('the background refresh', () => {
  it('brings new keys into force and removes withdrawn ones', async () => {
    const provider = await newProvider();
    host.answerWith(keySet(publicKey('second')));
    const replica = identity.replica({ refreshSeconds: 1 });
    await age(3600);
    const work = replica.startBackgroundWork();
    await until('the second key', async () => kidsOf(await one.AuthenticateUser(provider))[0] === 'second');
    await work.stop();
  });

  it('is shared by replicas: each set is fetched once', async () => {
    await identity.owner.query('delete from providers');
    for (let index = 0; index < 20; index += 1) await newProvider();
    // Only sets that witnesses have not seen for a while are fetched again.
    await sleep(sharedMs);
    await age(3600);
    const requests = host.requests();
    const works = [1, 2, 3].map(() => identity.replica({ refreshSeconds: 30 }).startBackgroundWork());
    await until('20 requests', () => host.requests() - requests >= 20);
    await sleep(200);
    await Promise.all(works.map((work) => work.stop()));
    expect(host.requests() - requests).toBe(20);
  });

  it('continues after failures', async () => {
    const provider = await newProvider();
    let failures = 0;
    host.answerWith((request, response) => {
      failures += 1;
      if (failures > 1) host.answerWith(keySet(publicKey('second')));
      response.writeHead(500).end();
    });
    const work = identity.replica({ refreshSeconds: 1 }).startBackgroundWork();
    await age(3600);
    await until('the second key', async () => kidsOf(await one.AuthenticateUser(provider))[0] === 'second');
    await work.stop();
    expect(failures).toBeGreaterThan(1);
  });

  it('stops the use of a set that could not be refreshed for too long', async () => {
    const provider = await newProvider();
    host.answerWith((_, response) => {
      response.writeHead(500).end();
    });
    await age(7_200);
    const patient = identity.replica({ maxStaleSeconds: 86_400 });
    await patient.RefreshKeySet(provider);
    expect(kidsOf(await one.AuthenticateUser(provider))).toEqual(['first']);
    const strict = identity.replica({ maxStaleSeconds: 3_600 });
    expect((await refusalOf(strict.RefreshKeySet(provider))).code).toBe('service.unavailable');
    expect((await refusalOf(one.AuthenticateUser(provider))).code).toBe('service.unavailable');

    host.answerWith(keySet(publicKey('back')));
    expect(kidsOf(await identity.replica().RefreshKeySet(provider))).toEqual(['back']);
  });
});
