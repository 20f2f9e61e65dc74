import { generateKeyPairSync, randomUUID } from 'node:crypto';
import type { Operation } from '@wallet-service/chains';
import type { App } from '../src/app.js';
import { rule, when } from './engine-harness.js';
import { alice, mallory, payment } from './operations.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { receivedDraft } from './policy-on-wire.js';
import {
  context,
  createPolicy,
  enableEvaluation,
  serviceOn,
  signingRequest,
  updatePolicy,
} from './policy-service.js';

let database: PolicyDatabase;
let app: App;
let applicationId: string;
beforeAll(async () => {
  database = await policyDatabase('evaluate_decisions');
  app = serviceOn(database.pool);
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});
beforeEach(async () => {
  applicationId = randomUUID();
  await enableEvaluation(app, applicationId);
});

const transaction = 'eth_signTransaction';
const policy = (name: string, ...rules: object[]) => ({ name, chain: 'ETH', scope: 'GLOBAL', rules });
const notTo = (address: string) =>
  policy('barred', rule(transaction, 'DENY', when('ethereum_transaction', 'to', 'eq', address)));
const toMallory = payment({ to: mallory });
const toAlice = payment({ to: alice });

const sign = (operation: Operation, overrides: object = {}) =>
  app.handlers
    .Evaluate(signingRequest(applicationId, operation, overrides), context)
    .then(() => 'signed')
    .catch((error: unknown) => (error as { code: string }).code);

async function again(asked: object = {}, by: App = app) {
  const request = { applicationId, policy: null, policyId: '', before: '', limit: 0, filter: null };
  const answer = await by.handlers.EvaluateDecisions({ ...request, ...asked }, context);
  return { ...answer, decisions: answer.decisions ?? [] };
}
const shown = ({ decisions }: Awaited<ReturnType<typeof again>>) =>
  decisions.map(({ was, wouldBe, notJudged }) => [was?.outcome, wouldBe?.outcome ?? notJudged]);

