import { hasBrowser, openBrowser } from '@wallet-service/test-kit/browser';
import type { TestStack } from '@wallet-service/local-stack';
import type { JsonAnswer } from '@wallet-service/operator-cli/http-json';
import type { Browser } from 'playwright-core';
import { demoCustomer, type Customer } from '../http/customer.js';
import { ownStack } from '../stacks.js';
import {
  accept,
  invitationLink,
  newPerson,
  type BrowserOptions,
  type PersonInBrowser,
} from './person-in-browser.js';

export const describeInBrowser = hasBrowser || process.env['CI'] ? describe : describe.skip;
if (!hasBrowser) console.warn('the console is not tested: install chromium');

export type ConsoleWorld = {
  readonly stack: () => TestStack;
  readonly customer: () => Customer;
  /** Somebody who was never here. */
  readonly stranger: (options?: BrowserOptions) => Promise<PersonInBrowser>;
  /** Somebody with a role in the demo application, signed in. */
  readonly member: (role: string, options?: BrowserOptions) => Promise<PersonInBrowser>;
};

/**
 * For the tests of a `describe`: a running stack with two users who have signed, a third whom the policies of the demo
 * application deny, and Chromium. After each test, no page may have complained.
 */
export function consoleWorld(): ConsoleWorld {
  let stack: TestStack;
  let browser: Browser;
  let customer: Customer;
  const people: PersonInBrowser[] = [];

  beforeAll(async () => {
    [stack, browser] = await Promise.all([ownStack({ CONSOLE: 'true' }), openBrowser()]);
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
  afterAll(async () => {
    await browser.close();
    await stack.stop();
  });

  const stranger = async (options?: BrowserOptions): Promise<PersonInBrowser> => {
    const person = await newPerson(browser, stack.consoleUrl, options);
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
