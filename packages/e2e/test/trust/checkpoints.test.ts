import { randomBytes, sign } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { AppError } from '@wallet-service/errors';
import {
  readLogCheckpoint,
  Refused,
  textOfLogCheckpoint,
  witnessKeyOf,
  type LogCheckpoint,
} from '@wallet-service/signer-protocol';
import { cosignNote, encodeNote, readNote } from '@wallet-service/transparency-log';
import { startSigner, type SignerProcess } from '../../../../services/enclave-signer/test/signer-process.js';
import { bakedRoot, makeWitnessKit } from '../../../../services/enclave-signer/test/witness-kit.js';
import { checkpointRound } from '../../../../services/wallet/src/checkpoints/checkpoint-round.js';
import type { CosignCheckpoint } from '../../../../services/wallet/src/checkpoints/cosign-log.js';
import type { LogIncident } from '../../../../services/wallet/src/checkpoints/log-incident.js';
import type { StoredCheckpoint } from '../../../../services/wallet/src/checkpoints/log-of-journal.js';
import type { AskWitness } from '../../../../services/wallet/src/checkpoints/witness-client.js';
import {
  makeWorld,
  soon,
  type Witness,
  type World,
} from '../../../../services/witness/test/witness-world.js';
import { leavesOf, logOfLeaves } from '../../../signer-protocol/test/log-of-leaves.js';

// Real signers and three real witnesses, of which two must agree. The journals are in memory, so that a test can roll
// them back and change them.

const sealingKey = randomBytes(32);
let worlds: readonly World[];
let witnesses: Witness[];
let kit: ReturnType<typeof makeWitnessKit>;
let signer: SignerProcess;

const startOne = () => startSigner({ trustBundle: bakedRoot(kit), sealingKey });

beforeAll(async () => {
  worlds = await Promise.all([makeWorld(), makeWorld(), makeWorld()]);
  witnesses = await Promise.all(worlds.map((world) => world.start({ NEW_STATE_UNTIL: soon() })));
  const keys = worlds.map(({ witnessKey }) => witnessKey.key);
  kit = makeWitnessKit({}, { witnesses: { keys, threshold: 2 } });
  signer = await startOne();
});
afterAll(async () => {
  await signer.stop();
  await Promise.all(worlds.map((world) => world.close()));
});

async function restartSigner(): Promise<void> {
  await signer.stop();
  signer = await startOne();
}

const cosign =
  (wrappedApplicationKey: Uint8Array): CosignCheckpoint =>
  async ({ applicationId, generation, size, root }, { oldSize, hashes, witnessed }) => {
    const answer = await signer.call('CosignCheckpoint', {
      applicationId,
      wrappedApplicationKey,
      generation: BigInt(generation),
      size: BigInt(size),
      root,
      oldSize: BigInt(oldSize),
      consistencyProof: [...hashes],
      witnessed,
    });
    if (answer instanceof Refused) throw new AppError('internal', 'refused', { cause: answer });
    return answer;
  };

/** A journal, and the wallet service that has checkpoints of it made. */
async function makeJournal(name: string) {
  const answer = await signer.call('CreateApplicationKey', { applicationId: name });
  if (answer instanceof Refused) throw answer;
  const asks: (AskWitness | undefined)[] = worlds.map((_, place) => async (offers) => {
    const witness = witnesses[place];
    if (!witness) throw new Error('no such witness');
    return witness.cosign(offers);
  });
  const state = { log: logOfLeaves(name, leavesOf(40)), size: 0, generation: 1, growth: 0 };
  const stored: StoredCheckpoint[] = [];
  const incidents: LogIncident[] = [];
  const failures: unknown[] = [];
  const now = (): LogCheckpoint => state.log.at(state.size, state.generation);
  const round = () =>
    checkpointRound({
      logs: {
        due: () => Promise.resolve([name]),
        read: () => {
          state.size += state.growth;
          return Promise.resolve({ now: now(), last: stored.at(-1) });
        },
        prove: (_, oldSize, size) =>
          size <= state.size ? state.log.prove(oldSize, size) : Promise.reject(new Error('no such entries')),
        insert: (checkpoints) => {
          stored.push(...checkpoints);
          return Promise.resolve();
        },
      },
      witnesses: asks.flatMap((ask) => ask ?? []),
      oneSigner: () => cosign(answer.wrappedKey),
      now: Date.now,
      onAway: () => undefined,
      onSigned: () => undefined,
      onIncident: (_, incident) => incidents.push(incident),
      onFailed: (_, error) => failures.push(error),
      share: () => Promise.resolve({ place: 0, of: 1 }),
      leftOut: new Map(),
      waiting: new Map(),
    });
  /** Grows the journal to that size and has a checkpoint made. Gives the names of those who signed it. */
  const grow = async (size: number): Promise<readonly string[]> => {
    state.size = size;
    await round();
    if (failures.length > 0) throw failures[0];
    const { checkpoint, note } = stored.at(-1) ?? {};
    if (checkpoint?.size !== size) throw new Error(`no checkpoint of ${size} entries`);
    return readNote(note ?? '')?.signatures.map((line) => line.name) ?? [];
  };
  return { state, asks, stored, incidents, failures, grow, round, name };
}

const nameOf = (place: number) => {
  const { kid, key } = worlds[place]?.witnessKey ?? {};
  return witnessKeyOf(kid ?? '', key?.publicKey ?? new Uint8Array(0)).name;
};
const signersOf = (name: string, ...places: readonly number[]) => [
  `wallet-service/journal/${name}/1`,
  'wallet-service/signer',
  ...places.map(nameOf),
];

