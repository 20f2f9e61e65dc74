import path from 'node:path';
import { repositoryRoot, startTestStack, type TestStack } from '@wallet-service/local-stack';
import { startProcess } from '@wallet-service/test-kit/start-process';
import { demoCustomer } from './http/customer.js';

// The example for internal services, run as its README says, with a stock gRPC client.

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack.stop());

async function listWallets(variables: Readonly<Record<string, string>> = {}) {
  const program = path.join(repositoryRoot(), 'examples/grpc-client/list-wallets.mjs');
  const env = { DATA_DIR: path.dirname(stack.logsDir), ...variables };
  const started = startProcess(program, { env, endsWithUs: false });
  return { code: await started.exit, output: started.output() };
}

it('lists what was made over HTTP, over unary gRPC', async () => {
  expect(await listWallets()).toMatchObject({
    code: 0,
    output: expect.stringMatching(/ has 0 Core wallets/) as string,
  });
  const customer = demoCustomer(stack.stack);
  const { data } = await customer.succeed<{ data: { uuid: string; public_address: string } }>(
    'POST',
    '/v2/api/wallet',
    { auth_jwt: await customer.express.token('alice'), network: 'SOL_MAINNET' },
  );
  const { code, output } = await listWallets();
  expect(code).toBe(0);
  expect(output).toContain('has 1 Core wallets');
  expect(output.split('\n')).toContain(`${data.uuid} SOL_MAINNET ${data.public_address}`);
});

it.each([
  ['a wrong secret key', { SECRET_KEY: `sk_${'0'.repeat(32)}_${'A'.repeat(43)}` }, 'auth.secret-key-invalid'],
  ['a caller that the method does not list', { CALLER: 'policy' }, 'auth.caller-not-allowed'],
  ['a server with another name', { WALLET_TARGET: 'policy' }, '14: '],
])(
  'says why it is refused: %s',
  async (_, { WALLET_TARGET, ...variables }: Record<string, string>, problem) => {
    const target = WALLET_TARGET && { WALLET_TARGET: stack.targets[`${WALLET_TARGET}-0`] ?? '' };
    const { code, output } = await listWallets({ ...variables, ...target });
    expect([code, output]).toEqual([1, expect.stringContaining(problem)]);
  },
);
