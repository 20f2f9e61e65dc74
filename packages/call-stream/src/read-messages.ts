import type { ServerHttp2Stream } from 'node:http2';
import { status } from './status.js';
import { endAnswer } from './answer-stream.js';
import type { CallerSession } from './caller-session.js';
import { BadMessage, MessageReader } from './message-reader.js';

/**
 * The maximum that may wait for a caller that does not read its answers, before nothing more is read from it.
 */
const mostUnreadBytes = 1 << 20;

export type MessageHandlers = {
  /** False stops reading. */
  readonly onMessage: (message: Buffer) => boolean;
  readonly onEnd: () => void;
  /** How many bytes of the answer wait for the caller to read. */
  readonly unreadBytes: () => number;
};

/** Reads the messages of a stream as fast as its caller may send, but no faster than it reads its answers. */
export function readMessages(
  { account, received, cut }: CallerSession,
  stream: ServerHttp2Stream,
  maxBytes: number,
  { onMessage, onEnd, unreadBytes }: MessageHandlers,
): void {
  const reader = new MessageReader(account, maxBytes);
  let pause: NodeJS.Timeout | undefined;
  let isRefused = false;

  const resume = (): void => {
    pause = undefined;
    if (stream.destroyed || pauseIfNeeded()) return;
    stream.resume();
  };
  const pauseIfNeeded = (): boolean => {
    const waitMs = account.waitMs();
    const isUnread = unreadBytes() > mostUnreadBytes;
    if (waitMs === 0 && !isUnread) return false;
    stream.pause();
    pause ??= setTimeout(resume, Math.min(1_000, isUnread ? 50 : waitMs)).unref();
    return true;
  };

  stream.on('data', (piece: Buffer) => {
    if (isRefused) return;
    received(piece.length);
    account.bytes?.spend(piece.length);
    if (account.pieces && !account.pieces.spend(1)) {
      cut('pieces');
      return;
    }
    try {
      reader.read(piece, onMessage);
    } catch (error) {
      if (!(error instanceof BadMessage)) throw error;
      reader.drop();
      refuse(error.reason);
      return;
    }
    pauseIfNeeded();
  });
  stream.on('end', () => {
    if (isRefused) return;
    if (reader.isBetweenMessages) onEnd();
    else refuse('cut short');
  });
  stream.on('close', () => {
    clearTimeout(pause);
    reader.drop();
  });

  function refuse(reason: BadMessage['reason'] | 'cut short'): void {
    const code =
      reason === 'compressed'
        ? status.UNIMPLEMENTED
        : reason === 'cut short'
          ? status.INTERNAL
          : status.RESOURCE_EXHAUSTED;
    isRefused = true;
    endAnswer(stream, { status: code, details: `the message is refused: ${reason}` }, { cutOff: true });
    if (!account.mayBeRefused()) cut('refusals');
  }
}
