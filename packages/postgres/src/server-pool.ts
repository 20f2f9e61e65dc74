import pg from 'pg';
import type { ServerToTry, Wanted } from './database-url.js';

/** A server answered that is not what `target_session_attrs` asks for. */
export class UnwantedServer extends Error {
  override readonly name = 'UnwantedServer';
  readonly code = 'UNWANTED_SERVER';
}

/**
 * A pool whose new connections go to the first server that answers and is what is wanted. It stays with that server
 * until a connection to it fails.
 */
export class ServerPool extends pg.Pool {
  readonly #servers: Servers;

  constructor(servers: readonly ServerToTry[], config: pg.PoolConfig) {
    const known = new Servers(servers);
    super({ ...config, Client: clientOf(known) });
    this.#servers = known;
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connected = this.#connectToAny();
    if (!callback) return connected;
    connected.then(
      (client) => {
        callback(undefined, client, client.release.bind(client));
      },
      (error: unknown) => {
        callback(error as Error, undefined, () => undefined);
      },
    );
    return undefined;
  }

  async #connectToAny(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await super.connect();
      } catch (error) {
        // Waiting for a free connection in vain says nothing about the server.
        if (attempt >= this.#servers.count || !this.#servers.isFailure(error)) throw error;
      }
    }
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  release: (error?: Error | boolean) => void,
) => void;

/** Which server is tried next. */
class Servers {
  readonly #all: readonly ServerToTry[];
  readonly #failures = new WeakSet<Error>();
  #at = 0;

  constructor(all: readonly ServerToTry[]) {
    this.#all = all;
  }

  get count(): number {
    return this.#all.length;
  }

  get current(): ServerToTry {
    const server = this.#all[this.#at];
    if (!server) throw new Error('a pool has at least one server');
    return server;
  }

  /** Another connection may have left the server already. */
  failed(server: ServerToTry, error: unknown): void {
    if (error instanceof Error) this.#failures.add(error);
    if (server === this.current) this.#at = (this.#at + 1) % this.#all.length;
  }

  /** When a connection takes too long, the pool wraps the error. */
  isFailure(error: unknown): boolean {
    return (
      error instanceof Error &&
      (this.#failures.has(error) || (error.cause instanceof Error && this.#failures.has(error.cause)))
    );
  }
}

function clientOf(servers: Servers): new () => pg.Client {
  return class extends pg.Client {
    readonly #server: ServerToTry;

    constructor(config?: pg.PoolConfig) {
      const server = servers.current;
      const connectionTimeoutMillis = Math.ceil((config?.connectionTimeoutMillis ?? 0) / servers.count);
      super({ ...config, connectionString: server.url, connectionTimeoutMillis });
      this.#server = server;
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null, client?: pg.Client) => void): void;
    override connect(
      callback?: (error: Error | null, client?: pg.Client) => void,
    ): Promise<pg.Client> | undefined {
      const connected = this.#connect();
      if (!callback) return connected;
      connected.then(
        (client) => {
          callback(null, client);
        },
        (error: unknown) => {
          callback(error as Error);
        },
      );
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        await refuseUnwanted(this, this.#server.wanted);
        return this;
      } catch (error) {
        servers.failed(this.#server, error);
        throw error;
      }
    }
  };
}

async function refuseUnwanted(client: pg.Client, wanted: Wanted): Promise<void> {
  if (wanted === 'any') return;
  // The pool listens only when it has the connection, and an error without a listener ends the process.
  const onError = (): undefined => undefined;
  client.on('error', onError);
  try {
    const { rows } = await client.query<State>(
      `select pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as read_only`,
    );
    const [state] = rows;
    if (!state || !isWanted(state, wanted))
      throw new UnwantedServer(`the server at ${client.host}:${client.port} is not ${wanted}`);
  } catch (error) {
    client.end().catch(onError);
    throw error;
  }
  client.removeListener('error', onError);
}

type State = { readonly standby: boolean; readonly read_only: boolean };

function isWanted({ standby, read_only: readOnly }: State, wanted: Wanted): boolean {
  const meanings = {
    any: true,
    'read-write': !readOnly,
    'read-only': readOnly,
    primary: !standby,
    standby,
  };
  return meanings[wanted];
}
