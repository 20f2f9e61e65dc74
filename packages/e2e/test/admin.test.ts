import { UsageError } from '@wallet-service/operator-cli';
import { administrate, adminRequest, type AdminTarget } from '@wallet-service/operator-cli/admin';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import { sharedStack, type SharedStack } from './stacks.js';

let stack: SharedStack;
let target: AdminTarget;

beforeAll(async () => {
  stack = await sharedStack('admin');
  target = { url: stack.expressUrl, operatorKey: stack.stack.operator_key };
});

type Created = { id: string; name: string; api_key: string; secret_key: string };
const run = async <Answer>(...words: string[]): Promise<Answer> =>
  (await administrate(target, adminRequest(words))) as Answer;

async function statusWith(secretKey: string): Promise<number> {
  const headers = { 'x-service-secret-key': secretKey };
  return (await requestJson(`${stack.expressUrl}/v1/application`, { headers })).status;
}

/** Other suites have applications of their own on this stack, more than a page. */
async function namesOfAll(after: readonly string[] = []): Promise<string[]> {
  const { data, next } = await run<{ data: Created[]; next: string | null }>('application', 'list', ...after);
  const names = data.map(({ name }) => name);
  return next === null ? names : [...names, ...(await namesOfAll([next]))];
}

describe('pnpm admin', () => {
  it('creates an application whose key works, shows it and lists it', async () => {
    const created = await run<Created>('application', 'create', 'acme');
    expect(await statusWith(created.secret_key)).toBe(200);
    expect(await run('application', 'show', created.id)).toMatchObject({
      name: 'acme',
      api_key: created.api_key,
    });
    expect(await namesOfAll()).toEqual(expect.arrayContaining(['demo', 'acme']));
  });

  it('rotates secret keys without an outage: both are valid until the old one is revoked', async () => {
    const { id, secret_key: old } = await run<Created>('application', 'create', 'rotating');
    const issued = await run<{ id: string; secret_key: string }>('key', 'issue', id);
    expect([await statusWith(old), await statusWith(issued.secret_key)]).toEqual([200, 200]);
    const { data } = await run<{ data: { id: string }[] }>('key', 'list', id);
    const first = data.find((key) => key.id !== issued.id);
    await run('key', 'revoke', id, first?.id ?? '');
    expect([await statusWith(old), await statusWith(issued.secret_key)]).toEqual([401, 200]);
  });

  it('issues keys with a label, scopes and a time', async () => {
    const { id } = await run<Created>('application', 'create', 'limited');
    const options = { label: 'batch', scopes: ['sign', 'read'], expires: '2099-12-31T18:00Z' };
    const made = await administrate(target, adminRequest(['key', 'issue', id], options));
    const limits = {
      label: 'batch',
      scopes: ['read', 'sign'],
      time_expires: Date.UTC(2099, 11, 31, 18) / 1000,
    };
    expect(made).toMatchObject(limits);
    const { data } = await run<{ data: object[] }>('key', 'list', id);
    expect(data[1]).toMatchObject({ ...limits, time_last_used: null });
    for (const expires of ['tomorrow', '2099-13-01', '2099-12-31T18:00'])
      expect(() => adminRequest(['key', 'issue', id], { expires })).toThrow(UsageError);
    expect(() => adminRequest(['key', 'list', id], options)).toThrow(UsageError);
  });

  it('turns a feature on and off', async () => {
    const { id } = await run<Created>('application', 'create', 'featured');
    for (const [word, state] of [
      ['on', true],
      ['off', false],
    ] as const) {
      await run('application', 'feature', id, 'pregenerated_wallets', word);
      expect(await run('application', 'show', id)).toMatchObject({
        features: { pregenerated_wallets: state },
      });
    }
  });

  it('is refused with a wrong operator key', async () => {
    const wrong = { ...target, operatorKey: 'x'.repeat(40) };
    await expect(administrate(wrong, adminRequest(['application', 'list']))).rejects.toThrow('answered 401');
  });

  it.each([[[]], [['application', 'destroy']], [['application', 'create']], [['key', 'revoke', 'one']]])(
    'does not know the words %j',
    (words) => {
      expect(() => adminRequest(words)).toThrow(UsageError);
    },
  );
});
