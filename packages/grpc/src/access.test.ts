import type { Grant } from '@wallet-service/grants';
import { authorize, callerNameOf, type Need } from './access.js';

const grant: Grant = { audience: 'policy', applicationId: 'a', keyId: 'k', issuedAt: 0, expiresAt: 0 };
const operator: Grant = { ...grant, applicationId: undefined };
const limited = (...scopes: string[]): Grant => ({ ...grant, scopes });
const read = { scopes: ['read'] } as const;
const settings = { scopes: ['settings', 'providers'] } as const;
const either = { scopes: ['read'], operator: 'may' } as const;
const alone = { scopes: ['settings'], operator: 'must' } as const;
const limitedOperator: Grant = { ...operator, scopes: ['read'] };

async function outcome(need: Need | undefined, request: object, held?: Grant): Promise<string> {
  try {
    await authorize(need, request, Buffer.alloc(1), held && (() => held));
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}
const refused = 'auth.grant-invalid';
const lacking = 'auth.scope-missing';

it.each<[Need | undefined, object, Grant | undefined, string]>([
  ['nothing', {}, undefined, 'ok'],
  ['user-token', {}, undefined, 'ok'],
  [undefined, { applicationId: 'a' }, grant, 'auth.caller-not-allowed'],
  [read, { applicationId: 'a' }, undefined, refused],
  [read, { applicationId: 'a' }, grant, 'ok'],
  [read, { applicationId: 'b' }, grant, refused],
  [read, { applicationId: '' }, grant, refused],
  [read, {}, grant, refused],
  [read, { user: null }, grant, refused],
  [read, { user: { applicationId: 'a' } }, grant, 'ok'],
  [read, { user: { applicationId: 'b' } }, grant, refused],
  [read, { applicationId: 'a', user: { applicationId: 'b' } }, grant, refused],
  [read, { applicationId: 'a' }, operator, refused],
  [alone, {}, operator, 'ok'],
  [alone, { applicationId: 'a' }, grant, refused],
  [alone, {}, limitedOperator, lacking],
  [{ ...alone, scopes: ['read'] }, {}, limitedOperator, 'ok'],
  [{ ...alone, scopes: ['lookup'] }, {}, limitedOperator, 'ok'],
  [either, { applicationId: 'b' }, limitedOperator, 'ok'],
  [{ ...either, scopes: ['settings'] }, { applicationId: 'b' }, limitedOperator, lacking],
  [either, { applicationId: 'b' }, operator, 'ok'],
  [either, { applicationId: 'a' }, grant, 'ok'],
  [either, { applicationId: 'b' }, grant, refused],
  [read, { applicationId: 'a' }, limited('read'), 'ok'],
  [read, { applicationId: 'a' }, limited('sign', 'read'), 'ok'],
  [read, { applicationId: 'a' }, limited('sign'), lacking],
  [read, { applicationId: 'a' }, limited(), lacking],
  [read, { applicationId: 'b' }, limited('read'), refused],
  [settings, { applicationId: 'a' }, limited('providers'), 'ok'],
  [settings, { applicationId: 'a' }, limited('read'), lacking],
  [either, { applicationId: 'a' }, limited('sign'), lacking],
  [either, { applicationId: 'a' }, limited('read'), 'ok'],
  [alone, { applicationId: 'a' }, limited('settings'), refused],
])('%s of %j with %j: %s', async (need, request, held, expected) => {
  expect(await outcome(need, request, held)).toBe(expected);
});

it('asks the request when the need depends on it', async () => {
  const need = ({ walletId }: { walletId: string }): Need => (walletId === '' ? 'user-token' : read);
  const asked = (walletId: string) =>
    authorize(need as never, { walletId, user: { applicationId: 'a' } }, Buffer.alloc(0), undefined);
  await expect(asked('')).resolves.toBeUndefined();
  await expect(asked('w')).rejects.toMatchObject({ code: refused });
});

it('accepts a caller only under its listed name, not under a name from Object.prototype', () => {
  expect(callerNameOf({ gateway: 'nothing' }, ['other', 'gateway'])).toBe('gateway');
  for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty', ''])
    expect(callerNameOf({ gateway: 'nothing' }, [name])).toBeUndefined();
});
