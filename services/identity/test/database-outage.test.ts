import { randomBytes } from 'node:crypto';
import { createPool, withDatabaseUnavailableErrors } from '@wallet-service/postgres';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { createApp } from '../src/app.js';
import { operatorKey } from './identity-replicas.js';
import { newKey, rootOf } from './witnesses.js';

describe('a database out of reach', () => {
  it('makes calls unavailable, which callers may retry, and never internal', async () => {
    const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
    const pool = createPool({
      url: 'postgres://nobody@127.0.0.1:1/none',
      max: 2,
      logger: quiet,
      applicationName: 'test',
    });
    const registrar = newKey();
    const app = createApp({
      pool,
      logger: quiet,
      adoptRowsUntilMs: undefined,
      onRowRefused: () => undefined,
      pepper: randomBytes(32),
      operatorKey,
      onForged: () => undefined,
      signGrant: () => Buffer.from('a grant'),
      signApprover: () => Buffer.from('a statement'),
      verifyGrant: () => {
        throw new Error('nothing is verified here');
      },
      keySets: {
        allowLoopback: false,
        allowedPorts: [443],
        refreshSeconds: 300,
        maxStaleSeconds: 86_400,
        cooldownSeconds: 30,
      },
      witnesses: [() => Promise.reject(new Error('nothing is asked here'))],
      bakedRoot: rootOf(registrar),
      registrarKey: registrar.privateKey,
    });
    const context = {
      caller: 'gateway',
      reason: '',
      traceId: 'x',
      signal: new AbortController().signal,
      deadline: 0,
    };
    const handlers = withDatabaseUnavailableErrors(app.handlers);
    const apiKey = `pk_${'A'.repeat(22)}`;
    const id = '00000000-0000-7000-8000-000000000000';
    for (const call of [
      handlers.AuthenticateUser({ apiKey, providerId: id, knownRevision: '' }, context),
      handlers.AuthenticateSecretKey(
        { secretKey: `sk_${'0'.repeat(32)}_${'A'.repeat(43)}`, knownRevision: '' },
        context,
      ),
      handlers.CreateApplication({ name: 'Shop' }, context),
      handlers.ListProviders({ applicationId: id }, context),
      handlers.RefreshKeySet({ applicationId: id, providerId: id }, context),
      handlers.GetTrust({ applicationId: id, fresh: false, knownDigest: Buffer.alloc(0) }, context),
      handlers.GetApplicationDocument({ applicationId: id }, context),
      handlers.PublishRootDocument({ signedDocument: Buffer.alloc(0) }, context),
    ]) {
      expect((await refusalOf(call)).code).toBe('service.unavailable');
    }
    expect(await app.isDatabaseReachable()).toBe(false);
    // This call needs no database, so it continues to work.
    await expect(handlers.AuthenticateOperator({ operatorKey }, context)).resolves.toMatchObject({
      grants: { identity: Buffer.from('a grant') },
    });
    await pool.end();
  });
});
