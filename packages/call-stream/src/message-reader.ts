/** A byte for compression, and four for the length. */
export const prefixBytes = 5;
const firstCapacity = 64 * 1024;

/** Why the bytes of a stream are not messages, or exceed what may be held. */
export class BadMessage extends Error {
  readonly reason: 'compressed' | 'too-large' | 'too-much-held';

  constructor(reason: BadMessage['reason']) {
    super(`the message is refused: ${reason}`);
    this.reason = reason;
  }
}

/** What a reader may hold of messages that are not complete. Several readers may share it. */
export type HeldBytes = { heldBytes: number; readonly maxHeldBytes: number };

/** Fills the first bytes of `framed`, which are free, with the prefix of the message behind them. */
export function writePrefix(framed: Buffer): Buffer {
  framed[0] = 0;
  framed.writeUInt32BE(framed.length - prefixBytes, 1);
  return framed;
}

/**
 * Assembles the messages of one stream: a byte for compression, four for the length, the message. The held
 * bytes are charged to an account. A message that arrives in one chunk is not copied. A chunk that is copied is wiped.
 */
export class MessageReader {
  readonly #account: HeldBytes;
  readonly #maxBytes: number;
  #prefix = Buffer.alloc(0);
  #message: Buffer | undefined;
  #length = 0;
  #filled = 0;

  constructor(account: HeldBytes, maxBytes: number) {
    this.#account = account;
    this.#maxBytes = maxBytes;
  }

  /** Whether the bytes so far end with a whole message. */
  get isBetweenMessages(): boolean {
    return this.#message === undefined && this.#prefix.length === 0;
  }

  /** Passes on each message that this chunk completes, until `onMessage` returns false. Throws BadMessage. */
  read(piece: Buffer, onMessage: (message: Buffer) => boolean): void {
    let rest = piece;
    if (this.#message === undefined && this.#prefix.length > 0) {
      rest = Buffer.concat([this.#prefix, piece]);
      // As in #fill: the reader of the message wipes the copy.
      piece.fill(0);
      this.#prefix = Buffer.alloc(0);
    }
    while (rest.length > 0) {
      if (this.#message) {
        rest = this.#fill(rest, onMessage);
        continue;
      }
      if (rest.length < prefixBytes) {
        this.#prefix = Buffer.from(rest);
        return;
      }
      const length = this.#lengthIn(rest);
      rest = rest.subarray(prefixBytes);
      if (rest.length >= length) {
        if (!onMessage(rest.subarray(0, length))) return;
        rest = rest.subarray(length);
      } else {
        this.#length = length;
        this.#filled = 0;
        this.#message = this.#hold(Math.min(length, firstCapacity));
      }
    }
  }

  /** Releases what is held of a message that will not be completed. */
  drop(): void {
    this.#account.heldBytes -= this.#message?.length ?? 0;
    this.#message = undefined;
    this.#prefix = Buffer.alloc(0);
  }

  #lengthIn(prefix: Buffer): number {
    if (prefix[0] !== 0) throw new BadMessage('compressed');
    const length = prefix.readUInt32BE(1);
    if (length > this.#maxBytes) throw new BadMessage('too-large');
    return length;
  }

  #fill(piece: Buffer, onMessage: (message: Buffer) => boolean): Buffer {
    const taken = piece.subarray(0, this.#length - this.#filled);
    this.#grow(this.#filled + taken.length);
    const message = this.#message ?? Buffer.alloc(0);
    taken.copy(message, this.#filled);
    // It may contain an access key, which the reader of the message wipes there.
    taken.fill(0);
    this.#filled += taken.length;
    if (this.#filled === this.#length) {
      this.drop();
      if (!onMessage(message.subarray(0, this.#length))) return Buffer.alloc(0);
    }
    return piece.subarray(taken.length);
  }

  // It grows with what arrives, so announcing much and sending little holds little.
  #grow(needed: number): void {
    const old = this.#message;
    if (!old || needed <= old.length) return;
    const larger = this.#hold(Math.min(this.#length, Math.max(needed, old.length * 2)));
    old.copy(larger, 0, 0, this.#filled);
    old.fill(0);
    this.#account.heldBytes -= old.length;
    this.#message = larger;
  }

  #hold(bytes: number): Buffer {
    if (this.#account.heldBytes + bytes > this.#account.maxHeldBytes) throw new BadMessage('too-much-held');
    this.#account.heldBytes += bytes;
    return Buffer.allocUnsafe(bytes);
  }
}
