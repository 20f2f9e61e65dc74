import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { LauncherConfig } from '../config.js';
import { openDataDirectory, type DataDirectory } from './data-directory.js';
import {
  controlDemoProvider,
  demoProviderProcess,
  type DemoProviderControl,
} from '../demo/provider-process.js';
import { freePorts, refuseTakenPort } from '../processes/free-ports.js';
import { introduceDemo } from '../demo/introduce-demo.js';
import { endLeftovers } from '../processes/leftover-processes.js';
import { makeLocalCertificates, type LocalCertificates } from '@wallet-service/local-certificates';
import { serviceSecrets } from '@wallet-service/operator-cli/secrets';
import { makePrivateFolder, writePrivateFile } from '@wallet-service/local-certificates/private-file';
import { repositoryRoot } from '../command/repository-root.js';
import { signerFlags } from './signer-flags.js';
import { adoptionSettings, openStackDatabase, type StackDatabase } from './database.js';
import { writeReferenceLink } from './reference-link.js';
import type { StackFile } from './stack-file.js';
import { lockStack } from './lock.js';
import { localTrust } from '../trust/local-trust.js';
import { consoleUrlOf, stackProcesses, targetsByName, type StackPlan } from './processes.js';
import { allReady, stopInOrder, superviseAll } from '../processes/supervise-all.js';
import type { SupervisedProcess } from '../processes/supervised-process.js';

export type RunningStack = {
  readonly expressUrl: string;
  readonly gatewayUrls: readonly string[];
  /** The origin of people's passkeys. */
  readonly consoleUrl: string;
  /** The content of stack.json. */
  readonly stack: StackFile;
  readonly processes: readonly SupervisedProcess[];
  readonly demoProvider: DemoProviderControl;
  readonly certificates: LocalCertificates;
  /** The URL of the owner of the database's schemas. */
  readonly databaseUrl: string;
  readonly logsDir: string;
  readonly dataDir: string;
  /** Where the inner services listen, as gRPC targets, by name such as `wallet-0`. */
  readonly targets: Readonly<Record<string, string>>;
  readonly stop: () => Promise<void>;
};

export type StackOptions = LauncherConfig & {
  readonly announce: (line: string) => void;
  /** A folder where each process leaves a CPU profile when it ends. */
  readonly profiles?: string | undefined;
  /** Cancels a start in progress. */
  readonly signal?: AbortSignal;
};

type Steps = {
  readonly undo: (step: () => Promise<void> | void) => void;
  readonly stop: () => Promise<void>;
};

/**
 * Starts the whole suite under `dataDir` and waits until a user of the demo provider can sign. If a part does
 * not start, everything is stopped again and it rejects. Throws StackRunsAlready if another launcher has the
 * folder.
 */
export async function startStack(options: StackOptions): Promise<RunningStack> {
  const undoSteps: (() => Promise<void> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (let last = undoSteps.pop(); last; last = undoSteps.pop()) await last();
  };
  try {
    return await start(options, { undo: (step) => undoSteps.push(step), stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(options: StackOptions, { undo, stop }: Steps): Promise<RunningStack> {
  const { announce, signal } = options;
  const dataDir = makePrivateFolder(path.resolve(options.dataDir));
  undo(lockStack(dataDir));
  const data = openDataDirectory(dataDir);
  undo(data.leave);
  if (existsSync(data.stackFile)) announce('the stack that ran here was killed: its stack.json is removed');
  rmSync(data.stackFile, { force: true });
  await endLeftovers(data.processesFile, announce);
  const ports = [options.port, ...(options.console ? [options.consolePort] : [])];
  for (const port of ports) if (port !== 0) await refuseTakenPort(port);
  const database = await openStackDatabase(data, options.databaseUrl, announce);
  undo(database.stop);
  announce(`Postgres is ready${options.databaseUrl === undefined ? '' : ' (DATABASE_URL)'}`);
  signal?.throwIfAborted();

  const plan = await planStack(options, data, database);
  const processes = superviseAll(
    [demoProviderProcess(plan.root, data), ...stackProcesses(plan)],
    data,
    announce,
  );
  undo(() => stopInOrder(processes));
  await unlessAborted(allReady(processes, announce), signal);
  const gatewayUrls = plan.gatewayPorts.map((port) => `http://127.0.0.1:${port}`);
  const stack = await unlessAborted(introduceDemo(plan, gatewayUrls[0] ?? '', announce), signal);
  await writeReferenceLink(data.referenceLink, stack);
  writePrivateFile(data.stackFile, `${JSON.stringify(stack, undefined, 2)}\n`);
  undo(() => {
    for (const file of [data.stackFile, data.referenceLink]) rmSync(file, { force: true });
  });
  return {
    expressUrl: stack.express_url,
    gatewayUrls,
    consoleUrl: consoleUrlOf(plan),
    stack,
    processes,
    demoProvider: controlDemoProvider(data),
    certificates: plan.certificates,
    databaseUrl: database.ownerUrl,
    logsDir: data.logs,
    dataDir,
    targets: targetsByName(plan),
    stop,
  };
}

async function planStack(
  options: StackOptions,
  data: DataDirectory,
  database: StackDatabase,
): Promise<StackPlan> {
  const now = new Date();
  const root = repositoryRoot();
  const certificates = await makeLocalCertificates(data.tls, now);
  const secrets = serviceSecrets(data.secrets);
  const trust = localTrust(data, secrets, options.replicas.witness, now);
  options.announce(`certificates and secrets are in ${data.root}`);
  options.announce(
    'DEVELOPMENT ONLY: this machine has the root key, the registrar key and the keys of all witnesses',
  );
  const [freePort = 0, ...free] = await freePorts(1 + options.replicas.gateway);
  return {
    ...options,
    root,
    data,
    certificates,
    secrets,
    roles: database.roles,
    settings: { ...(await adoptionSettings(database.ownerUrl, now)), ...options.settings },
    trust,
    consolePort: options.consolePort === 0 ? freePort : options.consolePort,
    gatewayPorts: options.port === 0 ? free : [options.port, ...free.slice(1)],
    signerFlags: signerFlags(root, certificates, secrets, trust.rootDocumentFile),
  };
}

function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      reject(new Error('stopped before it was ready'));
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject);
  });
}
