import { Metadata, type Client, type ClientDuplexStream } from '@grpc/grpc-js';
import { encodeCallFrames } from '../src/index.js';
import { pathOf } from './world.js';

// Calls of the stock client of gRPC, whose messages are bytes.

export const asIs = (bytes: Buffer): Buffer => bytes;

export function unary(
  client: Client,
  path: string,
  request: Buffer,
  { metadata = new Metadata(), timeoutMs = 60_000 } = {},
): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const options = { deadline: Date.now() + timeoutMs };
    client.makeUnaryRequest(path, asIs, asIs, request, metadata, options, (error, response) => {
      if (error) reject(error);
      else resolve(response);
    });
  });
}

/** A call stream. */
export function openCalls(client: Client): ClientDuplexStream<Buffer, Buffer> {
  return client.makeBidiStreamRequest(pathOf('Calls'), asIs, asIs, new Metadata(), {});
}

/** A message of a call stream, with one call. */
export function callOf(id: number, request: Buffer): Buffer {
  const [grant, timeoutMs] = [Buffer.alloc(0), 60_000];
  const call = { id, method: 'Echo', timeoutMs, traceId: '', parentSpanId: '', grant, reason: '', request };
  return Buffer.from(encodeCallFrames([call]));
}
