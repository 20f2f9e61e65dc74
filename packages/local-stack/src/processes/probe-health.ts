import { Client, credentials } from '@grpc/grpc-js';
import { healthService, type Tls } from '@wallet-service/call-stream';

const probeLimitMs = 2_000;

/**
 * Calls the standard health service (grpc.health.v1) of the process at `target`. Rejects if it does not
 * answer.
 */
export function probeHealth(target: string, serverName: string, tls: Tls): Promise<boolean> {
  const client = new Client(target, credentials.createSsl(tls.ca, tls.key, tls.cert), {
    'grpc.ssl_target_name_override': serverName,
    'grpc.default_authority': serverName,
  });
  const { path, requestSerialize, responseDeserialize } = healthService.Check;
  return new Promise<boolean>((resolve, reject) => {
    const deadline = new Date(Date.now() + probeLimitMs);
    client.makeUnaryRequest(
      path,
      requestSerialize,
      responseDeserialize,
      Buffer.alloc(0),
      { deadline },
      (error, status) => {
        if (error) reject(error);
        else resolve(status === 'SERVING');
      },
    );
  }).finally(() => {
    client.close();
  });
}

/** Whether a GET of `url` answers with 200. */
export async function probeHttp(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(probeLimitMs) });
  await response.arrayBuffer();
  return response.status === 200;
}
