import { driveCore, drivePregeneration } from './contract/core-flow.js';
import { expectJson } from '@wallet-service/operator-cli/http-json';
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

  it('about the journal: whatever changes something is in one', async () => {
    const journals = await Promise.all([
      tracesIn('/v1/audit', { 'x-service-secret-key': customer.secretKey() }),
      tracesIn('/v1/admin/audit', { 'x-service-operator-key': stack.stack.operator_key }),
    ]);
    const recorded = new Set(journals.flat());
    const without = [...driver.writes()].filter(([, traces]) => !traces.some((id) => recorded.has(id)));
    expect(without.map(([operationId]) => operationId).sort()).toEqual([...withoutEntry].sort());
  });
});

const withoutEntry = [
  // They change nothing.
  ...['evaluatePolicies', 'evaluateDecisions', 'lookAtIssuer'],
  ...['createInvitationChallenge', 'createPasskeyChallenge', 'createSignInChallenge'],
  ...['createStepUpChallenge', 'createApprovalChallenge', 'createSignatureChallenge'],
  // The document was in force already.
  'submitTrust',
  // It is in the journal of the new application, which administrative-journal.test.ts reads.
  'adminCreateApplication',
];

async function tracesIn(path: string, headers: Readonly<Record<string, string>>): Promise<string[]> {
  type Page = { readonly data: readonly { readonly trace_id: string }[]; readonly next: string | null };
  const traces: string[] = [];
  for (let after: string | null = '0'; after !== null;) {
    const page: Page = await expectJson<Page>(`${stack.expressUrl}${path}?after=${after}`, { headers });
    traces.push(...page.data.map(({ trace_id: id }) => id));
    after = page.next;
  }
  return traces;
}
