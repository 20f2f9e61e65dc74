import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isInstalled, startRedisProgram, type RedisServer } from '@wallet-service/chaos/redis-server';
import { until, untilItSucceeds } from '@wallet-service/test-kit/until';
import { documentedUser, inCluster, password } from './documented-users.js';
import { closeStores, expectAllToWork, openStore } from './store-under-test.js';

// Three primaries and a replica of the first. The default user is the operator's.

(isInstalled('redis-server') ? describe : describe.skip)('a store on a cluster', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'cluster-'));
  let nodes: RedisServer[];
  let ids: string[];

  beforeAll(async () => {
    const settings = [
      documentedUser('gateway', inCluster),
      'cluster-node-timeout 500',
      'cluster-require-full-coverage no',
      'repl-diskless-sync-delay 0',
    ];
    nodes = await Promise.all(
      [0, 1, 2, 3].map(() => startRedisProgram({ folder, kind: 'node of a cluster', settings })),
    );
    ids = await Promise.all(
      nodes.map(async (each) => (await each.ask('CLUSTER MYID')).split('\r\n')[1] ?? ''),
    );
    const busPort = async (node: RedisServer): Promise<string> =>
      (await node.ask('CONFIG GET cluster-port')).split('\r\n').at(-1) ?? '';
    for (const [index, node] of nodes.entries()) {
      await node.ask(`CLUSTER SET-CONFIG-EPOCH ${index + 1}`);
      if (index > 0) await node.ask(`CLUSTER MEET 127.0.0.1 ${port(0)} ${await busPort(at(0))}`);
    }
    for (const [index, range] of ['0 5460', '5461 10922', '10923 16383'].entries())
      await at(index).ask(`CLUSTER ADDSLOTSRANGE ${range}`);
    await until(
      'the replica to be one',
      async () => (await at(3).ask(`CLUSTER REPLICATE ${ids[0]}`)) === '+OK',
    );
    await whole();
  });
  afterEach(closeStores);
  afterAll(async () => {
    await Promise.all(nodes.map((each) => each.end()));
    rmSync(folder, { recursive: true });
  });

  function at(index: number): RedisServer {
    const node = nodes[index];
    if (!node) throw new Error(`there is no node ${index}`);
    return node;
  }
  const port = (index: number): number => at(index).port;
  const open = () =>
    openStore(`redis+cluster://gateway:${password}@127.0.0.1:${port(1)},127.0.0.1:${port(0)}`);
  const names = Array.from({ length: 40 }, (_, index) => `k${index}`);
  const slotOf = async (name: string): Promise<number> =>
    Number((await at(1).ask(`CLUSTER KEYSLOT gateway:${name}`)).slice(1));

  async function whole(): Promise<void> {
    await until('all nodes to agree', async () => {
      const states = await Promise.all(
        nodes.map((each) => each.ask('CLUSTER INFO', 'CLUSTER SLOTS', 'INFO replication')),
      );
      return states.every(
        (each) =>
          /cluster_state:ok/.test(each) &&
          /cluster_slots_ok:16384/.test(each) &&
          /cluster_known_nodes:4/.test(each) &&
          !/master_link_status:down/.test(each) &&
          nodes.every((node) => each.includes(`:${node.port}\r\n$40`)),
      );
    });
  }

  it('does everything with keys on all nodes, and the user is refused nothing', async () => {
    const store = open();
    await Promise.all(names.map((name) => expectAllToWork(store, name)));
    expect(store.lines).toEqual([]);
    for (const node of nodes) {
      expect(await node.ask('DBSIZE')).not.toBe(':0');
      expect(await node.ask('ACL LOG')).toBe('*0');
    }
  });

  it('follows a slot that is on its way to another node', async () => {
    const store = open();
    const [name] = ['moving'];
    const slot = await slotOf(name);
    const from = slot <= 5460 ? 0 : slot <= 10_922 ? 1 : 2;
    const to = from === 1 ? 2 : 1;
    await at(to).ask(`CLUSTER SETSLOT ${slot} IMPORTING ${ids[from]}`);
    await at(from).ask(`CLUSTER SETSLOT ${slot} MIGRATING ${ids[to]}`);
    await expectAllToWork(store, name);
    for (const index of [to, from]) await at(index).ask(`CLUSTER SETSLOT ${slot} NODE ${ids[to]}`);
    expect(await store.get(name)).toBe('two');
    for (const node of nodes) expect(await node.ask('ACL LOG')).toBe('*0');
    await whole();
  });

  it('serves the keys of the others while one primary is gone, and then all again', async () => {
    const store = open();
    const lost: string[] = [];
    const others: string[] = [];
    for (const name of names) ((await slotOf(name)) <= 5460 ? lost : others).push(name);
    await Promise.all(names.map((name) => store.set(name, 'v', 60_000)));
    await at(0).end();
    await expect(store.get(lost[0] ?? '')).rejects.toThrow('Redis did not answer');
    for (const name of others) expect(await store.get(name)).toBe('v');
    for (const name of lost) await untilItSucceeds(() => store.set(name, 'w', 60_000));
    for (const name of names) await expectAllToWork(store, `${name}-after`);
    expect(await at(3).ask('ROLE')).toContain('master');
  });
});
