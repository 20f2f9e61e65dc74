import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { databaseFor } from '@wallet-service/postgres/testing';
import { askOffered } from '@wallet-service/test-kit/ask-offered';
import { newCustomer } from './http/customer.js';

export type SharedStack = Omit<TestStack, 'processes' | 'demoProvider' | 'stop' | 'progress'>;

/**
 * The stack that the test files of a run share, started when the first asks for it. The application in `stack` belongs
 * to the test file. There are two gateways, policy services and signers, and a console. For files that kill nothing,
 * count nothing and edit only rows of their own application. They must not stop it.
 */
export async function sharedStack(name: string): Promise<SharedStack> {
  const answer = await askOffered(process.env['TEST_STACK_SOCKET']);
  if (!answer.startsWith('{')) throw new Error(`the shared stack did not start: ${answer}`);
  const shared = JSON.parse(answer) as SharedStack;
  const { id, apiKey, secretKey, provider } = await newCustomer(shared.stack, name);
  return {
    ...shared,
    stack: {
      ...shared.stack,
      app: { id, api_key: apiKey, secret_key: secretKey() },
      demo_provider: { ...shared.stack.demo_provider, id: provider.id },
    },
  };
}

/**
 * A separate stack for one test file, with a database on the server of the test run. `variables` as for
 * `startTestStack`.
 */
export async function ownStack(variables: Readonly<Record<string, string>> = {}): Promise<TestStack> {
  const database = await databaseFor({ name: 'stack' });
  const stack = await startTestStack({ DATABASE_URL: database.url, ...variables });
  return {
    ...stack,
    stop: async () => {
      await stack.stop();
      await database.drop();
    },
  };
}
