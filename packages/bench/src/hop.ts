import { Client, credentials } from '@grpc/grpc-js';
import { createCallClient, type Tls } from '@wallet-service/call-stream';
import { hopServerName, hopService } from './hop-target.js';

export type HopCost = { readonly perSecond: number; readonly callerCpuMicroseconds: number };

const inFlight = 64;
const payload = Buffer.alloc(1024, 7);
const timeoutMs = 10_000;
/** A server ends the connection of a caller that opens many more streams at once. Each unary call opens one. */
const mostUnaryCalls = 3_500;

/** 1 KiB there and back over mTLS, 64 in flight: over the call stream, and as unary calls of grpc-js. */
export async function measureHops(
  socket: string,
  tls: Tls,
  seconds: number,
): Promise<{ stream: HopCost; unary: HopCost }> {
  const target = `unix:${socket}`;
  const client = createCallClient({ service: hopService, targets: [target], tls, serverName: hopServerName });
  const stream = await measure(
    () => client.call('Echo', payload, { timeoutMs, traceId: 'bench' }).then(() => undefined),
    seconds,
  );
  client.close();
  const raw = new Client(target, credentials.createSsl(tls.ca, tls.key, tls.cert), {
    'grpc.ssl_target_name_override': hopServerName,
    'grpc.default_authority': hopServerName,
  });
  const unary = await measure(() => callUnary(raw), seconds, mostUnaryCalls);
  raw.close();
  return { stream, unary };
}

function callUnary(client: Client): Promise<void> {
  const pass = (bytes: Buffer): Buffer => bytes;
  return new Promise((resolve, reject) => {
    client.makeUnaryRequest(
      `/${hopService}/Echo`,
      pass,
      pass,
      payload,
      { deadline: Date.now() + timeoutMs },
      (error) => {
        if (error) reject(error);
        else resolve();
      },
    );
  });
}

async function measure(call: () => Promise<void>, seconds: number, most = Infinity): Promise<HopCost> {
  const warmUp = await repeat(call, performance.now() + 300, most / 3);
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  const calls = await repeat(call, startedAt + seconds * 1000, most - warmUp);
  const { user, system } = process.cpuUsage(cpuBefore);
  const elapsedSeconds = (performance.now() - startedAt) / 1000;
  return { perSecond: calls / elapsedSeconds, callerCpuMicroseconds: (user + system) / calls };
}

async function repeat(call: () => Promise<void>, endAt: number, most: number): Promise<number> {
  let begun = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < endAt && begun < most) {
      begun += 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: inFlight }, worker));
  return begun;
}