describe('EvaluateDecisions', () => {
  it('says which decisions a draft changes, and by which rule', async () => {
    expect([await sign(toAlice), await sign(toMallory)]).toEqual(['signed', 'signed']);
    const answer = await again({ policy: receivedDraft(notTo(mallory)) });
    expect(answer.decisions).toMatchObject([
      {
        ...{ chain: 'ETH', operation: 'transaction', method: transaction, walletId: 'wallet-1' },
        was: { outcome: 'allow', reason: 'default_action' },
        wouldBe: {
          ...{ outcome: 'deny', reason: 'rule' },
          rule: { policyId: '', policyName: 'barred', ruleIndex: 0, action: 'DENY' },
        },
      },
      { was: { outcome: 'allow' }, wouldBe: { outcome: 'allow', reason: 'default_action' } },
    ]);
    expect(answer).toMatchObject({ next: '', evaluationEnabled: true });
    expect(shown(await again())).toEqual([
      ['allow', 'allow'],
      ['allow', 'allow'],
    ]);
  });

  it('adds the draft to the saved policies, or puts it in the place of one', async () => {
    const { id = '' } = await createPolicy(app, applicationId, notTo(mallory));
    expect([await sign(toMallory), await sign(toAlice)]).toEqual(['policy.denied', 'signed']);
    const other = receivedDraft(notTo(alice));
    expect(shown(await again({ policy: other }))).toEqual([
      ['allow', 'deny'],
      ['deny', 'deny'],
    ]);
    const replaced = await again({ policy: other, policyId: id });
    expect(shown(replaced)).toEqual([
      ['allow', 'deny'],
      ['deny', 'allow'],
    ]);
    expect(replaced.decisions[0]?.wouldBe?.rule?.policyId).toBe(id);
    const off = receivedDraft({ ...notTo(mallory), is_active: false });
    expect(shown(await again({ policy: off, policyId: id }))).toEqual([
      ['allow', 'allow'],
      ['deny', 'allow'],
    ]);
    await updatePolicy(app, applicationId, id, { is_active: false });
    expect(shown(await again())[1]).toEqual(['deny', 'allow']);
    expect(shown(await again({ policyId: id }))[1]).toEqual(['deny', 'deny']);
  });

  it('decides at the time of the decision, and says what it does not know of that time', async () => {
    const small = when('spending_window', 'native_amount', 'gt', '1000000', { window_seconds: 60 });
    await createPolicy(app, applicationId, policy('window', rule(transaction, 'DENY', small)));
    expect(await sign(payment({ value: 500_000n }))).toBe('signed');
    expect(await sign(payment({ value: 500_000n, nonce: 1 }))).toBe('policy.denied');
    const { decisions } = await again();
    expect(decisions.map(({ was, wouldBe }) => [was?.outcome, wouldBe?.outcome])).toEqual([
      ['deny', 'allow'],
      ['allow', 'allow'],
    ]);
    expect(decisions.map(({ assumptions }) => assumptions?.length)).toEqual([1, 1]);
  });

  it('applies STEP_UP policies to the users of then', async () => {
    await enableEvaluation(app, applicationId, {
      embedded_wallet_provider_ids: ['embedded'],
      embedded_wallet_issuers: ['https://embedded.example'],
    });
    await sign(toMallory, { issuer: 'https://embedded.example' });
    await sign(toMallory, { walletId: 'wallet-2' });
    const [mfa] = notTo(mallory).rules as { action: string }[];
    const stepUp = receivedDraft({ ...policy('mfa', { ...mfa, action: 'require_mfa' }), scope: 'STEP_UP' });
    expect(shown(await again({ policy: stepUp }))).toEqual([
      ['allow', 'allow'],
      ['allow', 'require_mfa'],
    ]);
  });

  it('says which it cannot judge: too large, from an older release, unreadable', async () => {
    const large: Operation = { kind: 'message', message: Buffer.alloc(20_000, 'a'), format: 'eip191' };
    for (const each of [toAlice, payment({ to: mallory, nonce: 7 }), large]) await sign(each);
    const { decisions } = await again();
    const [, altered, older] = decisions.map(({ id }) => id);
    await database.owner.query('update policy.decisions set request = null where decision_id = $1', [older]);
    await database.owner.query(
      'update policy.decisions set request = set_byte(request, 20, 255 - get_byte(request, 20)) where decision_id = $1',
      [altered],
    );
    expect(shown(await again())).toEqual([
      ['allow', 'too_large'],
      ['allow', 'unreadable'],
      ['allow', 'older_release'],
    ]);
    const { privateKey } = generateKeyPairSync('ed25519');
    const otherKey = serviceOn(database.pool, undefined, undefined, { verdictKey: privateKey });
    await expect(again({}, otherKey)).rejects.toMatchObject({ code: 'policy.record-mismatch' });
  });

  it('takes the filters and pages of the list of decisions', async () => {
    for (const nonce of [1, 2, 3]) await sign(payment({ nonce }), { walletId: `wallet-${nonce % 2}` });
    const first = await again({ limit: 2 });
    expect([first.decisions.length, first.next]).toEqual([2, first.decisions[1]?.id]);
    const last = await again({ limit: 2, before: first.next });
    expect([last.decisions.length, last.next]).toEqual([1, '']);
    const filter = {
      walletId: 'wallet-0',
      issuer: '',
      subject: '',
      outcome: '',
      traceId: '',
      since: '0',
      until: '0',
    };
    expect((await again({ filter })).decisions.map(({ walletId }) => walletId)).toEqual(['wallet-0']);
    await expect(again({ limit: 101 })).rejects.toMatchObject({ code: 'request.invalid' });
  });

  it('refuses what cannot be saved, and policies of others', async () => {
    await sign(toAlice);
    await expect(again({ policy: receivedDraft({ rules: [] }) })).rejects.toMatchObject({
      code: 'request.invalid',
    });
    await expect(again({ policyId: randomUUID() })).rejects.toMatchObject({ code: 'policy.not-found' });
    const { id } = await createPolicy(app, applicationId, notTo(mallory));
    const solana = { name: 's', chain: 'SOL', scope: 'GLOBAL' };
    const draft = { ...solana, rules: [rule('signMessage', 'DENY', when('message', 'content', 'eq', 'x'))] };
    await expect(again({ policy: receivedDraft(draft), policyId: id })).rejects.toMatchObject({
      code: 'request.invalid',
    });
    applicationId = randomUUID();
    await enableEvaluation(app, applicationId);
    await expect(again({ policyId: id })).rejects.toMatchObject({ code: 'policy.not-found' });
    expect((await again()).decisions).toEqual([]);
  });
});
