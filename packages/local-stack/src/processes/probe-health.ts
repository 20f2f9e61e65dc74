import { Client, credentials } from '@grpc/grpc-js';
import { healthService, type Tls } from '@wallet-service/call-stream';

const probeLimitMs = 2_000;

/**
 * The returned function calls the standard health service (grpc.health.v1) of the process at `target`. It rejects if
 * that does not answer.
 */
export function healthProbe(target: string, serverName: string, tls: Tls): () => Promise<boolean> {
  // Once for all calls, because reading the certificates takes more CPU than a call.
  const secure = credentials.createSsl(tls.ca, tls.key, tls.cert);
  return () => {
    const client = new Client(target, secure, {
      'grpc.ssl_target_name_override': serverName,
      'grpc.default_authority': serverName,
    });
    return check(client).finally(() => {
      client.close();
    });
  };
}

function check(client: Client): Promise<boolean> {
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
  });
}

/** Whether a GET of `url` answers with 200. */
export async function probeHttp(url: string): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(probeLimitMs) });
  await response.arrayBuffer();
  return response.status === 200;
}
