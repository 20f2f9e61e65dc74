import { driveCore, drivePregeneration } from './contract/core-flow.js';
import { createDriver, type Driver } from './contract/driver.js';
import { driveExpress, driveRetired } from './contract/express-flow.js';
import {
  driveAdministration,
  drivePolicies,
  driveProofs,
  driveProviders,
  driveWebhooks,
} from './contract/management-flow.js';
import { newCustomer, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// The document that the stack serves at /openapi.json, held against what all its real processes do: every
// operation is driven to a success and to a refusal, and every request and answer is checked by status,
// headers and schema. Refusals have the codes that the document gives to their operation and status.

let stack: SharedStack;
let customer: Customer;
let driver: Driver;
beforeAll(async () => {
  stack = await sharedStack('contract');
  customer = await newCustomer(stack.stack, 'contract');
  driver = await createDriver(stack.stack, customer);
}, 120_000);

describe('the reference tells the truth', () => {
  it.each<[string, (driver: Driver, customer: Customer) => Promise<void>]>([
    ['Express wallets', driveExpress],
    ['Core wallets and groups', driveCore],
    ['pre-generated wallets', drivePregeneration],
    ['policies and settings', drivePolicies],
    ['identity providers', driveProviders],
    ['journal and attestation', driveProofs],
    ['webhooks', driveWebhooks],
    ['administration', driveAdministration],
    ['what is retired', driveRetired],
  ])(
    'about %s',
    async (_what, drive) => {
      await drive(driver, customer);
    },
    120_000,
  );

  it('about strangers', async () => {
    await driver.refuseStrangers();
  }, 60_000);

  it('about every operation: none is left out', () => {
    expect(driver.missing()).toEqual([]);
  });
});
