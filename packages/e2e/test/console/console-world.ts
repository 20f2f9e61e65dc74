import { hasBrowser, sharedBrowser } from '@wallet-service/test-kit/browser';
import type { TestStack } from '@wallet-service/local-stack';
import type { JsonAnswer } from '@wallet-service/operator-cli/http-json';
import type { Browser } from 'playwright-core';
import { demoCustomer, type Customer } from '../http/customer.js';
import { ownStack, sharedStack, type SharedStack } from '../stacks.js';
import { startConsoleUnderPath, type ConsoleUnderPath } from './console-under-path.js';
import {
  accept,
  invitationLink,
  newPerson,
  type BrowserOptions,
  type PersonInBrowser,
} from './person-in-browser.js';

export const describeInBrowser = hasBrowser || process.env['CI'] ? describe : describe.skip;
if (!hasBrowser) console.warn('the console is not tested: install chromium');

export type ConsoleWorld<Stack extends SharedStack> = {
  readonly stack: () => Stack;
  readonly customer: () => Customer;
  /** Somebody who was never here. */
  readonly stranger: (options?: BrowserOptions) => Promise<PersonInBrowser>;
  /** Somebody with a role in the application, signed in. */
  readonly member: (role: string, options?: BrowserOptions) => Promise<PersonInBrowser>;
};

/**
 * For the tests of a `describe`: an application of the shared stack with two users who have signed, a third whom its
 * policies deny, and contexts in the shared Chromium. Screens of operators show what other suites do meanwhile. After
 * each test, no page may have complained.
 */
export function consoleWorld(): ConsoleWorld<SharedStack> {
  return worldIn(() => sharedStack('console'));
}

/** The same with a stack of its own, and its demo application. */
export function ownConsoleWorld(): ConsoleWorld<TestStack> {
  let stack: TestStack;
  const world = worldIn(async () => (stack = await ownStack({ CONSOLE: 'true' })));
  afterAll(() => stack.stop());
  return world;
}

/** The same on the shared stack, with a console of its own under a path. */
export function consoleWorldUnder(prefix: string): ConsoleWorld<SharedStack> {
  let front: ConsoleUnderPath | undefined;
  const start = async (): Promise<SharedStack> => {
    const shared = await sharedStack('console');
    front = await startConsoleUnderPath(shared, prefix);
    return { ...shared, consoleUrl: front.url };
  };
  const world = worldIn(start, () => front?.proxy);
  afterAll(() => front?.stop());
  return world;
}

function worldIn<Stack extends SharedStack>(
  start: () => Promise<Stack>,
  proxyOf: () => string | undefined = () => undefined,
): ConsoleWorld<Stack> {
  let stack: Stack;
  let browser: Browser;
  let customer: Customer;
  const people: PersonInBrowser[] = [];

  beforeAll(async () => {
    [stack, browser] = await Promise.all([start(), sharedBrowser(process.env['TEST_BROWSER_SOCKET'])]);
    customer = demoCustomer(stack.stack);
    for (const user of ['alice', 'bob']) expect((await asksForSignature(customer, user)).status).toBe(200);
    await customer.succeed('PATCH', '/v1/application', {
      policy_evaluation_enabled: true,
      default_action: 'deny',
    });
    expect((await asksForSignature(customer, 'mallory')).status).toBe(403);
  });
  afterEach(async () => {
    const complaints = people.flatMap((one) => one.complaints);
    await Promise.all(people.splice(0).map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });
  afterAll(() => browser.close());

  const stranger = async (options?: BrowserOptions): Promise<PersonInBrowser> => {
    const person = await newPerson(browser, stack.consoleUrl, { proxy: proxyOf(), ...options });
    people.push(person);
    return person;
  };
  return {
    stack: () => stack,
    customer: () => customer,
    stranger,
    async member(role, options) {
      const person = await stranger(options);
      await accept(person, await invitationLink(stack, role, { application: customer.id, role }));
      return person;
    },
  };
}

/** A user with an ETH wallet asks for a signature of a message. */
export async function asksForSignature({ express }: Customer, user: string): Promise<JsonAnswer> {
  const token = await express.token(user);
  await express.wallet(token, 'ETH');
  return express.post('/v2/wallet/sign/message', token, 'ETH', { message_base64: 'aGVsbG8=' });
}
