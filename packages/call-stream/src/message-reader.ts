import type { CallerAccount } from './caller-account.js';

const prefixBytes = 5;
const firstCapacity = 64 * 1024;

/** Why the bytes of a stream are no messages, or more than may be held. */
export class BadMessage extends Error {
  readonly reason: 'compressed' | 'too-large' | 'too-much-held';

  constructor(reason: BadMessage['reason']) {
    super(`the message is refused: ${reason}`);
    this.reason = reason;
  }
}

/**
 * Puts the messages of one stream together: a byte that says whether it is compressed, four that say how
 * long, the message. What is held of them is written to the caller's account. A message that comes in one
 * piece is not copied.
 */
export class MessageReader {
  readonly #account: CallerAccount;
  readonly #maxBytes: number;
  #prefix = Buffer.alloc(0);
  #message: Buffer | undefined;
  #length = 0;
  #filled = 0;

  constructor(account: CallerAccount, maxBytes: number) {
    this.#account = account;
    this.#maxBytes = maxBytes;
  }

  /** Whether the bytes so far end with a whole message. */
  get isBetweenMessages(): boolean {
    return this.#message === undefined && this.#prefix.length === 0;
  }

  /** Hands over each message that this piece completes, until `onMessage` answers false. Throws BadMessage. */
  read(piece: Buffer, onMessage: (message: Buffer) => boolean): void {
    let rest = piece;
    if (this.#message === undefined && this.#prefix.length > 0) {
      rest = Buffer.concat([this.#prefix, piece]);
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

  /** Gives back what is held of a message that does not come any more. */
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
    // It may hold an access key, which whoever reads the message wipes there.
    taken.fill(0);
    this.#filled += taken.length;
    if (this.#filled === this.#length) {
      this.drop();
      if (!onMessage(message.subarray(0, this.#length))) return Buffer.alloc(0);
    }
    return piece.subarray(taken.length);
  }

  // It grows with what comes: who announces much and sends little holds little.
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
