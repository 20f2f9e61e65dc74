import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  documentOf,
  describeWithDisks,
  makeWorld,
  onDisk,
  signed,
  soon,
  type World,
} from './witness-world.js';

let world: World;
beforeEach(async () => {
  world = await makeWorld();
});
afterEach(() => world.close());

const document = (version: number) => signed('application', documentOf('app', version), world.registrar);
const applicationId = 'app';

describe('a state directory', () => {
  it.each([
    ['is not there', () => undefined],
    [
      'is empty',
      () => {
        mkdirSync(world.stateDirectory);
      },
    ],
    [
      'has lost the mark of its initialisation',
      () => mkdirSync(path.join(world.stateDirectory, 'documents'), { recursive: true }),
    ],
  ])('that %s is refused, unless the witness is new', async (_, make) => {
    make();
    expect(await world.startInVain()).toContain('has no state of a witness');
    const past = `${new Date(Date.now() - 1_000).toISOString().slice(0, 19)}Z`;
    expect(await world.startInVain({ NEW_STATE_UNTIL: past })).toContain('has no state of a witness');
    const witness = await world.start({ NEW_STATE_UNTIL: soon() });
    expect((await witness.ask({ applicationId, document: document(1) })).problem).toBe('');
  });

  it('does not become new for longer than a week', async () => {
    const far = `${new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 19)}Z`;
    expect(await world.startInVain({ NEW_STATE_UNTIL: far })).toContain('at most seven days');
  });

  it('keeps what was answered, though the process was killed right after each answer', async () => {
    for (let version = 1; version <= 5; version += 1) {
      const witness = await world.start({ NEW_STATE_UNTIL: soon() });
      expect((await witness.ask({ applicationId, document: document(version) })).problem).toBe('');
      await witness.end();
    }
    const witness = await world.start();
    const older = await witness.ask({ applicationId, document: document(4) });
    expect(older.problem).toContain('version 4, but 5 is known');
    expect(older.document.equals(document(5))).toBe(true);
  });

  it('belongs to one process, and to the next one after a crash', async () => {
    const first = await world.start({ NEW_STATE_UNTIL: soon() });
    expect(await world.startInVain()).toContain('another witness uses');
    expect((await first.ask({ applicationId, document: document(1) })).problem).toBe('');
    first.process.child.kill('SIGKILL');
    await first.process.exit;
    const next = await world.start();
    expect((await next.ask({ applicationId })).document.equals(document(1))).toBe(true);
    expect(readdirSync(world.stateDirectory).filter((name) => name.startsWith('lock'))).toEqual(['lock']);
    next.process.child.kill('SIGTERM');
    expect(await next.process.exit).toBe(0);
    expect(existsSync(path.join(world.stateDirectory, 'lock'))).toBe(false);
  });

  it('goes to one of several that start at once, also after a crash', async () => {
    const first = await world.start({ NEW_STATE_UNTIL: soon() });
    first.process.child.kill('SIGKILL');
    await first.process.exit;
    const started = await Promise.allSettled(Array.from({ length: 4 }, () => world.start()));
    const ready = started.filter((each) => each.status === 'fulfilled');
    expect(ready).toHaveLength(1);
  });

  it('whose lock somebody deletes belongs to the next process, and the first one states nothing more', async () => {
    const first = await world.start({ NEW_STATE_UNTIL: soon() });
    await first.ask({ applicationId, document: document(1) });
    rmSync(path.join(world.stateDirectory, 'lock'));
    const next = await world.start();
    expect((await next.ask({ applicationId, document: document(2) })).problem).toBe('');
    await expect(first.ask({ applicationId })).rejects.toMatchObject({ code: 'service.unavailable' });
    first.process.child.kill('SIGTERM');
    await first.process.exit;
    expect((await next.ask({ applicationId })).document.equals(document(2))).toBe(true);
  });

  it('that is taken away from a running witness ends its statements', async () => {
    const witness = await world.start({ NEW_STATE_UNTIL: soon() });
    await witness.ask({ applicationId, document: document(1) });
    renameSync(world.stateDirectory, `${world.stateDirectory}.away`);
    mkdirSync(world.stateDirectory);
    await expect(witness.ask({ applicationId, document: document(2) })).rejects.toMatchObject({
      code: 'service.unavailable',
    });
    await expect(witness.ask({ applicationId })).rejects.toMatchObject({ code: 'service.unavailable' });
    expect((await fetch(`${witness.operations}/readyz`)).status).toBe(503);
    renameSync(`${world.stateDirectory}.away`, `${world.stateDirectory}.kept`);
    rmSync(world.stateDirectory, { recursive: true });
    renameSync(`${world.stateDirectory}.kept`, world.stateDirectory);
    expect((await witness.ask({ applicationId })).document.equals(document(1))).toBe(true);
  });

  it('with a damaged file is not read as an empty one', async () => {
    const witness = await world.start({ NEW_STATE_UNTIL: soon() });
    await witness.ask({ applicationId, document: document(2) });
    const folder = path.join(world.stateDirectory, 'documents');
    const [file = ''] = readdirSync(folder);
    for (const content of [
      '',
      '{',
      '{}',
      '{"subject":"application:app","document":"AAAA","accepted_at":1,"waiting":[]}',
    ]) {
      writeFileSync(path.join(folder, file), content);
      await expect(witness.ask({ applicationId, document: document(1) })).rejects.toMatchObject({
        code: 'service.unavailable',
      });
    }
    expect(await witness.metric('wallet_service_witness_state_failures_total')).toBe(4);
  });
});

