import { createPublicKey, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { createGrantVerifier, signApprover, signGrant, type Grant } from '@wallet-service/grants';
import { definitions, type Handlers, type IdentityDefinition } from '@wallet-service/grpc';
import { createPool, migrate } from '@wallet-service/postgres';
import { databaseFor } from '@wallet-service/postgres/testing';
import { callable, type Calls } from '@wallet-service/test-kit/callable';
import type pg from 'pg';
import { createApp, type App } from '../src/app.js';
import type { BackgroundWork } from '@wallet-service/runtime';
import type { ForgedRow } from '../src/row-macs.js';
import type { AskWitness } from '../src/witnesses/ask-witnesses.js';
import { startWitnesses, type Witnesses, type WitnessesOptions } from './witnesses.js';

export type Replica = Calls<Handlers<IdentityDefinition>> & {
  /** Addresses of key sets that the replica has had the witnesses look at so far. */
  readonly fetched: string[];
  /** Rows that it read and identity did not write. */
  readonly forged: ForgedRow[];
  adoptRows: App['adoptRows'];
  /** Rows that it refused to use. */
  readonly refused: object[];
  startBackgroundWork: () => BackgroundWork;
};

export type Identity = {
  replica: (settings?: Partial<ReplicaSettings>) => Replica;
  /** With the service's own role, which row-level security binds. */
  readonly servicePool: pg.Pool;
  /** As the owner, who sees and changes everything. */
  readonly owner: pg.Pool;
  readonly witnesses: Witnesses;
  /** Who has it can write rows as identity does. */
  readonly pepper: Uint8Array;
  close: () => Promise<void>;
};

type ReplicaSettings = {
  readonly registrarKey: KeyObject;
  readonly cooldownSeconds: number;
  readonly refreshSeconds: number;
  readonly maxStaleSeconds: number;
  readonly adoptRowsUntilMs: number;
  /** Of who calls. The operator, if it is left out. */
  readonly grant: Grant;
  /** In the place of the connections to the witness processes. */
  readonly ask: readonly AskWitness[];
};

export const operatorKey = 'operator-key-of-these-tests-0123456789';

/** Any number of replicas of the service, without the process around them, on one real database with real witnesses. */
export async function startIdentity(name: string, options: WitnessesOptions = {}): Promise<Identity> {
  const [database, witnesses] = await Promise.all([databaseFor({ name }), startWitnesses(options)]);
  const { url, migrationUrl, role } = database.roles.identity;
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
  await migrate({
    url: migrationUrl,
    schema: 'identity',
    directory: fileURLToPath(new URL('../migrations', import.meta.url)),
    runtimeRole: role,
    logger: quiet,
  });
  const pools: pg.Pool[] = [];
  const pool = (of: string) => {
    const made = createPool({ url: of, max: 10, logger: quiet, applicationName: 'test' });
    pools.push(made);
    return made;
  };
  const owner = pool(`${migrationUrl}?options=-c%20search_path%3Didentity`);
  const pepper = randomBytes(32);
  const grantKey = generateKeyPairSync('ed25519').privateKey;
  return {
    owner,
    witnesses,
    pepper,
    servicePool: pool(url),
    replica(settings = {}) {
      const keySets = {
        allowLoopback: true,
        allowedPorts: [443],
        refreshSeconds: 300,
        maxStaleSeconds: 86_400,
        cooldownSeconds: 0,
        ...settings,
      };
      const fetched: string[] = [];
      const forged: ForgedRow[] = [];
      const refused: object[] = [];
      const app = createApp({
        pool: pool(url),
        keySets,
        pepper,
        operatorKey,
        onForged: (row) => {
          forged.push(row);
        },
        signGrant: (grant) => signGrant(grant, grantKey),
        signApprover: (approver) => signApprover(approver, grantKey),
        verifyGrant: createGrantVerifier({
          publicKeys: [createPublicKey(grantKey)],
          audience: 'identity',
          now: Date.now,
        }),
        adoptRowsUntilMs: settings.adoptRowsUntilMs,
        onRowRefused: (row, details) => refused.push({ row, ...details }),
        logger: quiet,
        witnesses: settings.ask ?? witnesses.ask,
        bakedRoot: witnesses.baked,
        registrarKey: settings.registrarKey ?? witnesses.registrar.privateKey,
        observing: (observe) => (source, maxAgeSeconds) => {
          fetched.push(source.keySource === 'discovery' ? source.issuer : source.keySource.jwksUri);
          return observe(source, maxAgeSeconds);
        },
      });
      const grant = settings.grant ?? operatorGrant;
      return Object.assign(callable(app.handlers, definitions.identity.methods, { ...context, grant }), {
        fetched,
        forged,
        adoptRows: () => app.adoptRows(),
        refused,
        startBackgroundWork: () => app.startBackgroundWork(quiet),
      });
    },
    close: async () => {
      await Promise.all(pools.map((each) => each.end()));
      await database.drop();
      await witnesses.close();
    },
  };
}

// For the operator, who may change everything about an application.
export const operatorGrant: Grant = {
  audience: 'identity',
  applicationId: undefined,
  keyId: '',
  issuedAt: 0,
  expiresAt: 0,
};
const context = {
  caller: 'gateway',
  reason: '',
  traceId: 'test',
  signal: new AbortController().signal,
  deadline: 0,
};
