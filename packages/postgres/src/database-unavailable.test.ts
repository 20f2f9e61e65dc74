import { AppError } from '@wallet-service/errors';
import { withDatabaseUnavailableErrors } from './database-unavailable.js';

const failingWith = (error: Error) =>
  withDatabaseUnavailableErrors({ find: (): Promise<string> => Promise.reject(error) }).find();

it('passes answers and arguments through', async () => {
  const { add } = withDatabaseUnavailableErrors({ add: (a: number, b: number) => Promise.resolve(a + b) });
  expect(await add(1, 2)).toBe(3);
});

it.each([
  [Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })],
  [Object.assign(new Error('starting up'), { code: '57P03' })],
  [Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' })],
  [Object.assign(new Error('unable to verify'), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' })],
  [new Error('Connection terminated unexpectedly')],
])('says that the service is unavailable for: %s', async (cause) => {
  await expect(failingWith(cause)).rejects.toMatchObject({
    code: 'service.unavailable',
    retryAfterSeconds: 1,
    cause,
  });
});

it.each([[new Error('a bug')], [new AppError('wallet.not-found', 'no wallet')]])(
  'leaves other failures unchanged: %s',
  async (error) => {
    await expect(failingWith(error)).rejects.toBe(error);
  },
);
