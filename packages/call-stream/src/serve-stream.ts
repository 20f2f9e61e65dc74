import type { ServerHttp2Stream } from 'node:http2';
import { status } from './status.js';
import { endAnswer, writeFramed } from './answer-stream.js';
import { batchesOf } from './batches.js';
import type { CallGate, RunningCall } from './call-gate.js';
import type { CallServerOptions } from './call-server-options.js';
import type { CallerSession } from './caller-session.js';
import {
  decodeCallFrames,
  encodeReplyFrames,
  type CallFrame,
  type ReplyFrame,
  type ReplyFrames,
} from './frames.js';
import { prefixBytes, writePrefix } from './message-reader.js';
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
    const calls = new Set<RunningCall>();
    const outbox = new Outbox(stream);
    const sayDraining = (): void => {
      outbox.write({ frames: [], draining: true });
    };
    let unanswered = 0;
    let hasEnded = false;
    // A caller that has no more calls still waits for those under way.
    const endWhenAnswered = (): void => {
      if (!hasEnded || unanswered > 0) return;
      outbox.flush();
      endAnswer(stream, { status: status.OK });
    };
    const serve = async (frame: CallFrame): Promise<void> => {
      unanswered++;
      try {
        outbox.reply(frame.id, await runCall(frame, frame.timeoutMs, account, calls), none);
      } catch (error) {
        outbox.reply(frame.id, none, encodeError(error).bytes);
      }
      unanswered--;
      endWhenAnswered();
    };
    /** Answers a refusal. False if it was one too many and the connection is closed. */
    const refuseFrame = (id: number, error: unknown): boolean => {
      if (!account.mayBeRefused()) {
        cut('refusals');
        return false;
      }
      outbox.reply(id, none, encodeError(error).bytes);
      return true;
    };
    const receive = (message: Buffer): boolean => {
      let frames: readonly CallFrame[];
      try {
        frames = decodeCallFrames(message);
      } catch {
        const error = refuse('malformed', 'Calls', account.names);
        if (account.mayBeRefused()) {
          const outcome = { status: status.INVALID_ARGUMENT, error: encodeError(error).bytes };
          endAnswer(stream, outcome, { cutOff: true });
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

    // Sent at once, so that the client knows that a server is really at the other end. nginx holds the head back until
    // a message follows.
    outbox.write({ frames: [], draining: false });
    leaving.add(sayDraining);
    if (draining()) sayDraining();
    readMessages(session, stream, maxBytes, {
      onMessage: receive,
      onEnd: () => {
        hasEnded = true;
        endWhenAnswered();
      },
      unreadBytes: () => outbox.unreadBytes,
    });
    stream.on('close', () => {
      leaving.delete(sayDraining);
      for (const call of calls) call.isAbandoned = true;
    });
  };
}

/** Of the id, and of the prefixes of both lengths. */
const frameHeadBytes = 32;

function sizeOf({ response, error }: ReplyFrame): number {
  return response.length + error.length + frameHeadBytes;
}

/** The replies of one stream. One write at a time: what is ready while it is under way goes together with the next. */
class Outbox {
  readonly #stream: ServerHttp2Stream;
  #replies: ReplyFrame[] = [];
  #bytes = 0;
  #isFlushing = false;

  constructor(stream: ServerHttp2Stream) {
    this.#stream = stream;
  }

  /** Bytes that wait for the caller to read. */
  get unreadBytes(): number {
    return this.#bytes + this.#stream.writableLength;
  }

  reply(id: number, response: Uint8Array, error: Uint8Array): void {
    this.#replies.push({ id, response, error });
    this.#bytes += response.length + error.length;
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    process.nextTick(this.#flushIfSent);
  }

  flush(): void {
    if (this.#replies.length === 0) return;
    const frames = this.#replies;
    this.#replies = [];
    this.#bytes = 0;
    for (const batch of batchesOf(frames, sizeOf)) this.write({ frames: batch, draining: false });
  }

  /** The only way to write, because each write that has ended must look for replies that came meanwhile. */
  write(replies: ReplyFrames): void {
    writeFramed(this.#stream, writePrefix(encodeReplyFrames(replies, prefixBytes)), this.#flushIfSent);
  }

  readonly #flushIfSent = (): void => {
    this.#isFlushing = false;
    if (this.#stream.writableLength === 0) this.flush();
  };
}
