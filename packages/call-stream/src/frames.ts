// The codec of proto/call_stream/v1. It is hand-written, because the signer runs where no codec can be
// compiled at run time.

export type CallFrame = {
  readonly id: number;
  readonly method: string;
  readonly request: Uint8Array;
  /** The rest of the caller's deadline, in milliseconds. */
  readonly timeoutMs: number;
  readonly traceId: string;
  /** The caller's span, 16 hexadecimal digits, when this trace is recorded; else ''. */
  readonly parentSpanId: string;
  /** Identity's grant for the credential that the call needs. Empty if there is none. */
  readonly grant: Uint8Array;
  /** Why the caller makes a change, in their words. Empty if they say nothing. */
  readonly reason: string;
};

export type ReplyFrame = {
  readonly id: number;
  readonly response: Uint8Array;
  /** Empty on success. */
  readonly error: Uint8Array;
};

export type ReplyFrames = { readonly frames: readonly ReplyFrame[]; readonly draining: boolean };

/** The maximum number of calls in a message. */
export const mostFrames = 4_096;
/** Bytes. */
export const longestTraceId = 256;
/** Bytes. */
export const longestReason = 2_048;
const longestMethod = 128;
const longestSpanId = 64;
const mostUnknownFields = 64;
const mostId = 0xffff_ffff;

const none: Uint8Array = new Uint8Array(0);
const varintType = 0;
const bytesType = 2;

function varintSize(value: number): number {
  return value < 0x80 ? 1 : value < 0x4000 ? 2 : value < 0x200000 ? 3 : value < 0x10000000 ? 4 : 5;
}

function bytesFieldSize(length: number): number {
  return length === 0 ? 0 : 1 + varintSize(length) + length;
}

function uint32FieldSize(value: number): number {
  return value === 0 ? 0 : 1 + varintSize(value);
}

class Writer {
  readonly buffer: Buffer;
  #at: number;

  /** `room`: how many bytes stay free before the message. */
  constructor(size: number, room: number) {
    this.buffer = Buffer.allocUnsafe(room + size);
    this.#at = room;
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.#at++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.#at++] = rest;
  }

