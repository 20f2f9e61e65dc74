import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as records from './sample-records.js';
import * as settings from './sample-settings.js';

// A gateway that answers with the sample records, so that a screen can be looked at in every state without a stack.

/** `full`: as usual. `empty`: nothing is there yet. `slow`: no answer. `broken`: every answer is a failure. */
export type SampleState = 'full' | 'empty' | 'slow' | 'broken';

export type SampleGateway = {
  readonly url: string;
  readonly show: (state: SampleState, role?: string) => void;
  readonly close: () => Promise<void>;
};

type Asked = { readonly method: string; readonly path: string; readonly query: URLSearchParams };
type Answer = readonly [status: number, body: unknown];

const traceId = '4b'.repeat(16);

/** `now`: Unix seconds. */
export async function startSampleGateway(now: number, port = 0): Promise<SampleGateway> {
  let state: SampleState = 'full';
  let role = 'owner';
  const server = createServer((incoming, outgoing) => {
    incoming.resume();
    const url = new URL(incoming.url ?? '/', 'http://gateway');
    const asked = { method: incoming.method ?? 'GET', path: url.pathname, query: url.searchParams };
    const isOwn = asked.path === '/v1/session';
    if (state === 'slow' && !isOwn) return;
    const [status, body] = isOwn
      ? ([200, settings.sessionAt(now, role)] as const)
      : answerTo(asked, state, now);
    outgoing.writeHead(status, { 'content-type': 'application/json', 'x-trace-id': traceId });
    outgoing.end(status === 204 ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    show: (next, as = 'owner') => {
      state = next;
      role = as;
    },
    close: () => closed(server),
  };
}

const broken: Answer = [
  503,
  {
    ...{ type: 'about:blank', title: 'x', status: 503, code: 'service.unavailable', trace_id: traceId },
    detail: 'the policy service does not answer: try again in some seconds',
  },
];

function answerTo(asked: Asked, state: SampleState, now: number): Answer {
  if (state === 'broken') return broken;
  const [status, body] = asked.method === 'GET' ? readingOf(asked, now) : writingOf(asked, now);
  return [status, state === 'empty' ? emptied(body) : body];
}

/** Lists without entries, and everything else as it is. */
function emptied(body: unknown): unknown {
  if (Array.isArray(body)) return [];
  const { data } = body as { readonly data?: unknown };
  return Array.isArray(data) ? { ...(body as object), data: [], next: null } : body;
}

const page = (data: readonly unknown[], next: string | null = null): Answer => [200, { data, next }];

function readingOf({ path, query }: Asked, now: number): Answer {
  const [, , kind = '', second = '', third] = path.split('/');
  switch (kind) {
    case 'policy':
      return policyOf(second, third, query, now);
    case 'decision':
      return [200, records.decisionsAt(now).find((one) => one.id === second)];
    case 'wallets':
      return page(records.walletsAt(now), 'more');
    case 'users':
      return page(records.usersAt(now), 'more');
    case 'identity':
      return third === undefined ? [200, settings.providers] : [200, settings.providerStatus(third, now)];
    case 'webhook':
      if (second === '') return [200, { data: settings.webhooksAt(now) }];
      return third === undefined ? [200, settings.webhooksAt(now)[0]] : page(settings.deliveriesAt(now));
    case 'audit':
      return [200, journalPage(query, now)];
    case 'secret_key':
      return [200, { data: settings.secretKeysAt(now) }];
    case 'member':
      return [200, { data: settings.membersAt(now) }];
    case 'application':
      return [200, settings.settingsAt(now)];
    case 'admin':
      return page(second === 'person' ? settings.peopleAt(now) : settings.applicationsAt(now));
    case 'attestation':
      return [200, { nonce: query.get('nonce'), attestations: [] }];
    default:
      return [404, { code: 'request.not-found', status: 404, detail: 'there is no such route' }];
  }
}

function writingOf({ path }: Asked, now: number): Answer {
  if (path !== '/v1/policy/evaluate') return [204, {}];
  const [denied] = records.decisionsAt(now).filter(({ rules }) => (rules as unknown[]).length > 0);
  return [
    200,
    {
      ...{ ...denied, evaluation_enabled: true, policies_not_applicable: [] },
      policies_evaluated: [{ id: records.idOf(3, 1), name: 'Treasury limits' }],
      assumptions: ['the spending windows are empty'],
    },
  ];
}

function policyOf(second: string, third: string | undefined, query: URLSearchParams, now: number): Answer {
  if (second === '') return [200, settings.policies];
  if (second === 'decisions') {
    const outcome = query.get('outcome');
    const all = records.decisionsAt(now).filter((one) => outcome === null || one.outcome === outcome);
    const most = Number(query.get('limit') ?? 50);
    return page(all.slice(0, most === 100 ? all.length : most), most === 50 ? 'more' : null);
  }
  if (third === 'revisions') return [200, settings.revisionsAt(now)];
  return [200, settings.policies.find((one) => one.id === second) ?? settings.policies[0]];
}

function journalPage(query: URLSearchParams, now: number): object {
  const all = records.journalAt(now) as readonly { readonly trace_id: string; readonly wallet_id: string }[];
  const [trace, wallet] = [query.get('trace_id'), query.get('wallet_id')];
  const data = all.filter(
    (one) => (trace === null || one.trace_id === trace) && (wallet === null || one.wallet_id === wallet),
  );
  return {
    ...{ application_id: records.applicationId, data, next: null, size: all.length, archived: 0 },
    ...{ removed: null, checkpoint: null },
  };
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
