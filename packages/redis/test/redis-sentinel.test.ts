import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isInstalled, startRedisProgram, type RedisServer } from '@wallet-service/chaos/redis-server';
import { makeServerCertificate } from '@wallet-service/local-certificates';
import { until } from '@wallet-service/test-kit/until';
import { StoreUnavailableError } from '../src/shared-store.js';
import { documentedUser, password } from './documented-users.js';
import { closeStores, expectAllToWork, openStore, untilItAnswers } from './store-under-test.js';

// A primary, a replica and three sentinels, with TLS between all of them, and users with just the rights that
// docs/production.md gives them. The default user is the operator's, and the servers use it among themselves.

(isInstalled('redis-server') ? describe : describe.skip)('a store behind sentinels', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'sentinels-'));
  const users = [documentedUser('gateway')];
  let data: [RedisServer, RedisServer];
  let sentinels: RedisServer[];

  beforeAll(async () => {
    const tls = await makeServerCertificate(folder, 'redis', ['localhost'], new Date());
    const first = await startRedisProgram({
      folder,
      tls,
      settings: [...users, 'repl-diskless-sync-delay 0', 'replica-announce-ip localhost'],
    });
    const announced = `replica-announce-port ${first.tlsPort}`;
    await first.ask(`CONFIG SET ${announced}`);
    const second = await startRedisProgram({
      folder,
      tls,
      settings: [
        ...users,
        'repl-diskless-sync-delay 0',
        'replica-announce-ip localhost',
        `replicaof localhost ${first.tlsPort}`,
      ],
    });
    await second.ask(`CONFIG SET replica-announce-port ${second.tlsPort}`);
    data = [first, second];
    const settings = [
      documentedUser('watcher'),
      'sentinel resolve-hostnames yes',
      'sentinel announce-hostnames yes',
      `sentinel monitor main localhost ${first.tlsPort} 2`,
      'sentinel announce-ip localhost',
      'sentinel down-after-milliseconds main 500',
      'sentinel failover-timeout main 2000',
    ];
    sentinels = await Promise.all(
      [0, 1, 2].map(() => startRedisProgram({ folder, kind: 'sentinel', tls, settings })),
    );
    await Promise.all(sentinels.map(hurry));
    await agreed();
  });
  afterEach(closeStores);
  afterAll(async () => {
    await Promise.all([...sentinels, ...data].map((each) => each.end()));
    rmSync(folder, { recursive: true });
  });

  const open = (secret = password) =>
    openStore(
      `rediss+sentinel://gateway:${password}@${sentinels.map((each) => `localhost:${each.tlsPort}`).join(',')}/main` +
        `?ca=${folder}/ca.crt&sentinel_username=watcher&sentinel_password=${secret}`,
    );

  /** It asks the others more often than the 10 s that are otherwise fixed. */
  const hurry = (sentinel: RedisServer): Promise<string> =>
    sentinel.ask('SENTINEL DEBUG info-period 200 ping-period 100 publish-period 200 ask-period 100');

  /** Resolves when every sentinel knows the two others, and a replica that could take over. */
  async function agreed(): Promise<void> {
    await until('the sentinels to agree', async () => {
      const known = await Promise.all(
        sentinels.map((each) => each.ask('SENTINEL CKQUORUM main', 'SENTINEL MASTER main')),
      );
      return known.every((each) => /OK 3 usable/.test(each) && /num-slaves\r\n\$1\r\n1\r/.test(each));
    });
    await until('the replica to follow', async () => {
      const replication = await Promise.all(data.map((each) => each.ask('INFO replication')));
      return replication.some((each) => /role:slave/.test(each) && /master_link_status:up/.test(each));
    });
  }
  async function primary(): Promise<RedisServer> {
    const answer = (await sentinels[1]?.ask('SENTINEL GET-MASTER-ADDR-BY-NAME main')) ?? '';
    return answer.includes(String(data[0].tlsPort)) ? data[0] : data[1];
  }
  const other = (one: RedisServer): RedisServer => (one === data[0] ? data[1] : data[0]);

  it('does everything, and no user is refused anything', async () => {
    const store = open();
    await untilItAnswers(store);
    await expectAllToWork(store, 'k');
    expect(store.lines).toEqual([]);
    for (const each of [...data, ...sentinels]) expect(await each.ask('ACL LOG')).toBe('*0');
  });

  it('says which sentinel password is wrong', async () => {
    const store = open('hunter2');
    await expect(store.get('k')).rejects.toThrow(StoreUnavailableError);
    await until('the line', () => store.lines[0]);
    expect(store.lines[0]).toMatch(/^Redis cannot be reached: All sentinels are unreachable.*WRONGPASS/);
    expect(store.lines[0]).not.toContain('hunter2');
  });

  it('finds the primary although a sentinel hangs', async () => {
    sentinels[0]?.signal('SIGSTOP');
    await untilItAnswers(open());
    sentinels[0]?.signal('SIGCONT');
    await agreed();
  });

  it('tells nobody about a sentinel that is away, while it finds the primary', async () => {
    const { error } = console;
    const written: unknown[] = [];
    console.error = (...args: unknown[]) => void written.push(args);
    await sentinels[0]?.end();
    const store = open();
    await untilItAnswers(store);
    await until('the connection to a sentinel', async () =>
      (await sentinels[1]?.ask('CLIENT LIST'))?.includes('sub=1'),
    );
    await store.close();
    console.error = error;
    expect([store.lines, written]).toEqual([[], []]);
    await sentinels[0]?.start();
    await Promise.all(sentinels.map(hurry));
    await agreed();
  });

  it('goes on with the new primary after the old one was killed, and keeps what was replicated', async () => {
    const store = open();
    await untilItAnswers(store);
    const killed = await primary();
    await store.set('kept', 'v', 60_000);
    await until('the replica to have it', async () =>
      (await other(killed).ask('GET gateway:kept')).endsWith('v'),
    );
    await killed.end();
    await expect(store.get('kept')).rejects.toThrow(StoreUnavailableError);
    await untilItAnswers(store);
    expect(await store.get('kept')).toBe('v');
    await expectAllToWork(store, 'after');
    expect(await primary()).toBe(other(killed));
    expect(store.lines).toEqual([
      expect.stringMatching(/^Redis cannot be reached: /),
      'Redis can be reached again',
    ]);
    await killed.start();
    await killed.ask(`CONFIG SET replica-announce-port ${killed.tlsPort}`);
    await agreed();
  });

  it('leaves a primary that still answers, when the sentinels have replaced it', async () => {
    const store = open();
    await untilItAnswers(store);
    const old = await primary();
    // For the sentinels it is as good as gone.
    expect(await old.ask('ACL SETUSER default -ping -multi -replicaof -slaveof -client')).toBe('+OK');
    await until('another primary', async () => (await primary()) === other(old));
    await until('the store to leave it', async () => {
      await store.set('since', 'v', 60_000).catch(() => undefined);
      return (await other(old).ask('GET gateway:since')).endsWith('v');
    });
    expect(await old.ask('INFO replication')).toContain('role:master');
    await old.ask('ACL SETUSER default +@all');
    await agreed();
  });
});