  uint32(field: number, value: number): void {
    if (value === 0) return;
    this.buffer[this.#at++] = (field << 3) | varintType;
    this.#varint(value);
  }

  header(field: number, length: number): void {
    this.buffer[this.#at++] = (field << 3) | bytesType;
    this.#varint(length);
  }

  bytes(field: number, value: Uint8Array): void {
    if (value.length === 0) return;
    this.header(field, value.length);
    this.buffer.set(value, this.#at);
    this.#at += value.length;
  }

  string(field: number, value: string, length: number): void {
    if (length === 0) return;
    this.header(field, length);
    this.#at += this.buffer.write(value, this.#at, 'utf8');
  }
}

/** `room`: how many bytes stay free before the message, for its prefix. */
export function encodeCallFrames(frames: readonly CallFrame[], room = 0): Buffer {
  const sizes = frames.map(({ id, method, request, timeoutMs, traceId, parentSpanId, grant, reason }) => {
    return (
      uint32FieldSize(id) +
      bytesFieldSize(Buffer.byteLength(method)) +
      bytesFieldSize(request.length) +
      uint32FieldSize(timeoutMs) +
      bytesFieldSize(Buffer.byteLength(traceId)) +
      bytesFieldSize(parentSpanId.length) +
      bytesFieldSize(grant.length) +
      bytesFieldSize(Buffer.byteLength(reason))
    );
  });
  const writer = new Writer(
    sizes.reduce((sum, size) => sum + 1 + varintSize(size) + size, 0),
    room,
  );
  frames.forEach((frame, index) => {
    writer.header(1, sizes[index] ?? 0);
    writer.uint32(1, frame.id);
    writer.string(2, frame.method, Buffer.byteLength(frame.method));
    writer.bytes(3, frame.request);
    writer.uint32(4, frame.timeoutMs);
    writer.string(5, frame.traceId, Buffer.byteLength(frame.traceId));
    writer.string(6, frame.parentSpanId, frame.parentSpanId.length);
    writer.bytes(7, frame.grant);
    writer.string(8, frame.reason, Buffer.byteLength(frame.reason));
  });
  return writer.buffer;
}

/** `room` as above. */
export function encodeReplyFrames({ frames, draining }: ReplyFrames, room = 0): Buffer {
  const sizes = frames.map(
    ({ id, response, error }) =>
      uint32FieldSize(id) + bytesFieldSize(response.length) + bytesFieldSize(error.length),
  );
  const drainingSize = draining ? 2 : 0;
  const writer = new Writer(
    sizes.reduce((sum, size) => sum + 1 + varintSize(size) + size, drainingSize),
    room,
  );
  frames.forEach((frame, index) => {
    writer.header(1, sizes[index] ?? 0);
    writer.uint32(1, frame.id);
    writer.bytes(2, frame.response);
    writer.bytes(3, frame.error);
  });
  if (draining) writer.uint32(2, 1);
  return writer.buffer;
}

class Reader {
  #at: number;
  readonly #end: number;
  readonly #buffer: Buffer;

  constructor(buffer: Buffer, start = 0, end = buffer.length) {
    this.#buffer = buffer;
    this.#at = start;
    this.#end = end;
  }

  get done(): boolean {
    return this.#at >= this.#end;
  }

  varint(): number {
    let value = 0;
    for (let shift = 1, count = 0; count < 10; count++, shift *= 0x80) {
      if (this.#at >= this.#end) throw new Error('truncated varint');
      const byte = this.#buffer[this.#at++] ?? 0;
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return value;
    }
    throw new Error('varint of more than ten bytes');
  }

  span(): { start: number; end: number } {
    const length = this.varint();
    const start = this.#at;
    const end = start + length;
    if (end > this.#end) throw new Error('truncated field');
    this.#at = end;
    return { start, end };
  }

  bytes(): Buffer {
    const { start, end } = this.span();
    return this.#buffer.subarray(start, end);
  }

  text(mostBytes: number, encoding: 'utf8' | 'latin1' = 'utf8'): string {
    const bytes = this.bytes();
    if (bytes.length > mostBytes) throw new Error(`a text of more than ${mostBytes} bytes`);
    return bytes.toString(encoding);
  }

  /** A value that does not fit into 32 bits could not be written again. */
  id(): number {
    const id = this.varint();
    if (id > mostId) throw new Error('an id of more than 32 bits');
    return id;
  }

  message(): Reader {
    const { start, end } = this.span();
    return new Reader(this.#buffer, start, end);
  }

  skip(wireType: number): void {
    if (wireType === varintType) this.varint();
    else if (wireType === bytesType) this.span();
    else throw new Error(`wire type ${wireType} is not used by this contract`);
  }

  /**
   * Calls `field` with each key. `field` reads the value and returns true, or returns false to have it
   * skipped.
   */
  eachField(field: (key: number) => boolean): void {
    for (let unknown = 0; !this.done;) {
      const key = this.varint();
      if (field(key)) continue;
      if (++unknown > mostUnknownFields) throw new Error(`more than ${mostUnknownFields} unknown fields`);
      this.skip(key & 7);
    }
  }
}

const key = (field: number, wireType: number): number => (field << 3) | wireType;

/**
 * Throws for bytes that are not frames, for texts and ids that none of our callers writes, and for none or
 * more than `mostFrames`.
 */
export function decodeCallFrames(buffer: Buffer): CallFrame[] {
  const frames: CallFrame[] = [];
  const reader = new Reader(buffer);
  reader.eachField((outer) => {
    if (outer !== key(1, bytesType)) return false;
    if (frames.length === mostFrames) throw new Error(`more than ${mostFrames} frames`);
    const inner = reader.message();
    const frame = {
      id: 0,
      method: '',
      request: none,
      timeoutMs: 0,
      traceId: '',
      parentSpanId: '',
      grant: none,
      reason: '',
    };
    inner.eachField((field) => {
      if (field === key(1, varintType)) frame.id = inner.id();
      else if (field === key(2, bytesType)) frame.method = inner.text(longestMethod);
      else if (field === key(3, bytesType)) frame.request = inner.bytes();
      else if (field === key(4, varintType)) frame.timeoutMs = inner.varint();
      else if (field === key(5, bytesType)) frame.traceId = inner.text(longestTraceId);
      else if (field === key(6, bytesType)) frame.parentSpanId = inner.text(longestSpanId, 'latin1');
      else if (field === key(7, bytesType)) frame.grant = inner.bytes();
      else if (field === key(8, bytesType)) frame.reason = inner.text(longestReason);
      else return false;
      return true;
    });
    frames.push(frame);
    return true;
  });
  if (frames.length === 0) throw new Error('a message without a frame');
  return frames;
}

export function decodeReplyFrames(buffer: Buffer): ReplyFrames {
  const frames: ReplyFrame[] = [];
  let draining = false;
  const reader = new Reader(buffer);
  reader.eachField((outer) => {
    if (outer === key(2, varintType)) {
      draining = reader.varint() !== 0;
      return true;
    }
    if (outer !== key(1, bytesType)) return false;
    const inner = reader.message();
    const frame = { id: 0, response: none, error: none };
    inner.eachField((field) => {
      if (field === key(1, varintType)) frame.id = inner.varint();
      else if (field === key(2, bytesType)) frame.response = inner.bytes();
      else if (field === key(3, bytesType)) frame.error = inner.bytes();
      else return false;
      return true;
    });
    frames.push(frame);
    return true;
  });
  return { frames, draining };
}
