import { AppError } from '@wallet-service/errors';
import { Refused, type SignerRefusal } from '@wallet-service/signer-protocol';
import { createTrustAwaiter } from './await-trust.js';
import type { Renewal } from './bring-trust.js';

/** A signer that refuses until it was offered enough, and what a renewal comes to, one after the other. */
function awaiter(refusal: SignerRefusal, renewals: Renewal[]) {
  const refusals: string[] = [];
  const seen = { checks: 0, asked: 0, renewed: 0 };
  const signer = { trusts: false };
  const awaitTrust = createTrustAwaiter({
    trust: {
      check: () => {
        seen.checks += 1;
        return undefined;
      },
      checkNow: () => Promise.resolve(),
      offered: () => ({ digest: '', calls: seen.renewed }),
      renew: () => {
        seen.renewed += 1;
        const renewal = renewals.shift() ?? 'same';
        signer.trusts = renewals.length === 0 && renewal === 'changed';
        return Promise.resolve(renewal);
      },
    },
    onRefused: (refused) => refusals.push(refused.refusal),
  });
  const ask = () => {
    seen.asked += 1;
    return signer.trusts ? Promise.resolve('signed') : Promise.reject(new Refused(refusal));
  };
  const scope = { deadline: Date.now() + 5_000, traceId: '' };
  const run = (hasToken = true) => awaitTrust({ applicationId: 'app', hasToken }, ask, scope);
  return { run, seen, refusals, awaitTrust, scope };
}

const down = new AppError('service.unavailable', 'identity is down');

describe('awaitTrust', () => {
  it('asks again as long as what is trusted changes, until the request is trusted', async () => {
    const { run, seen, refusals } = awaiter('token-issuer', ['changed', 'changed', 'changed']);
    expect(await run()).toBe('signed');
    expect(seen).toEqual({ checks: 1, asked: 4, renewed: 3 });
    expect(refusals).toEqual([]);
  });

  it.each<[SignerRefusal, number]>([
    ['key-not-trusted', 2],
    ['token-audience', 2],
    ['application-unknown', 3],
  ])('asks for %s only %i times while nothing changes', async (refusal, asked) => {
    const { run, seen, refusals } = awaiter(refusal, []);
    await expect(run()).rejects.toMatchObject({ code: 'provider.not-trusted-yet' });
    expect(seen.asked).toBe(asked);
    expect(refusals).toEqual([refusal]);
  });

  it('does not bring trust for what no trust can cure', async () => {
    const { run, seen } = awaiter('token-expired', ['changed']);
    await expect(run()).rejects.toMatchObject({ code: 'auth.token-expired' });
    expect(seen).toEqual({ checks: 1, asked: 1, renewed: 0 });
  });

  it('checks nothing for a request without a token', async () => {
    const { run, seen } = awaiter('internal', []);
    await expect(run(false)).rejects.toMatchObject({ code: 'internal' });
    expect(seen.checks).toBe(0);
  });

  it('reports an outage as one only where nothing is known about the token', async () => {
    await expect(awaiter('application-unknown', [down]).run()).rejects.toBe(down);
    await expect(awaiter('key-not-trusted', [down]).run()).rejects.toMatchObject({
      code: 'provider.not-trusted-yet',
      details: { missing: 'key-not-in-set' },
    });
    const gone = new AppError('application.not-found', 'there is none');
    await expect(awaiter('application-unknown', [gone]).run()).rejects.toMatchObject({
      details: { missing: 'no-document' },
    });
  });

  it('passes connection failures on', async () => {
    const { awaitTrust, scope } = awaiter('internal', []);
    const failing = () => Promise.reject(down);
    await expect(awaitTrust({ applicationId: 'app', hasToken: true }, failing, scope)).rejects.toBe(down);
  });
});
