import type { Grant } from '@wallet-service/grants';
import { authorize, callerNameOf, type Need } from './access.js';

const grant: Grant = { audience: 'policy', applicationId: 'a', keyId: 'k', issuedAt: 0, expiresAt: 0 };
const operator: Grant = { ...grant, applicationId: undefined };

async function outcome(need: Need | undefined, request: object, held?: Grant): Promise<string> {
  try {
    await authorize(need, request, Buffer.alloc(1), held && (() => held));
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}
const refused = 'auth.grant-invalid';

it.each<[Need | undefined, object, Grant | undefined, string]>([
  ['nothing', {}, undefined, 'ok'],
  ['user-token', {}, undefined, 'ok'],
  [undefined, { applicationId: 'a' }, grant, 'auth.caller-not-allowed'],
  ['application', { applicationId: 'a' }, undefined, refused],
  ['application', { applicationId: 'a' }, grant, 'ok'],
  ['application', { applicationId: 'b' }, grant, refused],
  ['application', { applicationId: '' }, grant, refused],
  ['application', {}, grant, refused],
  ['application', { user: null }, grant, refused],
  ['application', { user: { applicationId: 'a' } }, grant, 'ok'],
  ['application', { user: { applicationId: 'b' } }, grant, refused],
  ['application', { applicationId: 'a', user: { applicationId: 'b' } }, grant, refused],
  ['application', { applicationId: 'a' }, operator, refused],
  ['operator', {}, operator, 'ok'],
  ['operator', { applicationId: 'a' }, grant, refused],
  ['application-or-operator', { applicationId: 'b' }, operator, 'ok'],
  ['application-or-operator', { applicationId: 'a' }, grant, 'ok'],
  ['application-or-operator', { applicationId: 'b' }, grant, refused],
])('%s of %j with %j: %s', async (need, request, held, expected) => {
  expect(await outcome(need, request, held)).toBe(expected);
});

it('asks the request when the need depends on it', async () => {
  const need = ({ walletId }: { walletId: string }): Need => (walletId === '' ? 'user-token' : 'application');
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
