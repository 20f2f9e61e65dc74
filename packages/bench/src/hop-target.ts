import { startCallServer, status, type CallServer, type Tls } from '@wallet-service/call-stream';

export const hopService = 'bench.v1.Hop';
export const hopServerName = 'policy';

/** A service that answers each call with its request, as a unary method and over the call stream. */
export function serveHopTarget(socket: string, tls: Tls): Promise<CallServer> {
  return startCallServer({
    service: hopService,
    allowed: { Echo: ['gateway'] },
    dispatch: (call) => Promise.resolve(call.request),
    encodeError: () => ({ bytes: new Uint8Array(), status: status.INTERNAL }),
    refuse: (reason) => new Error(reason),
    listen: `unix:${socket}`,
    tls,
    ready: () => true,
  });
}
