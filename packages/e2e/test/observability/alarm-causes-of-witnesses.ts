import { generateKeyPairSync } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connect, definitions, type RequestOf, type WitnessDefinition } from '@wallet-service/grpc';
import { readCertificate } from '@wallet-service/local-certificates';
import { until } from '@wallet-service/test-kit/until';
import { acceptStops } from '../accept-stops.js';
import type { Cause } from './alarm-causes.js';
import { id, logOf, owner, processOf, sign, stack, stopJournal } from './alarm-world.js';
import { scrape, valueOf } from './scrape.js';

const documents = 'wallet_service_witness_documents_total';
const named = 'wallet_service_witness_named';
const stateFailures = 'wallet_service_witness_state_failures_total';
const clockFailures = 'wallet_service_witness_clock_failures_total';

/** With the operator's certificate. Returns the code of the refusal, or `answered`. */
async function askWitness(request: RequestOf<WitnessDefinition['State']>): Promise<string> {
  const client = connect({
    definition: definitions.witness,
    targets: [stack.targets['witness-0'] ?? ''],
    tls: readCertificate(stack.certificates.operator),
    serverName: 'witness',
  });
  const answer = await client.call('State', request, { deadlineMs: 5_000, traceId: 'f'.repeat(32) }).then(
    () => 'answered',
    (error: unknown) => (error as { code: string }).code,
  );
  client.close();
  return answer;
}

/** With the wallet service's certificate: its last checkpoint, as if another key had signed it. */
async function offerOfAnotherKey(): Promise<string | undefined> {
  const { rows } = await owner.query<{ note: string }>(
    'select note from wallet.journal_checkpoints where application_id = $1 order by signed_at desc limit 1',
    [id()],
  );
  const client = connect({
    definition: definitions.witness,
    targets: [stack.targets['witness-0'] ?? ''],
    tls: readCertificate(stack.certificates.wallet),
    serverName: 'witness',
  });
  const offer = { applicationId: id(), note: rows[0]?.note ?? '', publicKey: Buffer.alloc(32, 7) };
  const request = { offers: [{ ...offer, oldSize: 0, consistencyProof: [] }] };
  const { held } = await client.call('CosignCheckpoints', request, {
    deadlineMs: 5_000,
    traceId: 'f'.repeat(32),
  });
  client.close();
  return held[0]?.outcome;
}

const checkpoints = 'wallet_service_witness_checkpoints_total';
const offeredCheckpoints = async (): Promise<number> =>
  Number(
    (await owner.query('select from wallet.journal_checkpoints where application_id = $1', [id()])).rowCount,
  );
const generations = async (): Promise<number> =>
  valueOf(await scrape(stack), checkpoints, { outcome: 'new-generation' });

const documentsFolder = () => path.join(stack.dataDir, 'trust/witness-0/documents');
const isNamed = async () => valueOf(await scrape(stack, 'is left out'), named);
const checkpointAge = 'wallet_service_journal_checkpoint_oldest_age_seconds';
const checkpointWait = async (): Promise<number> =>
  valueOf(await scrape(stack, 'is left out'), checkpointAge);
const setBack = "let by=0;const now=Date.now;Date.now=()=>now()+by;process.on('SIGUSR2',()=>{by=-60000})";

