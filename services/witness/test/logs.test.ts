import { sign } from 'node:crypto';
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  logKeyOf,
  readLogCheckpoint,
  shardOfLog,
  textOfLogCheckpoint,
  witnessKeyOf,
  type LogCheckpoint,
} from '@wallet-service/signer-protocol';
import { cosignedAt, encodeNote, readNote, signNote } from '@wallet-service/transparency-log';
import {
  leavesOf,
  logOfLeaves,
  type LogOfLeaves,
} from '../../../packages/signer-protocol/test/log-of-leaves.js';
import {
  describeWithDisks,
  makeWorld,
  newKey,
  onDisk,
  seconds,
  soon,
  type Offer,
  type TestKey,
  type Witness,
  type World,
} from './witness-world.js';

const log = logOfLeaves('app-a', leavesOf(40));
const forked = logOfLeaves('app-a', leavesOf(40, 4));
const logKey = newKey();
let world: World;
let witness: Witness;

beforeEach(async () => {
  world = await makeWorld();
  witness = await world.start({ NEW_STATE_UNTIL: soon() });
});
afterEach(() => world.close());

type Step = { readonly of?: LogOfLeaves; readonly by?: TestKey; readonly signedBy?: TestKey };

async function offerOf(
  next: LogCheckpoint,
  oldSize = 0,
  { of = log, by = logKey, signedBy = by }: Step = {},
): Promise<Offer> {
  const text = textOfLogCheckpoint(next);
  const { applicationId, size } = next;
  const publicKey = Buffer.from(by.key.publicKey);
  const line = signNote(text, logKeyOf(text, publicKey), (message) =>
    sign(null, message, signedBy.privateKey),
  );
  const hashes = oldSize >= 1 && oldSize < size ? await of.prove(oldSize, size) : [];
  const note = encodeNote({ text, signatures: [line] });
  return {
    applicationId,
    note,
    publicKey,
    oldSize,
    consistencyProof: hashes.map((hash) => Buffer.from(hash)),
  };
}

async function offer(...of: Parameters<typeof offerOf>) {
  const [held] = await witness.cosign([await offerOf(...of)]);
  return heldIn(held);
}

/** Throws unless the witness cosigned what it holds, now. */
function heldIn(answer: { readonly note: string; readonly outcome: string } | undefined) {
  const note = readNote(answer?.note ?? '');
  const checkpoint = note && readLogCheckpoint(note.text);
  const { kid, key } = world.witnessKey;
  const at = note && cosignedAt(note, witnessKeyOf(kid, key.publicKey));
  if (!checkpoint || at === undefined || Math.abs(at - seconds()) > 5)
    throw new Error('no cosignature of now');
  return { outcome: answer?.outcome, generation: checkpoint.generation, size: checkpoint.size };
}

const held = async (applicationId = 'app-a') => heldIn((await witness.cosign([{ applicationId }]))[0]);

it('keeps and cosigns a journal that grows', async () => {
  expect(await held()).toEqual({ outcome: '', generation: 0, size: 0 });
  expect(await offer(log.at(3))).toEqual({ outcome: 'first', generation: 1, size: 3 });
  expect(await offer(log.at(3))).toMatchObject({ outcome: 'same', size: 3 });
  expect(await offer(log.at(20), 3)).toMatchObject({ outcome: 'extends', size: 20 });
  expect(await held()).toEqual({ outcome: '', generation: 1, size: 20 });
});

it('holds what it held, and says so, when it is shown less or something else', async () => {
  await offer(log.at(20));
  const unchanged = { generation: 1, size: 20 };
  expect(await offer(log.at(19), 3)).toEqual({ outcome: 'rolled-back', ...unchanged });
  expect(await offer(forked.at(20))).toEqual({ outcome: 'forked', ...unchanged });
  expect(await offer(forked.at(30), 20, { of: forked })).toEqual({ outcome: 'forked', ...unchanged });
  expect(await offer(log.at(30), 19)).toEqual({ outcome: 'proof-needed', ...unchanged });
  const others = logOfLeaves('app-b', leavesOf(40));
  expect(await offer({ ...others.at(30), applicationId: 'app-a' }, 20, { of: forked })).toMatchObject({
    outcome: 'forked',
  });
  const output = witness.process.output();
  expect(output).toContain('INCIDENT: a journal lacks entries that this witness has cosigned');
  expect(await witness.metric('wallet_service_witness_checkpoints_total{outcome="forked"')).toBe(3);
  expect(await witness.metric('wallet_service_witness_checkpoints_total{outcome="rolled-back"')).toBe(1);
  expect(await offer(log.at(30), 20)).toEqual({ outcome: 'extends', generation: 1, size: 30 });
});

it('lets a new generation begin anywhere, and none come back', async () => {
  await offer(log.at(20));
  expect(await offer(log.at(5, 2))).toEqual({ outcome: 'new-generation', generation: 2, size: 5 });
  expect(await offer(log.at(30), 20)).toEqual({ outcome: 'rolled-back', generation: 2, size: 5 });
});

it('takes only what the key signed that signed first', async () => {
  const other = newKey();
  expect(await offer(log.at(3), 0, { signedBy: other })).toEqual({
    outcome: 'refused',
    generation: 0,
    size: 0,
  });
  await offer(log.at(3));
  expect(await offer(log.at(9), 3, { by: other })).toEqual({ outcome: 'refused', generation: 1, size: 3 });
  expect(await offer(log.at(9), 3, { signedBy: other })).toMatchObject({ outcome: 'refused', size: 3 });
  const [note] = await witness.cosign([{ ...(await offerOf(log.at(9), 3)), applicationId: 'app-b' }]);
  expect(heldIn(note)).toEqual({ outcome: 'refused', generation: 0, size: 0 });
  expect(witness.process.output()).toContain(
    'INCIDENT: a checkpoint is not signed by the key of its journal',
  );
});

