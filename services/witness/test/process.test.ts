import { chmodSync } from 'node:fs';
import path from 'node:path';
import { startKeySetHost } from '@wallet-service/test-kit/key-set-host';
import { documentOf, makeWorld, seconds, signed, soon, type World } from './witness-world.js';

let world: World;
afterEach(() => world.close());

const production = { ENVIRONMENT: 'production', JWKS_ALLOW_LOOPBACK: undefined };

it('serves in production, reaches nothing private, shows health and metrics, and shuts down on SIGTERM', async () => {
  world = await makeWorld();
  const witness = await world.start({ ...production, NEW_STATE_UNTIL: soon() });
  const host = await startKeySetHost();
  const { port } = new URL(host.uri);
  const { observations, statement } = await witness.ask({
    sources: [
      { issuer: 'https://a.example', jwksUri: host.uri },
      { issuer: 'https://a.example', jwksUri: `https://127.0.0.1:${port}/jwks` },
      { issuer: 'https://a.example', jwksUri: 'https://localhost/jwks' },
      { issuer: 'https://169.254.169.254' },
      { issuer: `http://localhost:${port}` },
    ],
  });
  expect(observations.map(({ problem }) => problem)).toEqual([
    'must use https',
    'must use port 443',
    'is not at a public address',
    'has a discovery document that is not at a public address',
    'has a discovery document that must use https',
  ]);
  expect(observations.every(({ keys }) => keys.length === 0)).toBe(true);
  expect(statement).toBeNull();
  expect(host.connections()).toBe(0);
  await host.close();
  expect((await fetch(`${witness.operations}/readyz`)).status).toBe(200);
  expect(await witness.metric('wallet_service_rpc_duration_seconds_count')).toBe(1);
  expect(await witness.metric('wallet_service_witness_fetches_total{outcome="failed"')).toBe(5);
  witness.process.child.kill('SIGTERM');
  expect(await witness.process.exit).toBe(0);
});

it('starts in production with a key that nobody else can read, and with no loopback', async () => {
  world = await makeWorld();
  const loopback = await world.startInVain({
    ...production,
    JWKS_ALLOW_LOOPBACK: 'true',
    NEW_STATE_UNTIL: soon(),
  });
  expect(loopback).toContain('JWKS_ALLOW_LOOPBACK is for ENVIRONMENT=development alone');
  chmodSync(path.join(world.folder, 'witness.pem'), 0o644);
  const said = await world.startInVain({ ...production, NEW_STATE_UNTIL: soon() });
  expect(said).toContain('must not be accessible');
});

it('accepts no document while its root document has expired, and still vouches for what it holds', async () => {
  world = await makeWorld({ expiresAt: seconds() + 10 });
  const witness = await world.start({ NEW_STATE_UNTIL: soon() });
  const applicationId = 'a';
  const document = (version: number) =>
    signed('application', documentOf(applicationId, version), world.registrar);
  expect((await witness.ask({ applicationId, document: document(1) })).problem).toBe('');
  while (seconds() < world.root.expiresAt) await new Promise((resolve) => setTimeout(resolve, 100));
  const expired = await witness.ask({ applicationId, document: document(2) });
  expect(expired.problem).toContain('the root document has expired');
  expect(expired.document.equals(document(1))).toBe(true);
  expect(expired.statement).not.toBeNull();
  const rootDocument = world.laterRoot({ expiresAt: seconds() + 86_400 });
  expect((await witness.ask({ rootDocument, applicationId, document: document(2) })).problem).toBe('');
});
