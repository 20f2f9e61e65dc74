import { randomUUID } from 'node:crypto';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import { codeOf, demoCustomer, freshToken, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// What a client does after a lost answer, and what the owner of the application then finds, over HTTP.

type Entry = { readonly seq: number; readonly kind: string; readonly outcome: string | null };
type Listed = {
  readonly id: string;
  readonly interface: string;
  readonly public_address: string;
  readonly public_key: string;
  readonly owner: { readonly subject: string };
};

let stack: SharedStack;
let customer: Customer;
beforeAll(async () => {
  stack = await sharedStack('lists-and-retries');
  customer = demoCustomer(stack.stack);
});

const message = { message_base64: Buffer.from('pay once').toString('base64') };

async function sign(subject: string, key: string | undefined, body: object = message) {
  const token = await freshToken(customer, subject);
  return requestJson(`${stack.expressUrl}/v2/wallet/sign/message`, {
    method: 'POST',
    headers: {
      ...customer.express.headers(token, 'ETH'),
      prefer: 'receipt',
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    body,
  });
}

it('a retry gets the first answer, and the journal, the wallets and the users show it once', async () => {
  const subject = `retry ${randomUUID()}`;
  const address = await customer.express.wallet(await freshToken(customer, subject), 'ETH');
  const key = randomUUID();
  const first = await sign(subject, key);
  expect(first.status).toBe(200);
  const again = await sign(subject, key);
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('preference-applied')).toBe('receipt');
  const other = await sign(subject, key, { message_base64: Buffer.from('pay twice').toString('base64') });
  expect([other.status, codeOf(other)]).toEqual([422, 'request.idempotency-mismatch']);

  const query = new URLSearchParams({ subject, issuer: customer.provider.issuer });
  const { data: wallets } = await customer.succeed<{ data: Listed[] }>(
    'GET',
    `/v1/wallets?${query.toString()}`,
  );
  expect(wallets).toHaveLength(1);
  const [wallet] = wallets;
  expect(wallet).toMatchObject({ interface: 'express', public_address: address, owner: { subject } });
  const { data: users } = await customer.succeed<{ data: { wallets: Listed[] }[] }>(
    'GET',
    `/v1/users?${query.toString()}`,
  );
  expect(users.map((user) => user.wallets)).toEqual([[wallet]]);
  const begins = `/v1/users?subject_prefix=${encodeURIComponent(subject.slice(0, -1))}`;
  const { data: found } = await customer.succeed<{ data: { subject: string }[] }>('GET', begins);
  expect(found.map((user) => user.subject)).toContain(subject);
  const both = await customer.manage('GET', `${begins}&subject=${encodeURIComponent(subject)}`);
  expect(both).toMatchObject({ status: 422, body: { errors: [{ path: 'query subject_prefix' }] } });

  const kinds = ({ data }: { readonly data: readonly Entry[] }) =>
    data.map(({ kind, outcome }) => `${kind} ${outcome ?? ''}`.trim());
  const ofTrace = (traceId: string | null) =>
    customer.succeed<{ data: Entry[] }>('GET', `/v1/audit?trace_id=${traceId ?? ''}`);
  expect(kinds(await ofTrace(first.headers.get('x-trace-id')))).toEqual(['intent', 'result signed']);
  expect(kinds(await ofTrace(again.headers.get('x-trace-id')))).toEqual([]);
  const ofUser = await customer.succeed<{ data: Entry[] }>(
    'GET',
    `/v1/audit?${query.toString()}&outcome=signed`,
  );
  expect(kinds(ofUser)).toEqual(['result signed']);
});

it('decisions are found by wallet, user and outcome', async () => {
  const subject = `denied ${randomUUID()}`;
  await customer.express.wallet(await freshToken(customer, subject), 'ETH');
  await customer.succeed('PATCH', '/v1/application', {
    policy_evaluation_enabled: true,
    default_action: 'deny',
  });
  const denied = await sign(subject, undefined);
  await customer.succeed('PATCH', '/v1/application', { default_action: 'allow' });
  expect(codeOf(denied)).toBe('policy.denied');
  await sign(subject, undefined);
  const query = new URLSearchParams({ subject, issuer: customer.provider.issuer });
  const outcomes = async (more: string) =>
    (
      await customer.succeed<{ data: { outcome: string }[] }>(
        'GET',
        `/v1/policy/decisions?${query.toString()}${more}`,
      )
    ).data.map(({ outcome }) => outcome);
  expect(await outcomes('')).toEqual(['allow', 'deny']);
  expect(await outcomes('&outcome=deny')).toEqual(['deny']);
  expect(await outcomes(`&trace_id=${denied.headers.get('x-trace-id') ?? ''}`)).toEqual(['deny']);
});