describeWithDisks('a disk', () => {
  it('that is full keeps the old state, answers an error, and signs nothing', async () => {
    await onDisk(world, '64k', async (directory) => {
      const state = path.join(directory, 'state');
      const witness = await world.start({ STATE_DIRECTORY: state, NEW_STATE_UNTIL: soon() });
      await witness.ask({ applicationId, document: document(1) });
      expect(() => {
        writeFileSync(path.join(directory, 'fill'), Buffer.alloc(1 << 20));
      }).toThrow('ENOSPC');
      await expect(witness.ask({ applicationId, document: document(2) })).rejects.toMatchObject({
        code: 'service.unavailable',
      });
      expect((await witness.ask({ applicationId })).document.equals(document(1))).toBe(true);
      expect(await witness.metric('wallet_service_witness_state_failures_total')).toBe(1);
      rmSync(path.join(directory, 'fill'));
      expect((await witness.ask({ applicationId, document: document(2) })).problem).toBe('');
      await witness.end();
    });
  });

  it('that is read-only answers an error, and a witness does not start on it', async () => {
    await onDisk(world, '1m', async (directory) => {
      const state = path.join(directory, 'state');
      const witness = await world.start({ STATE_DIRECTORY: state, NEW_STATE_UNTIL: soon() });
      await witness.ask({ applicationId, document: document(1) });
      execFileSync('mount', ['-o', 'remount,ro', directory]);
      await expect(witness.ask({ applicationId, document: document(2) })).rejects.toMatchObject({
        code: 'service.unavailable',
      });
      await expect(witness.ask({ rootDocument: world.laterRoot({}) })).rejects.toMatchObject({
        code: 'service.unavailable',
      });
      expect((await witness.ask({ applicationId })).rootVersion).toBe('1');
      await witness.end();
      expect(await world.startInVain({ STATE_DIRECTORY: state })).toContain('EROFS');
    });
  });
});

it('a copy of another witness’s volume is a state like its own: only keys differ', async () => {
  const witness = await world.start({ NEW_STATE_UNTIL: soon() });
  await witness.ask({ applicationId, document: document(3) });
  await witness.end();
  const copy = path.join(world.folder, 'copy');
  cpSync(world.stateDirectory, copy, { recursive: true, filter: (file) => path.basename(file) !== 'lock' });
  const next = await world.start({ STATE_DIRECTORY: copy });
  expect((await next.ask({ applicationId, document: document(2) })).problem).toContain('version 2, but 3');
});
