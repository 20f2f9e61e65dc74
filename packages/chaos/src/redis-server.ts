import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CertificateFiles } from '@wallet-service/local-certificates';
import { freePorts } from '@wallet-service/local-stack/free-ports';
import { spawnTethered } from '@wallet-service/test-kit/spawn-tethered';

/** A Redis, Valkey or sentinel that may be killed. It comes back on the same port, without its data. */
export type RedisServer = {
  readonly port: number;
  /** 0 if it was started without `tls`. */
  readonly tlsPort: number;
  /** Without TLS. */
  readonly url: string;
  readonly start: () => Promise<void>;
  /** SIGKILL. */
  readonly end: () => Promise<void>;
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  readonly flush: () => Promise<void>;
  /** Sends commands on one connection, without TLS, and returns all answers as the protocol has them. */
  readonly ask: (...commands: readonly string[]) => Promise<string>;
};

/** `undefined` if the machine has no redis-server. */
export async function startRedisServer(folder: string): Promise<RedisServer | undefined> {
  return isInstalled('redis-server') ? startRedisProgram({ folder }) : undefined;
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

/**
 * `settings`: lines of its configuration file. `tls`: its certificate. It then has a port for TLS, too, and speaks TLS
 * to other servers.
 */
export async function startRedisProgram({
  folder,
  program = 'redis-server',
  kind = 'server',
  tls,
  settings = [],
}: {
  readonly folder: string;
  readonly program?: 'redis-server' | 'valkey-server';
  readonly kind?: 'server' | 'sentinel' | 'node of a cluster';
  readonly tls?: CertificateFiles;
  readonly settings?: readonly string[];
}): Promise<RedisServer> {
  const [port = 0, tlsPort = 0, clusterPort = 0] = await freePorts(3);
  const place = path.join(folder, String(port));
  mkdirSync(place);
  const file = path.join(place, 'redis.conf');
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `dir ${place}`,
    ...(kind === 'sentinel' ? [] : ["save ''", 'appendonly no']),
    ...(kind === 'node of a cluster' ? ['cluster-enabled yes', `cluster-port ${clusterPort}`] : []),
    ...(tls ? tlsSettings(tls, tlsPort) : []),
    ...settings,
  ];
  writeFileSync(file, lines.join('\n'));
  let running: ChildProcess | undefined;
  const ask = (...commands: readonly string[]): Promise<string> => askOver(port, commands);

  async function start(): Promise<void> {
    const child = spawnTethered(program, [file, ...(kind === 'sentinel' ? ['--sentinel'] : [])], {
      cwd: place,
      output: 'ignore',
    });
    running = child;
    while (!/^(\+PONG|-NOAUTH)/.test(await ask('PING').catch(() => ''))) {
      if (child.exitCode !== null)
        throw new Error(`${program} does not accept its settings: ${settings.join('; ')}`);
      await sleep(20);
    }
  }

  await start();
  return {
    port,
    tlsPort: tls ? tlsPort : 0,
    url: `redis://127.0.0.1:${port}`,
    start,
    async end() {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, 'exit');
      running.kill('SIGKILL');
      await gone;
    },
    signal: (signal) => running?.kill(signal),
    flush: async () => {
      await ask('FLUSHALL');
    },
    ask,
  };
}

function tlsSettings({ ca, cert, key }: CertificateFiles, port: number): string[] {
  return [
    `tls-port ${port}`,
    `tls-cert-file ${cert}`,
    `tls-key-file ${key}`,
    `tls-ca-cert-file ${ca}`,
    'tls-auth-clients no',
    'tls-replication yes',
  ];
}

/** In the protocol's inline form. */
async function askOver(port: number, commands: readonly string[]): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    socket.end(`${commands.join('\r\n')}\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer.trim();
  } finally {
    socket.destroy();
  }
}
