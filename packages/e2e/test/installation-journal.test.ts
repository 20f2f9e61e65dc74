import { createPrivateKey } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { grantLifetimeMs, signGrant, type Grant } from '@wallet-service/grants';
import { connect, definitions } from '@wallet-service/grpc';
import { readCertificate } from '@wallet-service/local-certificates';
import { adminRequest, administrate } from '@wallet-service/operator-cli/admin';
import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import { createAuthenticator, type Authenticator } from '@wallet-service/passkeys/testing';
import { verifyJournal } from '@wallet-service/sdk/verify';
import { until } from '@wallet-service/test-kit/until';
import { installationId } from '@wallet-service/values';
import { codeOf, newCustomer, type Customer } from './http/customer.js';
import { newOwner, type Owner } from './http/owner.js';
import { runScript } from './launcher.js';
import { sharedStack, type SharedStack } from './stacks.js';

// The journal of the installation on a real stack: what operators do outside applications, and how people sign in.

type Headers = Readonly<Record<string, string>>;
type Entry = { readonly seq: number; readonly operation: string; readonly details: object };
type Page = {
  readonly data: readonly Entry[];
  readonly next: string | null;
  readonly checkpoint: { readonly size: number } | null;
};
type PublicKey = { readonly challenge: string; readonly rpId: string; readonly rp: { readonly id: string } };
type Operator = { readonly id: string; readonly headers: Headers; readonly authenticator: Authenticator };

