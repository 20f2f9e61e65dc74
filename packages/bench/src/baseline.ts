import { run } from '@wallet-service/runtime';
import { serveBaseline } from './baseline-server.js';
import { baselineConfig } from './config.js';
import { readCertificate } from '@wallet-service/local-certificates';
import { serveHopTarget } from './hop-target.js';

// For `pnpm bench` alone: the least that any service of this kind must do for a signature, in one process;
// and a gRPC service that does nothing, to measure what a hop costs.
run('baseline', async (lifecycle) => {
  const config = baselineConfig();
  const baseline = await serveBaseline(config);
  lifecycle.onStop('baseline', () => baseline.close());
  const hop = await serveHopTarget(config.hopSocket, readCertificate(config.tls));
  lifecycle.onStop('hop target', () => hop.drain());
  console.log(JSON.stringify({ port: baseline.port }));
});
