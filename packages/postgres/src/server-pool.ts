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
 *
 * A query with a `name` is parsed and planned once for each connection. Behind a pooler the name is left out, because
 * each transaction may have another session there.
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
    #hasOwnSession = false;

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

    // `pg` has nine signatures for it.
    // oxlint-disable-next-line typescript/no-explicit-any
    override query(query: any, ...others: unknown[]): any {
      const asked: unknown = this.#hasOwnSession ? query : withoutName(query);
      return (super.query as (...args: unknown[]) => unknown)(asked, ...others);
    }

    async #connect(): Promise<pg.Client> {
      try {
        await super.connect();
        const session = await sessionOf(this);
        if (!isWanted(session, this.#server.wanted)) {
          this.end().catch(ignored);
          throw new UnwantedServer(`the server at ${this.host}:${this.port} is not ${this.#server.wanted}`);
        }
        // A pooler tells its clients a number of its own.
        this.#hasOwnSession = session.pid === (this as unknown as { processID: number | null }).processID;
        return this;
      } catch (error) {
        servers.failed(this.#server, error);
        throw error;
      }
    }
  };
}

function withoutName(query: unknown): unknown {
  if (typeof query !== 'object' || query === null || !('name' in query) || 'submit' in query) return query;
  const { name: _, ...unnamed } = query;
  return unnamed;
}

type Session = { readonly pid: number; readonly standby: boolean; readonly read_only: boolean };

async function sessionOf(client: pg.Client): Promise<Session> {
  // The pool listens only when it has the connection, and an error without a listener ends the process.
  client.on('error', ignored);
  try {
    const { rows } = await client.query<Session>(
      `select pg_backend_pid() as pid, pg_is_in_recovery() as standby,
         current_setting('transaction_read_only')::boolean as read_only`,
    );
    const [session] = rows;
    if (!session) throw new Error('the server did not say what it is');
    client.removeListener('error', ignored);
    return session;
  } catch (error) {
    client.end().catch(ignored);
    throw error;
  }
}

const ignored = (): undefined => undefined;

function isWanted({ standby, read_only: readOnly }: Session, wanted: Wanted): boolean {
  const meanings = {
    any: true,
    'read-write': !readOnly,
    'read-only': readOnly,
    primary: !standby,
    standby,
  };
  return meanings[wanted];
}
