import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { Encoder } from 'cbor-x';
import { emulatedPcrs, type NsmAuthority } from './nsm-authority.js';

const cbor = new Encoder({ useRecords: false, mapsAsObjects: false, tagUint8Array: false });
const prefixBytes = 4;
const maxRequestBytes = 16 * 1024;
const limits = { user_data: 512, nonce: 512, public_key: 1024 } as const;

export type EmulatedNsm = {
  /** PEM of the root of its documents. */
  readonly root: string;
  /** How many requests it has answered. */
  readonly answered: () => number;
  readonly close: () => Promise<void>;
};

export type NsmServerOptions = {
  readonly socketPath: string;
  readonly authority: NsmAuthority;
  /** By index. Those of `emulatedPcrs` unless given. */
  readonly pcrs?: ReadonlyMap<number, Uint8Array>;
  /** Unix milliseconds. */
  readonly now?: () => number;
  /** Replaces each answer, framed: emulates a failing device. */
  readonly answer?: (request: Uint8Array) => Uint8Array;
};

/**
 * A Nitro Security Module behind nsm-bridge's socket. A frame is a 4-byte big-endian length and CBOR. A connection
 * carries one request and one answer.
 */
export function startNsm(options: NsmServerOptions): Promise<EmulatedNsm> {
  let answered = 0;
  const answer = options.answer ?? ((request: Uint8Array) => respond(options, request));
  const server = createServer((socket) => {
    readFrame(socket, (request) => {
      answered += 1;
      socket.end(framed(answer(request)));
    });
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.socketPath, () => {
      resolve({
        root: options.authority.root,
        answered: () => answered,
        close: () =>
          new Promise((closed) =>
            server.close(() => {
              closed();
            }),
          ),
      });
    });
  });
}

function readFrame(socket: Socket, take: (frame: Buffer) => void): void {
  let received = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    if (received.length < prefixBytes) return;
    const length = received.readUInt32BE(0);
    if (length > maxRequestBytes) socket.destroy();
    else if (received.length >= prefixBytes + length)
      take(received.subarray(prefixBytes, prefixBytes + length));
  });
}

function framed(bytes: Uint8Array): Buffer {
  const prefix = Buffer.alloc(prefixBytes);
  prefix.writeUInt32BE(bytes.length);
  return Buffer.concat([prefix, bytes]);
}

function respond({ authority, pcrs, now = Date.now }: NsmServerOptions, bytes: Uint8Array): Uint8Array {
  const request = decoded(bytes);
  if (request === 'GetRandom') return answerOf('GetRandom', 'random', randomBytes(256));
  const wanted = request instanceof Map ? (request as Map<string, unknown>).get('Attestation') : undefined;
  if (!(wanted instanceof Map)) return error('InvalidOperation');
  const asked = wanted as Map<string, unknown>;
  const fields = Object.fromEntries(Object.keys(limits).map((name) => [name, asked.get(name) ?? null]));
  const fits = Object.entries(limits).every(
    ([name, limit]) =>
      fields[name] === null || (Buffer.isBuffer(fields[name]) && fields[name].length <= limit),
  );
  if (!fits) return error('InvalidArgument');
  const measured = new Map(pcrs ?? emulatedPcrs());
  const document = authority.document({ timestamp: now(), fields: { ...fields, pcrs: measured } });
  return answerOf('Attestation', 'document', document);
}

function decoded(bytes: Uint8Array): unknown {
  try {
    return cbor.decode(bytes);
  } catch {
    return undefined;
  }
}

function answerOf(name: string, field: string, bytes: Uint8Array): Uint8Array {
  return cbor.encode(new Map([[name, new Map([[field, Buffer.from(bytes)]])]]));
}

function error(code: string): Uint8Array {
  return cbor.encode(new Map([['Error', code]]));
}
