import { writeFileSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf, subjectOfKeySet } from '@wallet-service/signer-protocol';
import {
  hostile,
  json,
  keySet,
  publicKey,
  startKeySetHost,
  type KeySetHost,
} from '@wallet-service/test-kit/key-set-host';
import { untilItSucceeds } from '@wallet-service/test-kit/until';
import {
  agreedOn,
  makeWorld,
  seconds,
  soon,
  type Answer,
  type Witness,
  type World,
} from './witness-world.js';

let world: World;
let witness: Witness;
let hosts: KeySetHost[];
beforeAll(async () => {
  world = await makeWorld();
  witness = await world.start({ NEW_STATE_UNTIL: soon() });
  hosts = await Promise.all(Array.from({ length: 3 }, () => startKeySetHost()));
});
afterAll(async () => {
  await world.close();
  await Promise.all(hosts.map((host) => host.close()));
});

type Seen = Answer['observations'][number] & Pick<Answer, 'statement'>;
const issuer = 'https://login.example';
let number = 0;
/** An address of its own, so that tests do not wait for each other. */
const newSource = (host = hosts[0] as KeySetHost) => ({ issuer, jwksUri: `${host.uri}?${(number += 1)}` });

async function see(
  source: { issuer: string; jwksUri: string },
  maxAgeSeconds = 0,
  deadlineMs = 10_000,
): Promise<Seen> {
  const answer = await witness.ask({ sources: [{ ...source, maxAgeSeconds }] }, 'identity', deadlineMs);
  if (answer.observations.length !== 1) throw new Error('not one observation');
  return seenIn(answer);
}

function seenIn({ observations, statement }: Answer, place = 0): Seen {
  const observation = observations[place];
  if (!observation) throw new Error(`no observation ${place}`);
  return { ...observation, statement };
}

/** The kids that the witness vouches for, and when it saw them. */
function vouched({ jwksUri }: { jwksUri: string }, seen: Seen) {
  const { observedAt } = agreedOn(
    world.root,
    subjectOfKeySet(issuer, { jwksUri }),
    seen.keys,
    seen.statement,
  );
  const { keys } = JSON.parse(seen.keys.toString()) as { keys: { kid: string }[] };
  return { kids: keys.map(({ kid }) => kid), observedAt };
}