export const causesOfWitnesses: readonly Cause[] = [
  {
    because: 'somebody offers a document that nobody signed',
    alerts: ['WitnessRefusesDocuments'],
    counts: [[documents, { kind: 'application', outcome: 'refused' }]],
    says: ['witness-0', "an application's document was not accepted"],
    silentBefore: true,
    bring: () => askWitness({ applicationId: id(), document: Buffer.from('{}') }),
  },
  {
    because: 'somebody offers a root document that nobody signed',
    alerts: ['WitnessRefusesDocuments'],
    counts: [[documents, { kind: 'root', outcome: 'refused' }]],
    says: ['witness-0', 'a root document was refused'],
    bring: () => askWitness({ rootDocument: Buffer.from('{}') }),
  },
  {
    because: 'somebody with the certificate of the wallet service offers a checkpoint of another key',
    alerts: ['WitnessRefusesCheckpoints'],
    counts: [[checkpoints, { outcome: 'refused' }]],
    says: ['witness-0', 'INCIDENT: a checkpoint is not signed by the key of its journal'],
    silentBefore: true,
    arrange: async () => {
      await until('a signature', async () => (await sign('alice')).status === 200);
      await until('a checkpoint', async () => (await offeredCheckpoints()) > 0);
    },
    bring: async () => {
      expect(await offerOfAnotherKey()).toBe('refused');
    },
  },
  {
    because: 'an operator lets a journal go on that was stopped',
    alerts: ['JournalGenerationBegan'],
    counts: [[checkpoints, { outcome: 'new-generation' }]],
    says: ['witness-0', 'a loss of a journal was accepted'],
    arrange: async () => {
      await stopJournal();
      await until('the stop', async () => (await sign('alice')).status === 503);
    },
    bring: async () => {
      const before = await generations();
      await acceptStops(stack.databaseUrl, stack.dataDir);
      await until('a signature', async () => (await sign('alice')).status === 200);
      // So that a checkpoint is due before a minute is over.
      await owner.query('delete from wallet.journal_checkpoints where application_id = $1', [id()]);
      await until('the generation', async () => (await generations()) > before);
    },
  },
  {
    because: 'the disk of a witness cannot be read',
    alerts: ['WitnessStateFails'],
    counts: [[stateFailures, {}]],
    says: ['witness-0', 'the state directory failed; nothing is signed'],
    silentBefore: true,
    bring: async () => {
      renameSync(documentsFolder(), `${documentsFolder()}.away`);
      writeFileSync(documentsFolder(), '');
      expect(await askWitness({ applicationId: id() })).toBe('service.unavailable');
    },
    undo: async () => {
      rmSync(documentsFolder());
      renameSync(`${documentsFolder()}.away`, documentsFolder());
      expect(await askWitness({ applicationId: id() })).toBe('answered');
    },
  },
  {
    because: 'the clock of a witness is set back',
    alerts: ['WitnessClockWrong'],
    counts: [[clockFailures, {}]],
    says: ['witness-0', 'the clock went back; nothing is signed until it has caught up'],
    silentBefore: true,
    arrange: async () => {
      const options = `--import=data:text/javascript,${encodeURIComponent(setBack)}`;
      await processOf('witness-0').restart({ NODE_OPTIONS: options });
      expect(await askWitness({ applicationId: id() })).toBe('answered');
    },
    bring: async () => {
      processOf('witness-0').kill('SIGUSR2');
      await until(
        'its refusal',
        async () => (await askWitness({ applicationId: id() })) === 'service.unavailable',
      );
    },
    undo: () => processOf('witness-0').restart(),
  },
  {
    because: 'a signer was restarted, and no witness says what it had signed',
    alerts: ['JournalWithoutCheckpoint'],
    says: ['wallet-0', 'a journal gets no checkpoint now'],
    ages: [checkpointAge],
    silentBefore: true,
    arrange: async () => {
      await until('a signature', async () => (await sign('alice')).status === 200);
      await until('no wait', async () => (await checkpointWait()) === 0);
    },
    bring: async () => {
      processOf('witness-0').kill('SIGSTOP');
      await processOf('signer-0').restart();
      // So that it is due before a minute is over.
      await owner.query('delete from wallet.journal_checkpoints where application_id = $1', [id()]);
      await until('the wait', async () => (await checkpointWait()) > 0);
      const told = /"applicationId":"[^"]+".*a journal gets no checkpoint now/;
      await until('the line', () => told.test(logOf('wallet-0')));
    },
    undo: async () => {
      processOf('witness-0').kill('SIGCONT');
      await until('no wait', async () => (await checkpointWait()) === 0);
    },
  },
  {
    because: 'a witness has another key than the root document names',
    alerts: ['WitnessAway', 'TooFewWitnesses'],
    says: ['witness-0', 'the root document does not name this witness; nobody believes what it states'],
    silentBefore: true,
    bring: async () => {
      const file = path.join(stack.dataDir, 'another-witness-key.pem');
      const { privateKey } = generateKeyPairSync('ed25519');
      writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
      await processOf('witness-0').restart({ WITNESS_KEY_FILE: file });
      await until(
        'its word',
        async () => logOf('witness-0').includes('nobody believes') && (await isNamed()) === 0,
      );
    },
    undo: async () => {
      await processOf('witness-0').restart();
      await until('its name', async () => (await isNamed()) === 1);
    },
  },
];
