import { generateKeyPairSync } from 'node:crypto';
import { createLogger, type Logger } from './logger.js';

const marker = 'hunter2';
const jwt = `eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.${marker}`;
const secretFields = [
  'authorization',
  'Proxy-Authorization',
  'cookie',
  'set-cookie',
  'x-service-api-key',
  'X-Service-Secret-Key',
  'x-service-operator-key',
  'jwt',
  'auth_jwt',
  'authJwt',
  'op_jwt',
  'access_key',
  'accessKey',
  'secret_key',
  'operator_key',
  'operatorKey',
  'token',
  'id_token',
  'sealed',
  'sealedKey',
  'sealed_record',
  'private_key',
  'password',
  'client_secret',
  'pepper',
  'root_key',
  'sealing_key',
  'application_key',
  'mnemonic',
  'seed',
  'd',
];

function logged(write: (logger: Logger) => void): string {
  let output = '';
  write(
    createLogger({
      service: 'test',
      level: 'debug',
      destination: { write: (line) => void (output += line) },
    }),
  );
  expect(output).not.toBe('');
  return output;
}

describe('createLogger', () => {
  it.each(secretFields)('hides the field %s at every depth', (name) => {
    const secret = { [name]: marker };
    const output = logged((logger) => {
      logger.info(secret, 'flat');
      logger.info({ a: { b: { c: secret } } }, 'nested');
      logger.info({ list: [[secret]] }, 'in a list');
      logger.info({ map: new Map([[name, marker]]) }, 'in a map');
      logger.info({ request: { headers: { [name]: [marker] } } }, 'a list as value');
      logger.info(
        { err: new Error('no', { cause: Object.assign(new Error('why'), secret) }) },
        'on the cause of an error',
      );
      logger.info(Object.assign(new Error('bare'), secret));
      logger.child(secret).info('in a binding');
    });
    expect(output).not.toContain(marker);
    expect(output.trim().split('\n')).toHaveLength(8);
  });

  it('hides tokens, passwords in URLs and private keys anywhere in a text', () => {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const body = pem.split('\n')[1] ?? '';
    const output = logged((logger) => {
      logger.info(`the token ${jwt} is bad`);
      logger.info({ note: `Bearer ${marker}` }, 'header');
      logger.info(
        {
          note: [
            `postgres://owner:${marker}@localhost/db`,
            `redis://:${marker}@localhost`,
            `redis+sentinel://u:${marker}@a,b/main?ca=x&sentinel_password=${marker}`,
          ],
        },
        'urls',
      );
      logger.error({ err: new Error(`refused ${jwt}`) }, 'error');
      logger.info({ note: pem }, pem);
    });
    expect(output).not.toContain(marker);
    expect(output).not.toContain(body);
  });

  it('hides bytes and the fields of database errors', () => {
    const error = Object.assign(new Error('duplicate key'), {
      code: '23505',
      detail: `Key (email)=(${marker}) exists`,
    });
    const output = logged((logger) => {
      logger.info({ payload: Buffer.from(marker), err: error }, 'insert failed');
    });
    expect(output).not.toContain(marker);
    expect(JSON.parse(output)).toMatchObject({
      payload: '[7 bytes]',
      err: { message: 'duplicate key', code: '23505' },
    });
  });

  it('keeps what is not secret, and adds level, time and service', () => {
    const output = logged((logger) => {
      logger.warn({ trace_id: 'abc', amount: 2n ** 64n, nested: { path: '/v2/wallet' } }, 'slow');
    });
    expect(JSON.parse(output)).toMatchObject({
      level: 'warn',
      service: 'test',
      time: expect.stringMatching(/^\d{4}-.*Z$/) as string,
      msg: 'slow',
      trace_id: 'abc',
      amount: '18446744073709551616',
      nested: { path: '/v2/wallet' },
    });
  });

  it('handles cycles and very deep or wide objects', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    const output = logged((logger) => {
      logger.info({ cyclic, wide: Array.from({ length: 10_000 }, (_, index) => index) }, 'big');
    });
    expect(output).toContain('[too deep]');
    expect(output.length).toBeLessThan(2_000);
  });
});