let stack: SharedStack;
let customer: Customer;
let owner: Owner;
let olga: Operator;
let operatorKey: Headers;
const folder = mkdtempSync(path.join(tmpdir(), 'installation-journal-'));
beforeAll(async () => {
  stack = await sharedStack('installation journal');
  customer = await newCustomer(stack.stack, 'installation journal');
  operatorKey = { 'x-service-operator-key': stack.stack.operator_key };
  owner = await newOwner(stack, customer.id);
  olga = await newOperator();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const send = (method: 'GET' | 'POST' | 'DELETE', at: string, headers: Headers, body?: object) =>
  requestJson(stack.expressUrl + at, { method, headers, ...(body && { body }) });

async function succeed<Body>(...sent: Parameters<typeof send>): Promise<Body> {
  const answer: JsonAnswer = await send(...sent);
  expect([sent[1], codeOf(answer)]).toEqual([sent[1], 'ok']);
  return answer.body as Body;
}

async function newOperator(): Promise<Operator> {
  const target = { url: stack.expressUrl, operatorKey: stack.stack.operator_key };
  const request = adminRequest(['person', 'invite', 'Olga'], { isOperator: true });
  const { invitation } = (await administrate(target, request)) as { readonly invitation: string };
  const authenticator = createAuthenticator({ origin: stack.consoleUrl });
  const asked = { invitation };
  const { public_key: options } = await succeed<{ public_key: PublicKey }>(
    ...(['POST', '/v1/invitation/challenge', {}, asked] as const),
  );
  const passkey = JSON.parse(authenticator.create(options)) as object;
  const { session, person } = await succeed<{ session: string; person: { id: string } }>(
    ...(['POST', '/v1/invitation/accept', {}, { ...asked, passkey }] as const),
  );
  return { id: person.id, headers: { 'x-service-session': session }, authenticator };
}

async function* pages(at: string, headers: Headers, query = ''): AsyncGenerator<Page> {
  for (let after: string | null = '0'; after !== null;) {
    const page: Page = await succeed<Page>('GET', `${at}?after=${after}${query}`, headers);
    yield page;
    after = page.next;
  }
}

async function entriesAbout(id: string, at = '/v1/admin/audit', headers = operatorKey): Promise<Entry[]> {
  const found: Entry[] = [];
  for await (const { data } of pages(at, headers)) found.push(...data);
  return found.filter(({ details }) => JSON.stringify(details).includes(id));
}

it('has what an operator does to people, with person, before, after and reason', async () => {
  const headers = { ...olga.headers, 'x-reason': 'night shift' };
  const asked = { name: 'Ben', is_operator: true };
  const { person_id: id } = await succeed<{ person_id: string }>('POST', '/v1/admin/person', headers, asked);
  await succeed('POST', `/v1/admin/person/${id}/invitation`, operatorKey);
  await succeed('DELETE', `/v1/admin/person/${id}`, { ...olga.headers, 'x-reason': 'left' });
  const by = { kind: 'person', id: olga.id, role: 'operator', name: 'Olga' };
  const ben = { person_id: id, name: 'Ben' };
  const entries = await entriesAbout(id, '/v1/admin/audit', olga.headers);
  expect(entries.map(({ operation, details }) => [operation, details])).toEqual([
    [
      'admin.person_invited',
      { actor: by, reason: 'night shift', before: null, after: { ...ben, is_operator: true } },
    ],
    [
      'admin.person_reinvited',
      {
        actor: expect.objectContaining({ kind: 'operator-key' }) as object,
        ...{ reason: null, before: null, after: ben },
      },
    ],
    ['admin.person_disabled', { actor: by, reason: 'left', before: ben, after: null }],
  ]);
});

it('has how operators and members sign in, step up and sign out, and so have their applications', async () => {
  const signIn = async (authenticator: Authenticator): Promise<Headers> => {
    const { public_key: options } = await succeed<{ public_key: PublicKey }>(
      ...(['POST', '/v1/session/challenge', {}] as const),
    );
    const passkey = JSON.parse(authenticator.get(options)) as object;
    const made = await succeed<{ session: string }>('POST', '/v1/session', {}, { passkey });
    return { 'x-service-session': made.session };
  };
  const stepUp = async (headers: Headers, authenticator: Authenticator): Promise<JsonAnswer> => {
    const { public_key: options } = await succeed<{ public_key: PublicKey }>(
      ...(['POST', '/v1/session/step_up/challenge', headers] as const),
    );
    const passkey = JSON.parse(authenticator.get(options)) as object;
    return send('POST', '/v1/session/step_up', headers, { passkey });
  };
  for (const { authenticator } of [owner, olga]) {
    const session = await signIn(authenticator);
    expect(codeOf(await stepUp(session, authenticator))).toBe('ok');
    const stranger = authenticator === olga.authenticator ? owner.authenticator : olga.authenticator;
    expect(codeOf(await stepUp(session, stranger))).toBe('auth.passkey-invalid');
    await succeed('DELETE', '/v1/session', session);
  }
  const expected = [
    ...['admin.invitation_accepted', 'admin.person_signed_in', 'admin.person_signed_in'],
    ...['admin.person_stepped_up', 'admin.passkey_refused', 'admin.person_signed_out'],
  ];
  const own = (entries: readonly Entry[], id: string) =>
    entries
      .filter(({ details }) => (details as { actor: { id: string } | null }).actor?.id === id)
      .map(({ operation }) => operation);
  const ofOwner = await entriesAbout(owner.id);
  expect(own(ofOwner, owner.id)).toEqual(expected);
  expect(own(await entriesAbout(owner.id, '/v1/audit', owner.headers), owner.id)).toEqual(expected);
  const ofOlga = own(await entriesAbout(olga.id), olga.id);
  expect(ofOlga.filter((operation) => expected.includes(operation))).toEqual(expected);
  expect(await entriesAbout(olga.id, '/v1/audit', owner.headers)).toEqual([]);
});

it('names the operator to the owner of an application that they changed, and to no other', async () => {
  const touched = await newCustomer(stack.stack, 'touched');
  const reader = await newOwner(stack, touched.id);
  const headers = { ...olga.headers, 'x-reason': 'support case 12' };
  const { id: keyId } = await succeed<{ id: string }>(
    ...(['POST', `/v1/admin/application/${touched.id}/secret_key`, headers] as const),
  );
  const [entry, ...others] = await entriesAbout(olga.id, '/v1/audit', reader.headers);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    operation: 'admin.secret_key_created',
    details: {
      actor: { kind: 'person', id: olga.id, role: 'operator', name: 'Olga' },
      ...{ reason: 'support case 12', before: null, after: { id: keyId } },
    },
  });
  expect(JSON.stringify(await entriesAbout('Olga', '/v1/audit', owner.headers))).not.toContain(olga.id);
  // Nor is it in the journal of the installation: it is in that of the application.
  expect(await entriesAbout(keyId)).toEqual([]);
});

