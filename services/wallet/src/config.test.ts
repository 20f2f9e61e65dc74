import { tmpdir } from 'node:os';
import { configOf } from './config.js';

const complete = {
  LISTEN: 'unix:/run/wallet.sock',
  TLS_CA_FILE: 'ca',
  TLS_CERT_FILE: 'cert',
  TLS_KEY_FILE: 'key',
  GRANT_PUBLIC_KEYS_FILE: 'grant-keys',
  DATABASE_URL: 'postgres://wallet:secret@localhost/db',
  EVENT_KEY_FILE: 'event-key',
  LOSS_DIRECTORY: '/losses',
  IDENTITY_TARGETS: 'unix:/run/identity.sock',
  POLICY_TARGETS: 'unix:/run/policy.sock',
  SIGNER_TARGETS: 'unix:/run/signer-0.sock,unix:/run/signer-1.sock',
  WEBHOOKS_TARGETS: 'unix:/run/webhooks.sock',
  WITNESS_TARGETS: 'unix:/run/witness-0.sock,unix:/run/witness-1.sock',
};

it('reads a complete environment, as production unless it says otherwise', () => {
  expect(configOf(complete)).toMatchObject({
    development: false,
    eventKeyFile: 'event-key',
    previousEventKeyFile: undefined,
    lossDirectory: '/losses',
    redis: undefined,
    synchronousStandby: 'required',
    signerTargets: ['unix:/run/signer-0.sock', 'unix:/run/signer-1.sock'],
    witnessTargets: ['unix:/run/witness-0.sock', 'unix:/run/witness-1.sock'],
  });
});

it('reports every mistake at once, and shows no value', () => {
  const wrong = { ...complete, IDENTITY_TARGETS: '', SIGNER_TARGETS: '', ENVIRONMENT: 'staging' };
  expect(() => configOf(wrong)).toThrow(/ENVIRONMENT[^]*IDENTITY_TARGETS[^]*SIGNER_TARGETS/);
  expect(() => configOf(wrong)).not.toThrow(/secret/);
});

it('takes no folder of its own choice for what a failover lost, except in development', () => {
  const { LOSS_DIRECTORY: _, ...without } = complete;
  expect(() => configOf(without)).toThrow('LOSS_DIRECTORY');
  expect(() => configOf({ ...complete, LOSS_DIRECTORY: '' })).toThrow('LOSS_DIRECTORY');
  expect(configOf({ ...without, ENVIRONMENT: 'development' }).lossDirectory).toBe(tmpdir());
});
