import { AppError } from '@wallet-service/errors';
import { Refused } from '@wallet-service/signer-protocol';
import { createTrustAwaiter } from './await-trust.js';
import { NewestBundle } from './newest-bundle.js';

function awaiter(trustBundleWaitMs: number) {
  const bundles = new NewestBundle();
  const refusals: string[] = [];
  const awaitTrust = createTrustAwaiter({
    bundles,
    now: Date.now,
    trustBundleWaitMs,
    onRefused: ({ refusal }) => refusals.push(refusal),
  });
  let asked = 0;
  const ask = (refusal: 'key-not-in-bundle' | 'token-expired', trustedFrom: number) => () => {
    asked += 1;
    return bundles.announced >= trustedFrom
      ? Promise.resolve('signed')
      : Promise.reject(new Refused(refusal));
  };
  const scope = { deadline: Date.now() + 5_000, traceId: '' };
  return { bundles, refusals, asked: () => asked, ask, scope, awaitTrust };
}

describe('awaitTrust', () => {
  it('asks again after each newer bundle until the request is trusted', async () => {
    const { bundles, awaitTrust, ask, scope, asked, refusals } = awaiter(2_000);
    const answer = awaitTrust(ask('key-not-in-bundle', 3), scope);
    await new Promise(setImmediate);
    bundles.announce(2);
    await new Promise(setImmediate);
    bundles.announce(3);
    expect(await answer).toBe('signed');
    expect(asked()).toBe(3);
    expect(refusals).toEqual([]);
  });

  it('gives up when its time is over', async () => {
    const { awaitTrust, ask, scope, refusals } = awaiter(50);
    await expect(awaitTrust(ask('key-not-in-bundle', 3), scope)).rejects.toMatchObject({
      code: 'provider.not-trusted-yet',
    });
    expect(refusals).toEqual(['key-not-in-bundle']);
  });

  it('does not wait when told not to, nor beyond the deadline', async () => {
    const impatient = awaiter(0);
    await expect(
      impatient.awaitTrust(impatient.ask('key-not-in-bundle', 3), impatient.scope),
    ).rejects.toThrow(AppError);
    const late = awaiter(60_000);
    const scope = { deadline: Date.now() + 100, traceId: '' };
    await expect(late.awaitTrust(late.ask('key-not-in-bundle', 3), scope)).rejects.toThrow(AppError);
  });

  it('does not wait for what no bundle can fix', async () => {
    const { awaitTrust, ask, scope, asked } = awaiter(60_000);
    await expect(awaitTrust(ask('token-expired', 3), scope)).rejects.toMatchObject({
      code: 'auth.token-expired',
    });
    expect(asked()).toBe(1);
  });

  it('passes connection failures on', async () => {
    const { awaitTrust, scope } = awaiter(60_000);
    const down = new AppError('service.unavailable', 'down');
    await expect(awaitTrust(() => Promise.reject(down), scope)).rejects.toBe(down);
  });
});
