import { Metadata, type ServerDuplexStream } from '@grpc/grpc-js';
import type { CallGate } from './call-gate.js';
import type { CallServerOptions } from './call-server-options.js';
import { callersOf } from './callers.js';
import type { CallFrame, ReplyFrame, ReplyFrames } from './frames.js';

const none: Uint8Array = new Uint8Array(0);

type Stream = ServerDuplexStream<CallFrame[], ReplyFrames>;

/** Serves the streaming form. `sayDraining` of each open stream is in the set that comes back. */
export function createStreamServer(
  pass: CallGate,
  encodeError: CallServerOptions['encodeError'],
  draining: () => boolean,
) {
  const openStreams = new Set<() => void>();

  function serveStream(stream: Stream): void {
    const callers = callersOf(stream);
    const calls = new Set<AbortController>();
    let outbox: ReplyFrame[] = [];
    let flushing = false;
    let open = true;

    const flush = (): void => {
      flushing = false;
      if (!open || outbox.length === 0) return;
      const frames = outbox;
      outbox = [];
      stream.write({ frames, draining: false });
    };
    const reply = (id: number, response: Uint8Array, error: Uint8Array): void => {
      outbox.push({ id, response, error });
      if (flushing) return;
      flushing = true;
      setImmediate(flush);
    };
    const sayDraining = (): void => {
      stream.write({ frames: [], draining: true });
    };
    const close = (): void => {
      open = false;
      openStreams.delete(sayDraining);
      for (const call of calls) call.abort();
    };

    // At once, so that the client knows that this stream really has a server at its other end.
    stream.sendMetadata(new Metadata());
    openStreams.add(sayDraining);
    if (draining()) sayDraining();
    stream.on('data', (frames: CallFrame[]) => {
      for (const { id, method, request, timeoutMs, traceId, parentSpanId, grant } of frames) {
        pass({ method, request, callers, traceId, parentSpanId, grant }, timeoutMs, calls).then(
          (response) => {
            reply(id, response, none);
          },
          (error: unknown) => {
            reply(id, none, encodeError(error).bytes);
          },
        );
      }
    });
    stream.on('end', () => {
      flush();
      stream.end();
    });
    stream.on('error', close);
    stream.on('close', close);
    stream.on('cancelled', close);
  }

  return { serveStream, openStreams };
}
