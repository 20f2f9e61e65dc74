import type { TLSSocket } from 'node:tls';
import type { CallServerOptions, CutReason } from './call-server-options.js';
import { CallerAccount, CallerAccounts, type CallerKind } from './caller-account.js';
import { openCallerSession, type CallerSession } from './caller-session.js';
import { openFrontDoor } from './front-door.js';
import { createRouter, largestRequest } from './route-streams.js';
import { placeOf } from './place.js';
import { Tally } from './tally.js';

const lookEveryMs = 1_000;
/** While no connection brings anything. */
const lookSeldomMs = 5_000;

export type CallServer = {
  /** What to connect to: `unix:/path` or `host:port` with the real port. */
  readonly address: string;
  /** Received calls that are not answered yet. */
  readonly inFlight: () => number;
  /**
   * Tells every caller to go elsewhere, answers calls in flight, and stops. After `timeoutMs` it stops by
   * force.
   */
  readonly drain: (timeoutMs?: number) => Promise<void>;
};

/**
 * Serves methods over mTLS in both forms, with the standard health service, behind one allow-list that is
 * checked before a message is read.
 */
export async function startCallServer(options: CallServerOptions): Promise<CallServer> {
  let draining = false;
  const { onStream, inFlight } = createRouter(options, () => draining);
  const sessions = new Set<CallerSession>();
  const accounts = new CallerAccounts(
    (names) => new CallerAccount(names, kindOf(options, names), largestRequest(options, names)),
  );
  const cuts = new Tally((told, count) => {
    const [why = '', callers = ''] = told.split(' of ');
    options.onCut?.(callers, why as CutReason, count);
  });
  const onCut = ({ names }: Pick<CallerAccount, 'names'>, why: CutReason): void => {
    cuts.add(`${why} of ${names.join(', ')}`);
  };

  const place = placeOf(options.listen);
  function admit(socket: TLSSocket, names: readonly string[]): void {
    const account = accounts.of(names);
    const isInDebt = account.kind !== 'frequent' && (account.overhead?.debtMs() ?? 0) > 0;
    // A caller that exceeded its allowance may come back when the debt is paid. A caller that serves users
    // keeps its other connections.
    if (draining || isInDebt || account.connections >= account.maxConnections) {
      socket.destroy();
      onCut(account, isInDebt ? 'overhead' : 'connections');
      return;
    }
    const onClosed = (session: CallerSession): void => {
      sessions.delete(session);
    };
    sessions.add(openCallerSession({ socket, account, place, onStream, onCut, onClosed }));
  }

  const door = await openFrontDoor({
    listen: options.listen,
    tls: options.tls,
    onConnection: admit,
    onTurnedAway: () => {
      onCut({ names: [] }, 'handshakes');
    },
  });

  // One timer for all connections.
  let nextLook = setTimeout(look, lookEveryMs).unref();
  function look(): void {
    const now = performance.now();
    let isBusy = false;
    for (const session of sessions) isBusy = session.look(now) || isBusy;
    nextLook = setTimeout(look, isBusy ? lookEveryMs : lookSeldomMs).unref();
  }

  return {
    address: door.address,
    inFlight,
    async drain(timeoutMs = 8_000) {
      draining = true;
      door.close();
      for (const session of sessions) session.leave();
      const end = Date.now() + timeoutMs;
      while (sessions.size > 0 && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 5));
      for (const session of sessions) session.destroy();
      clearTimeout(nextLook);
    },
  };
}

function kindOf(
  { allowed, occasional = [] }: Pick<CallServerOptions, 'allowed' | 'occasional'>,
  names: readonly string[],
): CallerKind {
  const known = names.filter((name) => Object.values(allowed).some((callers) => callers.includes(name)));
  if (known.length === 0) return 'stranger';
  return known.every((name) => occasional.includes(name)) ? 'occasional' : 'frequent';
}
