import { readFileSync, existsSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import type { DataDirectory } from '../stack/data-directory.js';
import type { DemoProviderAddress } from './provider-server.js';
import type { ProcessSpec } from '../processes/supervised-process.js';

export type DemoProviderControl = {
  /** Adds a new key to the key set. The old one continues to sign. */
  readonly announceKey: () => Promise<void>;
  /** The announced key, or a new one, signs from now on. The old ones stay in the key set. */
  readonly nextKey: () => Promise<void>;
  /** Only the signing key stays in the key set. */
  readonly retireOldKeys: () => Promise<void>;
};

export function demoProviderProcess(root: string, data: DataDirectory): ProcessSpec {
  rmSync(addressFile(data), { force: true });
  return {
    name: 'demo-provider',
    args: [path.join(root, 'packages/local-stack/dist/demo-provider.js')],
    env: {
      ENVIRONMENT: 'development',
      EXIT_WITH_PARENT: '1',
      DEMO_PROVIDER_DIR: data.demoProvider,
      ADDRESS_FILE: addressFile(data),
      CONTROL_SOCKET: controlSocket(data),
    },
    logFile: path.join(data.logs, 'demo-provider.log'),
    isReady: () => Promise.resolve(existsSync(addressFile(data))),
  };
}

/** Where the provider listens. Known once it is ready. */
export function demoProviderAddress(data: DataDirectory): DemoProviderAddress {
  return JSON.parse(readFileSync(addressFile(data), 'utf8')) as DemoProviderAddress;
}

export function controlDemoProvider(data: DataDirectory): DemoProviderControl {
  const post = (pathname: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const options = { socketPath: controlSocket(data), path: pathname, method: 'POST' };
      request(options, (response) => {
        response.resume().once('end', resolve);
      })
        .once('error', reject)
        .end();
    });
  return {
    announceKey: () => post('/keys/announce'),
    nextKey: () => post('/keys/next'),
    retireOldKeys: () => post('/keys/retire'),
  };
}

const addressFile = (data: DataDirectory): string => path.join(data.run, 'demo-provider.json');
const controlSocket = (data: DataDirectory): string => path.join(data.run, 'demo-provider.sock');
