import { readFileSync } from 'node:fs';
import path from 'node:path';
import { signerRefusals } from '@wallet-service/signer-protocol';
import type { TestStack } from '@wallet-service/local-stack';
import { limits, provokeRefusals, type Refusal } from './provoke.js';
import {
  alertQueries,
  dashboardQueries,
  groupingsOf,
  observability,
  pageQueries,
  selectorsOf,
  type Matcher,
} from './queries.js';
import { scrape, valueOf, type ScrapedFamily } from './scrape.js';
import { ownStack } from '../stacks.js';

// The metrics of the real processes after a little of everything has happened. Everything that refers to metrics must
// refer to these.

let stack: TestStack;
let refusals: readonly Refusal[];
let families: readonly ScrapedFamily[];
beforeAll(async () => {
  stack = await ownStack({ SIGNER_REPLICAS: '2', WEBHOOK_POLL_MS: '250', ...limits });
  refusals = await provokeRefusals(stack);
  families = await scrape(stack);
});
afterAll(async () => {
  await stack.stop();
});

const requests = 'wallet_service_http_requests_total';
const signerCalls = 'wallet_service_signer_calls_total';

describe('rate, errors and duration', () => {
  it('are counted by route, status and code, each refusal as its caller saw it', () => {
    expect(refusals).toEqual([
      { route: '/v2/wallet', status: 500, code: 'wallet.record-mismatch' },
      { route: '/v2/wallet', status: 401, code: 'auth.token-invalid' },
      { route: '/v2/wallet/sign/message', status: 422, code: 'request.invalid' },
      { route: 'unknown', status: 404, code: 'request.not-found' },
      { route: '/v2/wallet/sign/message', status: 409, code: 'wallet.token-already-used' },
      { route: '/v2/wallet/sign/message', status: 403, code: 'policy.denied' },
      { route: '/v1/application', status: 429, code: 'request.rate-limited' },
    ]);
    for (const { route, status, code } of refusals)
      expect({
        route,
        code,
        count: valueOf(families, requests, { route, status: `${status}`, code }),
      }).toEqual({
        route,
        code,
        count: 1,
      });
    const refused = families
      .find(({ name }) => name === requests)
      ?.samples.filter(({ labels }) => labels['code'] !== 'ok');
    expect(refused).toHaveLength(refusals.length);
  });

  it('are measured for every route and every call', () => {
    const signing = { route: '/v2/wallet/sign/message', method: 'POST' };
    const answered = valueOf(families, requests, signing);
    expect(valueOf(families, 'wallet_service_http_request_duration_seconds_count', signing)).toBe(answered);
    for (const [component, method] of [
      ['identity', 'AuthenticateUser'],
      ['policy', 'Evaluate'],
      ['wallet', 'Sign'],
      ['webhooks', 'CreateEndpoint'],
    ])
      expect(
        valueOf(families, 'wallet_service_rpc_duration_seconds_count', { component, method }),
      ).toBeGreaterThan(0);
  });

  it('show what became of signatures, who refused them and why', () => {
    const signatures = (labels: object) => valueOf(families, 'wallet_service_signatures_total', labels);
    expect(signatures({ outcome: 'signed', chain: 'SOL', operation: 'message' })).toBe(1);
    expect(signatures({ outcome: 'denied', chain: 'ETH' })).toBe(1);
    expect(signatures({ outcome: 'failed', chain: 'ETH' })).toBe(1);
    const decisions = (labels: object) => valueOf(families, 'wallet_service_policy_decisions_total', labels);
    expect(decisions({ outcome: 'deny', reason: 'default_action' })).toBe(1);
    // One of each chain and two more. The last was refused after that: its token had been used for something else.
    expect(decisions({ outcome: 'allow', reason: 'default_action' })).toBe(5);
    expect(valueOf(families, 'wallet_service_token_reuses_total', { chain: 'ETH' })).toBe(1);
    expect(valueOf(families, 'wallet_service_stored_record_incidents_total')).toBeGreaterThan(0);
    const outcomes = families
      .filter(({ name }) => name === signerCalls)
      .flatMap(({ samples }) => samples.map(({ labels }) => labels['outcome']));
    expect(outcomes).toContain('ok');
    for (const outcome of outcomes) expect(['ok', ...Object.keys(signerRefusals)]).toContain(outcome);
    expect(outcomes).toContain('address-mismatch');
  });

  it('count every signer once', () => {
    const signers = families
      .filter(({ name }) => name === 'wallet_service_signer_resident_memory_bytes')
      .flatMap(({ samples }) => samples.map(({ labels }) => labels['signer']));
    expect(new Set(signers).size).toBe(2);
    expect(signers).toHaveLength(2);
  });
});

