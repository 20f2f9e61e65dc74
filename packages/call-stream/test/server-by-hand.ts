import type { ServerHttp2Session } from 'node:http2';
import { CallerAccount } from '../src/caller-account.js';
import { openCallerSession, type CallerSession } from '../src/caller-session.js';
import { openFrontDoor } from '../src/front-door.js';
import type { CallServerOptions } from '../src/index.js';
import { createRouter } from '../src/route-streams.js';
import type { World } from './world.js';

export type ServerByHand = {
  /** The test looks at them, with a clock of its own. */
  readonly sessions: ReadonlySet<CallerSession>;
  /** The connections that have had a stream. */
  readonly connections: ReadonlySet<ServerHttp2Session>;
  /** Why connections were cut. */
  readonly cuts: readonly string[];
};

/** The server of `world.ours`, without its clock. Its callers are those of `kind`. */
export async function serveByHand(
  world: World,
  listen: string,
  dispatch: CallServerOptions['dispatch'],
  kind: CallerAccount['kind'] = 'frequent',
): Promise<ServerByHand> {
  const options = world.optionsOf(listen, dispatch);
  const { onStream } = createRouter(options, () => false);
  const sessions = new Set<CallerSession>();
  const connections = new Set<ServerHttp2Session>();
  const cuts: string[] = [];
  const door = await openFrontDoor({
    listen,
    tls: options.tls,
    onTurnedAway: () => undefined,
    onConnection: (socket, names) => {
      const session = openCallerSession({
        place: 'elsewhere',
        socket,
        account: new CallerAccount(names, kind, 1 << 20),
        onStream: (on, stream, headers) => {
          if (stream.session) connections.add(stream.session as ServerHttp2Session);
          onStream(on, stream, headers);
        },
        onCut: (_account, why) => cuts.push(why),
        onClosed: (closed) => sessions.delete(closed),
      });
      sessions.add(session);
    },
  });
  world.later(() => {
    for (const session of sessions) session.destroy();
    door.close();
  });
  return { sessions, connections, cuts };
}
