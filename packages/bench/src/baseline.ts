import { run } from '@wallet-service/runtime';
import { serveBaseline } from './baseline-server.js';
import { baselineConfig } from './config.js';
import { readCertificate } from '@wallet-service/local-certificates';
import { serveHopTarget } from './hop-target.js';

// Only for `pnpm bench`, in one process: the least that any service of this kind must do for a signature, and a gRPC
// service that does nothing, to measure the cost of a hop.
run('baseline', async (lifecycle) => {
  const config = baselineConfig();
  const baseline = await serveBaseline(config);
  lifecycle.onStop('baseline', () => baseline.close());
  const hop = await serveHopTarget(config.hopSocket, readCertificate(config.tls));
  lifecycle.onStop('hop target', () => hop.drain());
  console.log(JSON.stringify({ port: baseline.port }));
});
