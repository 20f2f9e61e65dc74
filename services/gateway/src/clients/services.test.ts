import type { WalletDefinition } from '@wallet-service/grpc';
import { serviceCall } from './services.js';

const traceId = 'a'.repeat(32);

function setUp() {
  const options: object[] = [];
  const call = serviceCall<WalletDefinition>(
    'wallet',
    {
      call: (_method, _request, given) => {
        options.push(given);
        return Promise.resolve({} as never);
      },
    },
    () => 1_000,
  );
  return { call, options };
}

describe('serviceCall', () => {
  it('gives a call the remaining time of the request, at most 10 s', async () => {
    const { call, options } = setUp();
    await call('GetTrustStatus', {}, { traceId, deadline: 4_000 });
    await call('GetTrustStatus', {}, { traceId, deadline: 16_000 });
    expect(options).toMatchObject([{ deadlineMs: 3_000, traceId }, { deadlineMs: 10_000 }]);
  });

  it('repeats idempotent calls after a lost connection, but never a create', async () => {
    const { call, options } = setUp();
    await call('GetOrCreateWallet', {}, { traceId, deadline: 4_000 });
    await call('Sign', {}, { traceId, deadline: 4_000 });
    await call('CreateWallet', {}, { traceId, deadline: 4_000 });
    await call('CreateWallet', { idempotency: { key: 'k' } }, { traceId, deadline: 4_000 });
    expect(options.map((given) => 'idempotent' in given && given.idempotent)).toEqual([
      true,
      true,
      false,
      true,
    ]);
  });

  it('makes no call when the time is up', async () => {
    const { call, options } = setUp();
    await expect(call('Sign', {}, { traceId, deadline: 1_000 })).rejects.toMatchObject({
      code: 'service.deadline-exceeded',
    });
    expect(options).toEqual([]);
  });
});
