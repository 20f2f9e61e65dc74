import type { ServerHttp2Stream } from 'node:http2';
import { status } from '@grpc/grpc-js';
import { beginAnswer, endAnswer, writeMessage } from './answer-stream.js';
import type { CallGate } from './call-gate.js';
import type { CallServerOptions } from './call-server-options.js';
import type { CallerSession } from './caller-session.js';
import { decodeCallFrames, encodeReplyFrames, type CallFrame, type ReplyFrame } from './frames.js';
import { readMessages } from './read-messages.js';

const none: Uint8Array = new Uint8Array(0);

/** Serves the streaming form. */
export function createStreamServer(
  { authorizeCall, runCall }: CallGate,
  { encodeError, refuse }: Pick<CallServerOptions, 'encodeError' | 'refuse'>,
  draining: () => boolean,
) {
  return function serveStream(session: CallerSession, stream: ServerHttp2Stream, maxBytes: number): void {
    const { account, cut, leaving } = session;
    const calls = new Set<AbortController>();
    const { reply, flush } = createOutbox(stream);
    const sayDraining = (): void => {
      writeMessage(stream, encodeReplyFrames({ frames: [], draining: true }));
    };
    const serve = async ({ id, timeoutMs, ...call }: CallFrame): Promise<void> => {
      try {
        reply(id, await runCall(call, timeoutMs, account, calls), none);
      } catch (error) {
        reply(id, none, encodeError(error).bytes);
      }
    };
    /** Answers a refusal. False if it was one too many and the connection is closed. */
    const refuseFrame = (id: number, error: unknown): boolean => {
      if (!account.mayBeRefused()) {
        cut('refusals');
        return false;
      }
      reply(id, none, encodeError(error).bytes);
      return true;
    };
    const receive = (message: Buffer): boolean => {
      let frames: readonly CallFrame[];
      try {
        frames = decodeCallFrames(message);
      } catch {
        const error = refuse('malformed', 'Calls', account.names);
        if (account.mayBeRefused()) {
          endAnswer(stream, { status: status.INVALID_ARGUMENT, error: encodeError(error).bytes });
          stream.close();
        } else cut('refusals');
        return false;
      }
      for (const frame of frames) {
        account.calls?.spend(1);
        try {
          authorizeCall(frame.method, account, frame.timeoutMs, frame.request.length);
        } catch (error) {
          if (refuseFrame(frame.id, error)) continue;
          return false;
        }
        void serve(frame);
      }
      return true;
    };

    // Sent at once, so that the client knows that a server is really at the other end.
    beginAnswer(stream);
    leaving.add(sayDraining);
    if (draining()) sayDraining();
    readMessages(session, stream, maxBytes, {
      onMessage: receive,
      onEnd: () => {
        flush();
        endAnswer(stream, { status: status.OK });
      },
    });
    stream.on('close', () => {
      leaving.delete(sayDraining);
      for (const call of calls) call.abort();
    });
  };
}

/** Replies that are ready in the same turn are sent in one message. */
function createOutbox(stream: ServerHttp2Stream) {
  let outbox: ReplyFrame[] = [];
  let flushing = false;
  const flush = (): void => {
    flushing = false;
    if (outbox.length === 0) return;
    const frames = outbox;
    outbox = [];
    writeMessage(stream, encodeReplyFrames({ frames, draining: false }));
  };
  const reply = (id: number, response: Uint8Array, error: Uint8Array): void => {
    outbox.push({ id, response, error });
    if (flushing) return;
    flushing = true;
    setImmediate(flush);
  };
  return { reply, flush };
}
