import { driveCore, drivePregeneration } from './contract/core-flow.js';
import { createDriver, type Driver } from './contract/driver.js';
import { driveExpress } from './contract/express-flow.js';
import {
  driveAdministration,
  drivePolicies,
  driveProofs,
  driveProviders,
  driveSecretKeys,
  driveWebhooks,
} from './contract/management-flow.js';
import { drivePeople } from './contract/people-flow.js';
import { newCustomer, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// Compares the document that the stack serves at /openapi.json with what all its real processes do. Every operation is
// driven to a success and to a refusal. Every request and answer is checked by status, headers and schema. Refusals
// must have the codes that the document lists for their operation and status.

let stack: SharedStack;
let customer: Customer;
let driver: Driver;
beforeAll(async () => {
  stack = await sharedStack('contract');
  customer = await newCustomer(stack.stack, 'contract');
  driver = await createDriver(stack.stack, customer);
});

describe('the reference is true', () => {
  it.each<[string, (driver: Driver, customer: Customer) => Promise<void>]>([
    ['Express wallets', driveExpress],
    ['Core wallets and groups', driveCore],
    ['pre-generated wallets', drivePregeneration],
    ['policies and settings', drivePolicies],
    ['identity providers', driveProviders],
    ['journal and attestation', driveProofs],
    ['webhooks', driveWebhooks],
    ['secret keys', driveSecretKeys],
    ['administration', driveAdministration],
    ['people', (to, owner) => drivePeople(to, owner, stack.consoleUrl)],
  ])('about %s', async (_what, drive) => {
    await drive(driver, customer);
  });

  it('about callers without credentials', async () => {
    await driver.refuseStrangers();
  });

  it('about every operation: none is left out', () => {
    expect(driver.missing()).toEqual([]);
  });
});