describe('the list of metrics', () => {
  it('has every metric of the service with its type, labels, processes and meaning, and no other', () => {
    const page = readFileSync(path.join(observability, 'metrics.md'), 'utf8');
    const listed = [...page.matchAll(/^- (\*\*`wallet_.*(?:\n {2}.*)*)$/gm)].map(([, item = '']) =>
      item.replaceAll(/\n */g, ' '),
    );
    expect(listed).toEqual(itemsOf(families, listed));
  });
});

/** The list as it should be. Signers give no descriptions, so theirs are taken from the list. */
function itemsOf(scraped: readonly ScrapedFamily[], listed: readonly string[]): string[] {
  const own = scraped.filter(({ name }) => name.startsWith('wallet_service_'));
  const order = [...new Set(own.map(({ name }) => name))];
  return order.map((name) => {
    const same = own.filter((family) => family.name === name);
    const labels = new Set(
      same.flatMap(({ samples }) => samples.flatMap((sample) => Object.keys(sample.labels))),
    );
    const told = [...labels].filter((label) => !['component', 'le', 'quantile'].includes(label));
    const item = listed.find((text) => text.startsWith(`**\`${name}\`**`)) ?? '';
    const known = /\): (.*)/.exec(item)?.[1];
    const meaning = same[0]?.help ?? known ?? 'MEANING IS MISSING';
    const components = [...new Set(same.map(({ component }) => component))];
    const labelled = told.length > 0 ? `labels ${told.join(', ')}` : 'no labels';
    return `**\`${name}\`** (${same[0]?.type ?? ''}; ${labelled}; ${components.join(', ')}): ${meaning}`;
  });
}

describe('every query in the alerts, the pages and the dashboard', () => {
  const queries = [...alertQueries(), ...pageQueries(), ...dashboardQueries()];

  it('asks for metrics that exist', () => {
    const samples = new Set(families.flatMap(namesOf));
    const missing = queries.flatMap(({ from, expr }) =>
      selectorsOf(expr)
        .filter(({ metric }) => !samples.has(metric))
        .map(({ metric }) => `${from}: ${metric}`),
    );
    expect(missing).toEqual([]);
    expect(selectorsOf('rate(wallet_service_nothing_total[5m])')).toHaveLength(1);
  });

  it('asks for labels that they have, with values that occur', () => {
    const wrong = queries.flatMap(({ from, expr }) =>
      selectorsOf(expr).flatMap(({ metric, matchers }) =>
        matchers
          .filter((matcher) => !occurs(metric, matcher))
          .map(({ label, operator, value }) => `${from}: ${metric}{${label}${operator}"${value}"}`),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('groups by labels that they have', () => {
    const wrong = queries.flatMap(({ from, expr }) => {
      const labels = new Set(selectorsOf(expr).flatMap(({ metric }) => [...valuesByLabel(metric).keys()]));
      return groupingsOf(expr)
        .filter((label) => !labels.has(label))
        .map((label) => `${from}: ${label}`);
    });
    expect(wrong).toEqual([]);
  });
});

it('every metric of the service is on the dashboard', () => {
  const shown = new Set(
    dashboardQueries().flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric)),
  );
  const own = families.filter(({ name }) => name.startsWith('wallet_service_'));
  const hidden = own.filter((family) => !namesOf(family).some((name) => shown.has(name)));
  expect(hidden.map(({ name }) => name)).toEqual([]);
});

/** The labels of a family's samples, even where nothing was counted yet. */
function namesOf({ name, type, samples }: ScrapedFamily): readonly string[] {
  return [...samples.map((sample) => sample.name), ...(type === 'counter' ? [name] : [])];
}

function valuesByLabel(metric: string): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const { samples } of families)
    for (const { name, labels } of samples)
      if (name === metric)
        for (const [label, value] of Object.entries(labels))
          values.set(label, [...(values.get(label) ?? []), value]);
  return values;
}

/** A refusal need not have happened for a query that waits for it. */
function occurs(metric: string, { label, operator, value }: Matcher): boolean {
  const seen = valuesByLabel(metric).get(label);
  if (!seen) return false;
  const possible = metric === signerCalls && label === 'outcome' ? Object.keys(signerRefusals) : [];
  if (operator === '=') return [...seen, ...possible].includes(value);
  const pattern = new RegExp(`^(?:${value})$`);
  return operator === '!=' || [...seen, ...possible].some((one) => pattern.test(one));
}
