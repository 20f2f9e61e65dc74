import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '@wallet-service/local-stack';
import { spawnTethered } from '@wallet-service/test-kit/spawn-tethered';

/** A Redis without persistence that may be killed. It comes back empty, on the same port. */
export type RedisServer = {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly end: () => Promise<void>;
  readonly signal: (signal: 'SIGSTOP' | 'SIGCONT') => void;
  readonly flush: () => Promise<void>;
};

/** `undefined` if the machine has no redis-server. */
export async function startRedisServer(folder: string): Promise<RedisServer | undefined> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return undefined;
  const [port = 0] = await freePorts(1);
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const options = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder];
    running = spawnTethered('redis-server', ['--port', String(port), ...options], {
      cwd: folder,
      output: 'ignore',
    });
    while ((await ask(port, 'PING').catch(() => '')) !== '+PONG') await sleep(20);
  }

  await start();
  return {
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
      await ask(port, 'FLUSHALL');
    },
  };
}

/** Sends one command in the protocol's inline form, and returns the first line of the answer. */
async function ask(port: number, command: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    socket.end(`${command}\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    return answer.trim();
  } finally {
    socket.destroy();
  }
}