describe('a key set at a fixed address', () => {
  it('is fetched, reduced to what verifies tokens, and stated', async () => {
    const [host] = hosts as [KeySetHost];
    const source = newSource(host);
    host.answerWith(json(JSON.stringify({ keys: [publicKey('b'), { ...publicKey('a'), x5c: ['MII'] }] })));
    const seen = await see(source);
    expect(seen).toMatchObject({ problem: '', jwksUri: source.jwksUri });
    const { kids, observedAt } = vouched(source, seen);
    expect(kids).toEqual(['a', 'b']);
    expect(seen.keys.toString()).not.toContain('x5c');
    expect(seconds() - observedAt).toBeLessThanOrEqual(2);
  });

  it('is fetched again when it was seen longer ago than it may be, and then alone', async () => {
    const [host] = hosts as [KeySetHost];
    const source = newSource(host);
    host.answerWith(keySet(publicKey('old')));
    await see(source);
    host.answerWith(keySet(publicKey('new')));
    const before = host.requests();
    expect(vouched(source, await see(source, 60)).kids).toEqual(['old']);
    expect(host.requests()).toBe(before);
    expect(vouched(source, await see(source, 0)).kids).toEqual(['new']);
    expect(host.requests()).toBe(before + 1);
  });

  it('is fetched once a second, for all who ask, and none of them gets what was true before they asked', async () => {
    const [host] = hosts as [KeySetHost];
    const source = newSource(host);
    const times: number[] = [];
    let current = 0;
    host.answerWith((request, response) => {
      times.push(performance.now());
      const answer = keySet(publicKey(`k${current}`));
      setTimeout(() => {
        answer(request, response);
      }, 150);
    });
    const askers: Promise<void>[] = [];
    const until = performance.now() + 3_000;
    while (performance.now() < until) {
      current += 1;
      const asked = current;
      askers.push(
        see(source).then((seen) => {
          expect(Number(vouched(source, seen).kids[0]?.slice(1))).toBeGreaterThanOrEqual(asked);
        }),
      );
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    await Promise.all(askers);
    expect(times.length).toBeGreaterThanOrEqual(3);
    // On a busy machine one request may arrive late, and the next in time. All together come once a second.
    const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1000;
    expect(times.length).toBeLessThanOrEqual(seconds + 1.5);
  });

  it('stays as it was seen last while its host fails, with the time of then, and says why', async () => {
    const [host] = hosts as [KeySetHost];
    const source = newSource(host);
    host.answerWith(keySet(publicKey('kept')));
    const { observedAt } = vouched(source, await see(source));
    host.answerWith(hostile['status 500'] ?? keySet());
    const failed = await see(source);
    expect(failed.problem).toBe('answers with status 500');
    expect(vouched(source, failed)).toEqual({ kids: ['kept'], observedAt });
    const later = await see(source, 60);
    expect(later.problem).toBe('answers with status 500');
    expect(later.statement?.statedAt).not.toBe(0);
  });

  it('loses the keys that an unusable one no longer has, and nothing is added', async () => {
    const [host] = hosts as [KeySetHost];
    const source = newSource(host);
    const [stays, goes] = [publicKey('stays'), publicKey('goes')];
    host.answerWith(keySet(stays, goes));
    await see(source);
    host.answerWith(keySet(stays, publicKey('new'), { kty: 'oct', kid: 'secret', k: 'AAAA' }));
    const reduced = await see(source);
    expect(reduced.problem).toContain('symmetric');
    expect(vouched(source, reduced).kids).toEqual(['stays']);
    expect((await see(source, 60)).problem).toContain('symmetric');
    host.answerWith(keySet());
    const empty = await see(source);
    expect(empty.problem).toContain('no key that can verify');
    expect(vouched(source, empty).kids).toEqual([]);
  });

  it('that was never usable is not stated', async () => {
    const [host] = hosts as [KeySetHost];
    host.answerWith(json('{"keys":[]}'));
    const seen = await see(newSource(host));
    expect(seen).toMatchObject({ statement: null, problem: 'has no key that can verify tokens' });
    expect(seen.keys).toHaveLength(0);
  });

  it('is remembered by a witness that was restarted, also while its host fails', async () => {
    const [host] = hosts as [KeySetHost];
    const source = newSource(host);
    host.answerWith(keySet(publicKey('before')));
    const before = vouched(source, await see(source));
    host.answerWith(hostile['cut off'] ?? keySet());
    await witness.end();
    witness = await world.start();
    expect(vouched(source, await see(source))).toEqual(before);
  });

  it('hangs without keeping others from the caller', async () => {
    const [quick, slow] = hosts as [KeySetHost, KeySetHost];
    const [one, other] = [newSource(quick), newSource(slow)];
    quick.answerWith(keySet(publicKey('quick')));
    slow.answerWith(hostile['hang'] ?? keySet());
    const answer = await witness.ask({ sources: [other, one] }, 'identity', 1_500);
    expect(answer.observations[0]).toMatchObject({ problem: 'has not answered yet' });
    expect(answer.observations[0]?.keys).toHaveLength(0);
    expect(vouched(one, seenIn(answer, 1)).kids).toEqual(['quick']);
    // Nothing is stated about the other.
    expect(answer.statement?.items).toHaveLength(1);
  });

  it('is not stated as it was, once another caller has seen it change', async () => {
    const [quick, slow] = hosts as [KeySetHost, KeySetHost];
    const [one, other] = [newSource(quick), newSource(slow)];
    quick.answerWith(keySet(publicKey('old')));
    slow.answerWith(hostile['hang'] ?? keySet());
    const waiting = witness.ask({ sources: [{ ...one, maxAgeSeconds: 0 }, other] });
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    quick.answerWith(keySet(publicKey('new')));
    const changed = await see(one);
    const answered = seenIn(await waiting);
    expect(vouched(one, changed).kids).toEqual(['new']);
    // It was read after the wait, so the answer has what is newest then.
    expect(vouched(one, answered)).toEqual(vouched(one, changed));
    expect(Number(answered.statement?.statedAt)).toBeGreaterThan(Number(changed.statement?.statedAt));
  });

  it('is stated together with the others, under one signature, and once if it is asked for twice', async () => {
    const [host] = hosts as [KeySetHost];
    host.answerWith(keySet(publicKey('one')));
    const [one, other] = [newSource(host), newSource(host)];
    const answer = await witness.ask({ sources: [one, other, { ...one, maxAgeSeconds: 60 }] });
    expect(answer.statement?.items.map(({ subject }) => subject)).toEqual(
      [one, other].map(({ jwksUri }) => subjectOfKeySet(issuer, { jwksUri })),
    );
    for (const [place, source] of [one, other, one].entries())
      expect(vouched(source, seenIn(answer, place)).kids).toEqual(['one']);
    // Half of a statement is none.
    const { statement } = answer;
    const half = statement && { ...statement, items: statement.items.slice(0, 1) };
    expect(() => vouched(one, { ...seenIn(answer), statement: half })).toThrow('may not take the place');
  });

  it('of a host that hangs does not use up the turns of other hosts', async () => {
    const [quick, slow] = hosts as [KeySetHost, KeySetHost];
    slow.answerWith(hostile['hang'] ?? keySet());
    quick.answerWith(keySet(publicKey('quick')));
    // Fairness is by host name, and both names lead to this machine.
    const hanging = Array.from({ length: 8 }, () =>
      witness.ask({ sources: Array.from({ length: 64 }, () => newSource(slow)) }),
    );
    const source = newSource(quick);
    source.jwksUri = source.jwksUri.replace('localhost', '127.0.0.1');
    const started = Date.now();
    expect(vouched(source, await see(source)).kids).toEqual(['quick']);
    expect(Date.now() - started).toBeLessThan(1_500);
    const answers = await Promise.all(hanging);
    for (const { observations } of answers)
      for (const { problem } of observations)
        expect(problem).toMatch(/did not answer within|too many others/);
  });

  it('can have the size that a key set may have, 64 times', async () => {
    const [host] = hosts as [KeySetHost];
    const n = Buffer.alloc(1024, 0xff).toString('base64url');
    const keys = Array.from({ length: 32 }, (_, index) => ({ kty: 'RSA', kid: `k${index}`, n, e: 'AQAB' }));
    host.answerWith(keySet(...keys));
    const sources = Array.from({ length: 64 }, () => newSource(host));
    // A busy machine takes longer than the witness waits.
    await untilItSucceeds(async () => {
      const answer = await witness.ask({ sources });
      expect(answer.observations).toHaveLength(64);
      for (const [index, source] of sources.entries())
        expect(vouched(source, seenIn(answer, index)).kids).toHaveLength(32);
    });
  });
});

describe('a key set found by discovery', () => {
  it('is another subject than the one at the address that discovery names', async () => {
    const [, , host] = hosts as [KeySetHost, KeySetHost, KeySetHost];
    const named = host.uri.replace(/\/jwks$/, '');
    const keys = keySet(publicKey('found'));
    host.answerWith((request, response) => {
      if (request.url !== '/.well-known/openid-configuration') keys(request, response);
      else json(JSON.stringify({ issuer: named, jwks_uri: `${host.uri}?elsewhere` }))(request, response);
    });
    const seen = seenIn(await witness.ask({ sources: [{ issuer: named }] }));
    expect(seen).toMatchObject({ problem: '', jwksUri: `${host.uri}?elsewhere` });
    agreedOn(world.root, subjectOfKeySet(named, 'discovery'), seen.keys, seen.statement);
    const asFixed = subjectOfKeySet(named, { jwksUri: `${host.uri}?elsewhere` });
    expect(() => agreedOn(world.root, asFixed, seen.keys, seen.statement)).toThrow('may not take the place');
  });
});

describe('a file of a key set', () => {
  const folder = () => path.join(world.stateDirectory, 'key-sets');
  const fileOf = (jwksUri: string) => {
    const subject = subjectOfKeySet(issuer, { jwksUri });
    return path.join(folder(), `${Buffer.from(digestOf(Buffer.from(subject))).toString('hex')}.json`);
  };

  it('in the place of another is refused, and nothing is signed', async () => {
    const [host] = hosts as [KeySetHost];
    const [mine, theirs] = [newSource(host), newSource(host)];
    host.answerWith(keySet(publicKey('mine')));
    await see(mine);
    host.answerWith(keySet(publicKey('theirs')));
    await see(theirs);
    writeFileSync(fileOf(mine.jwksUri), readFileSync(fileOf(theirs.jwksUri)));
    await expect(see(mine, 60)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(await witness.metric('wallet_service_witness_state_failures_total')).toBeGreaterThan(0);
    expect(vouched(theirs, await see(theirs, 60)).kids).toEqual(['theirs']);
  });

  it('is there for each source that was seen, and for no other', () => {
    const files = readdirSync(folder());
    expect(files.every((name) => /^[0-9a-f]{64}\.json$/.test(name))).toBe(true);
    expect(files.length).toBeLessThan(number);
  });
});
