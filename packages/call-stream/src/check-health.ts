import { Metadata, type Client } from '@grpc/grpc-js';
import { healthService } from './health.js';

/**
 * Calls the standard health service. Resolves to true if the answer is SERVING. Rejects for anything else,
 * and without an answer in time.
 */
export function checkHealth(channel: Client, timeoutMs: number): Promise<true> {
  const { path, requestSerialize, responseDeserialize } = healthService.Check;
  return new Promise((resolve, reject) => {
    channel.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      Buffer.alloc(0),
      new Metadata(),
      { deadline: Date.now() + timeoutMs },
      (error, status) => {
        if (status === 'SERVING') resolve(true);
        else reject(error ?? new Error('not serving'));
      },
    );
  });
}
