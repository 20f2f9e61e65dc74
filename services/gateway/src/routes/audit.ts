import { installationId } from '@wallet-service/values';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { journalPage, journalQuery, readJournalPage } from './journal-page.js';

const digest = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';
const documented = {
  operationId: 'listJournal',
  tag: 'Application',
  summary: 'Read the signing journal',
  description:
    'Every intent, result and event, oldest first unless `order` says otherwise. A change of what signers trust ' +
    'is an event: `trust.applied`. So is what a secret key, a person or the operator changed: `admin.…`, with ' +
    '`actor`, `reason`, `before` and `after` in `details`, and how its people sign in and step up. An `actor` with ' +
    'the `role` operator has a `name`, too: operators need not be members. Of more than 4 KiB only the `sha256` of ' +
    'the JSON is there. The journal is a Merkle log (RFC 6962), and `leaf_hash` is the hash of the entry’s leaf. ' +
    '`checkpoint` is the last tree that a signer cosigned, at most once a minute, and null before the first. A ' +
    'signer cosigns only a tree that contains all that it or a witness saw before. So if you keep what a ' +
    'verification gives you, you can prove later that nothing was changed. `pnpm audit:verify` verifies ' +
    'all of it, here or in a copy, as `verifyJournal` of `@wallet-service/sdk/verify` does. With `proofs=true` each ' +
    'entry has a proof that the checkpoint contains it, which `verifyJournalEntries` verifies: find the entries of ' +
    'one request by its `trace_id`, and keep the answer with the receipt. `docs/signatures.md` of the source says ' +
    'what each hash and signature covers, and where other programs read the log in the form of C2SP tlog-tiles. ' +
    'A page has at most about 1 MiB. `next` is the `after` of the next page. With a filter entries come in the order ' +
    'of their time, and must match all filters: a user is `issuer` and `subject`, compared byte by byte, who has at ' +
    'most 50 wallets. A page may then have fewer entries than `limit`, even none: go on while `next` is not ' +
    'null. Months that left the database come in the order of the journal, which is nearly that of time. In them a ' +
    'page looks through about 8,000 entries: give `since` and `until` where you can, or begin with the newest. To ' +
    'follow or to prove the journal, read it without filters. `removed` says which entries had been kept long ' +
    'enough. The journal then begins after them.',
  answer: {
    application_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
    data: [
      {
        seq: 1,
        leaf_hash: digest,
        time_ms: 1_790_000_000_000,
        kind: 'result',
        request_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
        wallet_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
        operation: 'message',
        payload_hashes: [digest],
        jwt_hash: digest,
        decision: { outcome: 'allow' },
        outcome: 'signed',
        error_code: null,
        token_reused: false,
        trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
        details: null,
      },
    ],
    next: null,
    size: 1,
    archived: 0,
    removed: null,
    checkpoint: {
      size: 1,
      time: 1_790_000_000,
      public_key: digest,
      note:
        'wallet-service/journal/0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e/1\n1\nuU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=' +
        '\n\n— wallet-service/journal/0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e/1 …\n— wallet-service/signer …\n',
    },
  },
} as const satisfies Documentation;

const documentedOfInstallation = {
  operationId: 'adminListJournal',
  tag: 'Administration',
  summary: 'Read the journal of the installation',
  description:
    'What operators do outside an application, such as inviting and disabling people, and how people sign in, sign ' +
    'out and step up. It is a log as the journal of an application is, with the same entries, proofs and filters: ' +
    'see `GET /v1/audit`. `pnpm audit:verify` verifies it, too.',
  answer: {
    ...documented.answer,
    application_id: installationId,
    data: [
      {
        ...documented.answer.data[0],
        kind: 'event',
        wallet_id: '00000000-0000-0000-0000-000000000000',
        operation: 'admin.person_disabled',
        payload_hashes: [],
        jwt_hash: '0'.repeat(64),
        decision: null,
        outcome: null,
        details: {
          actor: { kind: 'operator-key', id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e' },
          reason: 'left the company',
          before: { person_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e', name: 'Ada' },
          after: null,
        },
      },
    ],
  },
} as const satisfies Documentation;

const shared = { rateClass: 'management', errors: 'problem', method: 'GET', status: 200 } as const;

/** `GET /v1/audit`: the record of every request to use the application's keys. The installation has its own. */
export function auditRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  return [
    route({
      ...shared,
      authentication: 'secret-key',
      scope: 'read',
      path: '/v1/audit',
      query: journalQuery,
      answer: journalPage,
      documentation: documented,
      handle: ({ caller: { applicationId }, query, context }) =>
        readJournalPage(wallet, applicationId, query, context),
    }),
    route({
      ...shared,
      authentication: 'operator',
      path: '/v1/admin/audit',
      query: journalQuery,
      answer: journalPage,
      documentation: documentedOfInstallation,
      handle: ({ query, context }) => readJournalPage(wallet, installationId, query, context),
    }),
    // For programs that read logs of C2SP tlog-tiles. The reference has no form for paths of several segments.
    logRoute('checkpoint', wallet, {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
    }),
    logRoute('tile/*', wallet, {
      'content-type': 'application/octet-stream',
      'cache-control': 'private, max-age=86400, immutable',
    }),
  ];
}

/** Serves files of the log, under the log's prefix. What a path of tiles names never changes. */
function logRoute(
  files: 'checkpoint' | 'tile/*',
  wallet: Services['wallet'],
  headers: Readonly<Record<string, string>>,
): Route {
  return route({
    authentication: 'secret-key',
    scope: 'read',
    rateClass: 'management',
    errors: 'problem',
    method: 'GET',
    path: `/v1/audit/log/${files}`,
    status: 200,
    params: Type.Object({ '*': Type.Optional(Type.String()) }),
    async handle({ caller: { applicationId }, params, context }) {
      const path = files.replace('*', params['*'] ?? '');
      const { content } = await wallet('GetLogFile', { applicationId, path }, context);
      return content;
    },
    headers: () => headers,
  });
}
