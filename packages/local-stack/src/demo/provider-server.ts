import { existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JWK } from 'jose';
import type { Provider } from 'oidc-provider';
import { freePorts } from '../processes/free-ports.js';
import { createDemoIssuer, demoAudience, demoClientAuthorization, newSigningKey } from './issuer.js';
import { answersLogin } from './login.js';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';

/** What must survive a restart. Wallets belong to (issuer, subject), so the issuer keeps its name and port. */
type State = {
  readonly issuer: string;
  /** The first one signs. */
  readonly keys: readonly JWK[];
  /** Published, but does not sign yet. */
  readonly announced?: JWK;
};

export type DemoProviderAddress = {
  readonly issuer: string;
  readonly audience: string;
  readonly tokenUrl: string;
  readonly jwksUri: string;
};

const changes: Readonly<Record<string, (state: State) => Promise<State>>> = {
  '/keys/announce': async (state) => ({ ...state, announced: await newSigningKey() }),
  '/keys/next': async ({ issuer, keys, announced }) => ({
    issuer,
    keys: [announced ?? (await newSigningKey()), ...keys],
  }),
  '/keys/retire': ({ issuer, keys }) => Promise.resolve({ issuer, keys: keys.slice(0, 1) }),
};

export type RunningDemoProvider = { readonly address: DemoProviderAddress; close(): Promise<void> };

/**
 * Serves the demo provider on loopback, on the port of its issuer name.
 * The control socket accepts `POST /keys/announce` (a new key is published), `POST /keys/next` (the announced
 * key, or a new one, signs; the old ones stay published) and `POST /keys/retire` (only the signing key
 * stays).
 */
export async function serveDemoProvider(folder: string, controlSocket: string): Promise<RunningDemoProvider> {
  const stateFile = path.join(folder, 'state.json');
  const saved = existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State) : undefined;
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    request.headers.authorization ??= demoClientAuthorization;
    // A busy client would notice too late that a connection that it keeps has ended.
    response.shouldKeepAlive = false;
    if (!provider || answersLogin(provider, request, response)) return;
    void provider.callback()(request, response);
  });
  const port = saved ? Number(new URL(saved.issuer).port) : await freePort();
  await listenOnOwnPort(server, port);
  const url = `http://127.0.0.1:${port}`;

  let state = saved ?? { issuer: url, keys: [await newSigningKey()] };
  const use = (next: State): void => {
    writePrivateFile(stateFile, JSON.stringify(next));
    state = next;
    provider = createDemoIssuer(state.issuer, [...state.keys, ...(state.announced ? [state.announced] : [])]);
  };
  use(state);
  const control = createServer((request, response) => {
    void (async () => {
      const change = changes[request.url ?? ''];
      if (change) use(await change(state));
      else response.statusCode = 404;
      response.end(JSON.stringify({ kids: state.keys.map(({ kid }) => kid) }));
    })();
  });
  // A process that was killed leaves its socket behind.
  rmSync(controlSocket, { force: true });
  await listen(control, controlSocket);

  return {
    address: {
      issuer: state.issuer,
      audience: demoAudience,
      tokenUrl: `${url}/token`,
      jwksUri: `${url}/jwks`,
    },
    close: async () => {
      await Promise.all([close(server), close(control)]);
    },
  };
}

async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

const portPauseMs = 250;
const portAttempts = 40;

/** Waits for a while if another program has the port of the issuer. */
async function listenOnOwnPort(server: Server, port: number): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await listen(server, port);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (attempt === portAttempts)
        throw new Error(
          `port ${port} of the demo provider is taken. Wallets belong to its issuer, whose name has that port. ` +
            'Free the port, or set another DATA_DIR',
          { cause: error },
        );
      await sleep(portPauseMs);
    }
  }
}

function listen(server: Server, at: number | string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    const done = (): void => {
      server.off('error', reject);
      resolve();
    };
    if (typeof at === 'string') server.listen(at, done);
    else server.listen(at, '127.0.0.1', done);
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