it('answers the wallet service alone, and refuses what is out of form', async () => {
  const good = await offerOf(log.at(3));
  for (const as of ['identity', 'operator'] as const)
    await expect(witness.cosign([good], as)).rejects.toMatchObject({ code: 'auth.caller-not-allowed' });
  for (const bad of [
    { ...good, applicationId: '../a' },
    { ...good, note: 'nonsense' },
    { ...good, publicKey: Buffer.alloc(31) },
    { ...good, consistencyProof: [Buffer.alloc(31)] },
    { ...good, consistencyProof: Array.from({ length: 65 }, () => Buffer.alloc(32)) },
    { ...good, oldSize: '9007199254740993' },
  ])
    await expect(witness.cosign([good, bad])).rejects.toMatchObject({ code: 'request.invalid' });
  const many = Array.from({ length: 257 }, () => ({ applicationId: 'app-a' }));
  await expect(witness.cosign(many)).rejects.toMatchObject({ code: 'request.invalid' });
  expect(await held()).toMatchObject({ size: 0 });
});

it('keeps what it cosigned, though it is killed at any time', async () => {
  const logs = Array.from({ length: 12 }, (_, n) => logOfLeaves(`app-${n}`, leavesOf(60)));
  const cosigned = new Map<LogOfLeaves, number>(logs.map((of) => [of, 0]));
  for (let round = 0; round < 4; round += 1) {
    let left = 5 + round * 7;
    let isTime: () => void = () => undefined;
    const timeToKill = new Promise<void>((resolve) => (isTime = resolve));
    const grown = logs.map(async (of) => {
      const from = cosigned.get(of) ?? 0;
      for (let size = Math.max(1, from); size <= from + 12; size += 1) {
        const [answer] = await witness.cosign([await offerOf(of.at(size), Math.max(from, size - 1), { of })]);
        cosigned.set(of, heldIn(answer).size);
        left -= 1;
        if (left === 0) isTime();
      }
    });
    const all = Promise.allSettled(grown);
    await Promise.race([timeToKill, all]);
    witness.process.child.kill('SIGKILL');
    await witness.end();
    await all;
    witness = await world.start();
    for (const [of, size] of cosigned) {
      const now = await held(of.at(1).applicationId);
      expect(now.size).toBeGreaterThanOrEqual(size);
      cosigned.set(of, now.size);
    }
  }
  expect(Math.max(...cosigned.values())).toBeGreaterThan(0);
});

const fileOf = () => {
  const folder = path.join(world.stateDirectory, 'logs');
  const [name = ''] = readdirSync(folder);
  return path.join(folder, name);
};

it('cosigns nothing of a file that is damaged, or in the place of another', async () => {
  await offer(log.at(9));
  const file = fileOf();
  const content = readFileSync(file, 'utf8');
  for (const damaged of [
    '',
    '{}',
    content.slice(0, -9),
    content.replace(/"size":9/, '"size":0'),
    content.replace(/"root":"../, '"root":"'),
    content.replace(/"subject":"logs:\d+/, `"subject":"logs:${(shardOfLog('app-a') + 1) % 256}`),
  ]) {
    writeFileSync(file, damaged);
    await expect(witness.cosign([{ applicationId: 'app-a' }])).rejects.toMatchObject({
      code: 'service.unavailable',
    });
    await expect(offer(log.at(20), 9)).rejects.toMatchObject({ code: 'service.unavailable' });
    expect(readFileSync(file, 'utf8')).toBe(damaged);
  }
  expect(await witness.metric('wallet_service_witness_state_failures_total')).toBe(12);
  writeFileSync(file, content);
  expect(await offer(log.at(20), 9)).toMatchObject({ outcome: 'extends' });
});

it('does not start without the folder of what it cosigned, unless it is of a version that had none', async () => {
  await offer(log.at(9));
  await witness.end();
  const [folder, away] = ['logs', 'away'].map((name) => path.join(world.stateDirectory, name)) as [
    string,
    string,
  ];
  renameSync(folder, away);
  expect(await world.startInVain()).toContain('ENOENT');
  writeFileSync(path.join(world.stateDirectory, 'initialised'), '1\n');
  witness = await world.start();
  expect(await held()).toMatchObject({ size: 0 });
});

describeWithDisks('a disk that is full', () => {
  it('ends the cosignatures of what is new, until there is room again', async () => {
    await witness.end();
    await onDisk(world, '64k', async (directory) => {
      witness = await world.start({
        STATE_DIRECTORY: path.join(directory, 'state'),
        NEW_STATE_UNTIL: soon(),
      });
      await offer(log.at(9));
      expect(() => {
        writeFileSync(path.join(directory, 'fill'), Buffer.alloc(1 << 20));
      }).toThrow('ENOSPC');
      await expect(offer(log.at(20), 9)).rejects.toMatchObject({ code: 'service.unavailable' });
      expect(await held()).toMatchObject({ size: 9 });
      rmSync(path.join(directory, 'fill'));
      expect(await offer(log.at(20), 9)).toMatchObject({ outcome: 'extends', size: 20 });
      await witness.end();
    });
  });
});
