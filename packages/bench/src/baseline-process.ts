import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { certificateFiles } from '@wallet-service/local-certificates';
import { repositoryRoot, type StackFile } from '@wallet-service/local-stack';
import type { BaselineCurve } from './baseline-curve.js';

export type BaselineProcess = {
  /** Without a path. */
  readonly url: string;
  readonly pid: number;
  readonly hopSocket: string;
  readonly close: () => Promise<void>;
};

/** Starts a baseline process with the key set of the stack's demo provider. */
export async function startBaselineProcess(
  stack: StackFile,
  dataDir: string,
  curve: BaselineCurve,
): Promise<BaselineProcess> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const hopSocket = path.join(folder, 'hop.sock');
  const { ca, cert, key } = certificateFiles(path.join(dataDir, 'tls')).policy;
  const jwks = await fetch(stack.demo_provider.token_url.replace(/\/token$/, '/jwks'));
  const child = spawn(process.execPath, [path.join(repositoryRoot(), 'packages/bench/dist/baseline.js')], {
    env: {
      EXIT_WITH_PARENT: '1',
      BASELINE_ISSUER: stack.demo_provider.issuer,
      BASELINE_AUDIENCE: stack.demo_provider.audience,
      BASELINE_JWKS: await jwks.text(),
      BASELINE_CURVE: curve,
      HOP_SOCKET: hopSocket,
      TLS_CA_FILE: ca,
      TLS_CERT_FILE: cert,
      TLS_KEY_FILE: key,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  const { port } = JSON.parse(line) as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    hopSocket,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