it('is for operators alone', async () => {
  const member = { 'x-service-session': owner.headers['x-service-session'] ?? '' };
  expect(codeOf(await send('GET', '/v1/admin/audit', member))).toBe('auth.not-a-member');
  const secretKey = { 'x-service-secret-key': customer.secretKey() };
  expect((await send('GET', '/v1/admin/audit', secretKey)).status).toBe(401);
  const asApplication = { ...olga.headers, 'x-service-application-id': installationId };
  expect(codeOf(await send('GET', '/v1/audit', asApplication))).toBe('auth.not-a-member');
});

it('is opened by grants of operators alone, and they open no other journal', async () => {
  const { wallet: definition } = definitions;
  const key = createPrivateKey(readFileSync(path.join(stack.dataDir, 'secrets/grant-key.pem')));
  const tls = readCertificate(stack.certificates.gateway);
  const targets = [stack.targets['wallet-0'] ?? ''];
  const wallet = connect({ definition, targets, tls, serverName: 'wallet' });
  const withGrant = (changes: Partial<Grant>) => {
    const issuedAt = Date.now();
    const own = { audience: 'wallet', applicationId: customer.id, keyId: 'key', issuedAt } as const;
    const grant = signGrant({ ...own, expiresAt: issuedAt + grantLifetimeMs, ...changes }, key);
    return { grant, deadlineMs: 5_000, traceId: 'a'.repeat(32) };
  };
  const codeOfCall = async (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'ok',
      (error: unknown) => (error as { readonly code: string }).code,
    );
  const outcomeOf = (applicationId: string, changes: Partial<Grant>) =>
    codeOfCall(wallet.call('ListJournal', { applicationId, after: '0' }, withGrant(changes)));
  const asOperator = { applicationId: undefined };
  expect(await outcomeOf(installationId, asOperator)).toBe('ok');
  expect(await outcomeOf(installationId, { ...asOperator, scopes: ['sign'] })).toBe('auth.scope-missing');
  expect(await outcomeOf(customer.id, asOperator)).toBe('auth.grant-invalid');
  for (const changes of [{}, { scopes: ['read'] }, { applicationId: installationId }])
    expect(await outcomeOf(installationId, changes)).toBe('auth.grant-invalid');
  for (const changes of [{}, asOperator]) {
    const file = { applicationId: installationId, path: 'checkpoint' };
    expect(await codeOfCall(wallet.call('GetLogFile', file, withGrant(changes)))).toBe('auth.grant-invalid');
  }
  wallet.close();
});

it('is one log that signers and witnesses sign, and that anybody verifies as they verify others', async () => {
  await until('a checkpoint of the installation’s journal', async () => {
    const { checkpoint } = await succeed<Page>('GET', '/v1/admin/audit?limit=1', operatorKey);
    return checkpoint !== null;
  });
  const verified = await verifyJournal(pages('/v1/admin/audit', operatorKey, '&proofs=true'));
  expect(verified).toMatchObject({ applicationId: installationId });
  expect(verified.signedUntil).toBeGreaterThan(0);
  const keyFile = path.join(folder, 'operator-key');
  writeFileSync(keyFile, `${stack.stack.operator_key}\n`);
  const args = ['--json', '--url', stack.expressUrl, '--operator-key-file', keyFile];
  const notes = ['--notes', path.join(folder, 'notes')];
  const command = ['audit', 'verify', ...args, ...notes];
  const run = runScript(
    'packages/local-stack/dist/operate.js',
    { DATA_DIR: stack.dataDir },
    { args: command },
  );
  const status = await run.exit;
  const line = JSON.parse(run.output()) as { readonly unchecked: readonly string[] };
  expect([status, line]).toMatchObject([expect.anything(), { application_id: installationId, intact: true }]);
  expect(line.unchecked).not.toContain('checkpoint-key');
});