it('a journal that grows is signed by its key, a signer and all witnesses, across restarts of signers', async () => {
  const journal = await makeJournal('grows');
  expect(await journal.grow(3)).toEqual(signersOf('grows', 0, 1, 2));
  expect(await journal.grow(10)).toEqual(signersOf('grows', 0, 1, 2));
  await restartSigner();
  expect(await journal.grow(21)).toEqual(signersOf('grows', 0, 1, 2));
  const keys = new Set(journal.stored.map(({ publicKey }) => Buffer.from(publicKey).toString('hex')));
  expect(keys.size).toBe(1);
});

it('a witness that was away, or lost its disk, is brought to the newest checkpoint', async () => {
  const journal = await makeJournal('away');
  await journal.grow(3);
  const [third] = journal.asks.splice(2, 1);
  expect(await journal.grow(9)).toEqual(signersOf('away', 0, 1));
  await journal.grow(11);
  journal.asks.push(third);
  expect(await journal.grow(12)).toEqual(signersOf('away', 0, 1, 2));
  await witnesses[1]?.end();
  const [, world] = worlds;
  if (!world) throw new Error('no such world');
  rmSync(world.stateDirectory, { recursive: true });
  mkdirSync(world.stateDirectory);
  witnesses[1] = await world.start({ NEW_STATE_UNTIL: soon() });
  await restartSigner();
  expect(await journal.grow(13)).toEqual(signersOf('away', 0, 1, 2));
  expect(journal.incidents).toEqual([]);
});

it.each(['a signer that remembers', 'a signer that was restarted'])(
  'a journal that was rolled back, or forked, is found by %s',
  async (which) => {
    const journal = await makeJournal(`lost-${which.length}`);
    await journal.grow(12);
    await journal.grow(20);
    if (which.endsWith('restarted')) await restartSigner();
    journal.stored.pop();
    journal.state.size = 15;
    await journal.round();
    expect(journal.incidents).toMatchObject([
      { finding: 'journal-rolled-back', details: { size: 15, size_seen: 20 } },
    ]);
    journal.state.log = logOfLeaves(journal.name, leavesOf(40, 4));
    for (const size of [20, 30]) {
      journal.state.size = size;
      await journal.round();
    }
    expect(journal.stored).toHaveLength(1);
    expect(journal.incidents.slice(1)).toMatchObject([
      { finding: 'journal-forked', details: { size_seen: 20 } },
      { finding: 'journal-forked', details: { size_seen: 20 } },
    ]);
    // What an operator accepted goes on under another name.
    journal.state.generation = 2;
    expect(await journal.grow(31)).toEqual([
      `wallet-service/journal/${journal.name}/2`,
      ...signersOf(journal.name, 0, 1, 2).slice(1),
    ]);
  },
);

it('a journal that was rolled back is found also while it grows', async () => {
  const journal = await makeJournal('busy');
  await journal.grow(20);
  journal.stored.pop();
  journal.state.size = 10;
  journal.state.growth = 1;
  await journal.round();
  expect(journal.incidents).toMatchObject([{ finding: 'journal-rolled-back', details: { size_seen: 20 } }]);
});

it('one witness that saw more than all others is enough to find it', async () => {
  const journal = await makeJournal('one');
  await journal.grow(5);
  const others = journal.asks.splice(0, 2);
  await journal.grow(9);
  journal.asks.unshift(...others);
  await restartSigner();
  journal.stored.pop();
  journal.state.size = 5;
  journal.state.log = logOfLeaves('one', leavesOf(40, 5));
  journal.state.size = 7;
  await journal.round();
  expect(journal.incidents).toMatchObject([
    { finding: 'journal-rolled-back', details: { size: 7, size_seen: 9 } },
  ]);
});

it('a witness that invents a longer journal stops nobody', async () => {
  const journal = await makeJournal('lied');
  await journal.grow(5);
  const liar = worlds[0]?.witnessKey;
  if (!liar) throw new Error('no such witness');
  const text = textOfLogCheckpoint(journal.state.log.at(30));
  const key = witnessKeyOf(liar.kid, liar.key.publicKey);
  const line = cosignNote(text, key, Math.floor(Date.now() / 1000), (message) =>
    sign(null, message, liar.privateKey),
  );
  const note = encodeNote({ text, signatures: [line] });
  journal.asks[0] = (offers) => Promise.resolve(offers.map(() => ({ note, outcome: 'forked' })));
  expect(await journal.grow(6)).toEqual(signersOf('lied', 1, 2));
  await restartSigner();
  expect(await journal.grow(7)).toEqual(signersOf('lied', 1, 2));
  expect(journal.incidents).toEqual([]);
});

it('too few witnesses delay the checkpoints of a signer that was restarted, and no others', async () => {
  const journal = await makeJournal('few');
  await journal.grow(5);
  journal.asks.splice(1, 2);
  expect(await journal.grow(6)).toEqual(signersOf('few', 0));
  await restartSigner();
  journal.state.size = 7;
  await journal.round();
  expect(journal.failures).toMatchObject([{ cause: { refusal: 'log-unwitnessed', details: { agree: 1 } } }]);
  expect(journal.stored.map(({ note }) => readLogCheckpoint(readNote(note)?.text ?? '')?.size)).toEqual([
    5, 6,
  ]);
});
