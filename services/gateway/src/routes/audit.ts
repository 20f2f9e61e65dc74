import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import { installationId } from '@wallet-service/values';
import Type from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { nullableText, pageLimit } from './field.js';
import { recordFilters } from './record-filter.js';

const position = Type.String({
  pattern: '^(0|[1-9][0-9]{0,17})$',
  description: 'the number of an entry',
  examples: ['0'],
});
const sequence = Type.Integer({ description: 'the number of the entry, without gaps' });
const hex = Type.String({ description: 'hex' });
const json = Type.Unknown({ description: 'null: none' });

const entry = Type.Object(
  {
    seq: sequence,
    leaf_hash: Type.String({ description: 'hex; in the Merkle tree of the journal' }),
    time_ms: Type.Integer({ description: 'Unix milliseconds, UTC' }),
    kind: Type.String({ description: 'intent, result or event' }),
    request_id: Type.String(),
    wallet_id: Type.String({ description: 'zeros for an entry that belongs to no wallet' }),
    operation: Type.String({
      description: 'for an event its type, such as wallet.created or admin.policy_updated',
    }),
    payload_hashes: Type.Array(hex),
    jwt_hash: hex,
    decision: json,
    outcome: nullableText,
    error_code: nullableText,
    token_reused: Type.Boolean(),
    trace_id: Type.String(),
    details: json,
    inclusion_proof: Type.Optional(
      Type.Unsafe<readonly string[] | null>({
        type: ['array', 'null'],
        items: { type: 'string' },
        description:
          'with `proofs=true`: hashes in hex that lead from `leaf_hash` to the root of `checkpoint` (RFC 9162, ' +
          'section 2.1.3). null: the checkpoint does not have the entry yet',
      }),
    ),
  },
  { title: 'JournalEntry' },
);

const checkpoint = Type.Object(
  {
    size: Type.Integer({ description: 'how many entries it covers' }),
    time: Type.Integer({ description: 'Unix seconds, UTC, by the signer’s clock' }),
    public_key: Type.String({
      description: 'hex; Ed25519, always the same. Compare with `GET /v2/attestation?application_id=…`',
    }),
    note: Type.String({
      description:
        'C2SP tlog-checkpoint: the name of the log, its size and root, and the signatures of the application’s ' +
        'checkpoint key, of a signer with the time, and of witnesses',
    }),
  },
  { title: 'JournalCheckpoint' },
);

const removed = Type.Object(
  {
    size: Type.Integer({ description: 'the entries up to this number are not kept any more' }),
    hashes: Type.Array(hex, {
      description:
        'their tree: the roots of its perfect subtrees, the largest first. What follows continues it',
    }),
  },
  { title: 'RemovedEntries' },
);

const page = Type.Object(
  {
    ...recordFilters('recorded'),
    outcome: Type.Optional(
      Type.Enum(['signed', 'denied', 'failed'], {
        type: 'string',
        description: 'results with it',
        examples: ['signed'],
      }),
    ),
    after: Type.Optional(position),
    order: Type.Optional(
      Type.Enum(['asc', 'desc'], {
        type: 'string',
        description: 'asc: the oldest first; desc: the newest first',
        examples: ['desc'],
      }),
    ),
    limit: Type.Optional(pageLimit),
    proofs: Type.Optional(
      Type.Enum(['true', 'false'], {
        type: 'string',
        description: 'whether entries have `inclusion_proof`',
        examples: ['true'],
      }),
    ),
  },
  { additionalProperties: false },
);

const digest = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';
const answer = Type.Object({
  application_id: Type.String(),
  data: Type.Array(entry),
  next: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  size: Type.Integer({ description: 'how many entries the journal has' }),
  archived: Type.Integer({
    description: 'the entries up to this number are in the archive, where no filter finds them',
  }),
  removed: Type.Union([removed, Type.Null()], {
    description: 'the first entries, if they are not kept any more; null: all are kept',
  }),
  checkpoint: Type.Union([checkpoint, Type.Null()]),
});

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
    'null. A filter does not find entries that are in the archive: those up to `archived`, which are months old. To ' +
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
      query: page,
      answer,
      documentation: documented,
      handle: ({ caller: { applicationId }, query, context }) =>
        journalOf(wallet, applicationId, query, context),
    }),
    route({
      ...shared,
      authentication: 'operator',
      path: '/v1/admin/audit',
      query: page,
      answer,
      documentation: documentedOfInstallation,
      handle: ({ query, context }) => journalOf(wallet, installationId, query, context),
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

async function journalOf(
  wallet: Services['wallet'],
  applicationId: string,
  { after = '0', limit = '100', order, proofs, ...filters }: Type.Static<typeof page>,
  context: RequestContext,
) {
  const asked = { after, limit: Number(limit), newestFirst: order === 'desc' };
  const plain = { applicationId, ...asked, ...filterOf(filters) };
  const request = proofs === 'true' ? { ...plain, withProofs: true } : plain;
  const found = await wallet('ListJournal', request, context);
  return {
    application_id: applicationId,
    data: found.entries.map((one) =>
      proofs === 'true'
        ? { ...toResponse(one), inclusion_proof: proofIn(one, found.checkpoint) }
        : toResponse(one),
    ),
    next: found.next === '0' ? null : found.next,
    size: Number(found.size),
    archived: Number(found.archived),
    removed: removedToResponse(found),
    checkpoint: checkpointToResponse(found),
  };
}

function removedToResponse({ removed: size, removedHashes }: Received) {
  if (size === '0') return null;
  return { size: Number(size), hashes: removedHashes.map((hash) => hash.toString('hex')) };
}

function checkpointToResponse({ checkpoint: found }: Received) {
  if (!found) return null;
  const { size, time, publicKey, note } = found;
  return { size: Number(size), time: Number(time), public_key: publicKey.toString('hex'), note };
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

type Received = ReceivedResponseOf<WalletDefinition['ListJournal']>;
type ReceivedEntry = Received['entries'][number];

/** Null: the checkpoint does not have the entry. The only entry of a tree has an empty proof. */
function proofIn(
  { seq, inclusionProof }: ReceivedEntry,
  checkpoint: Received['checkpoint'],
): readonly string[] | null {
  if (!checkpoint || BigInt(seq) > BigInt(checkpoint.size)) return null;
  return inclusionProof.map((hash) => hash.toString('hex'));
}

function toResponse(found: ReceivedEntry) {
  return {
    seq: Number(found.seq),
    leaf_hash: found.leafHash.toString('hex'),
    time_ms: Number(found.timeMs),
    kind: found.kind,
    request_id: found.requestId,
    wallet_id: found.walletId,
    operation: found.operation,
    payload_hashes: found.payloadHashes.map((hash) => hash.toString('hex')),
    jwt_hash: found.jwtHash.toString('hex'),
    decision: parsed(found.decisionJson),
    outcome: found.outcome === '' ? null : found.outcome,
    error_code: found.errorCode === '' ? null : found.errorCode,
    token_reused: found.tokenReused,
    trace_id: found.traceId,
    details: parsed(found.detailsJson),
  };
}

type Filters = {
  readonly wallet_id?: string;
  readonly issuer?: string;
  readonly subject?: string;
  readonly outcome?: string;
  readonly trace_id?: string;
  readonly since?: string;
  readonly until?: string;
};

/** Nothing without a filter: then entries come in the order of the journal. */
function filterOf(filters: Filters) {
  if (Object.keys(filters).length === 0) return {};
  const ms = (seconds: string | undefined): string => String(Number(seconds ?? 0) * 1000);
  return {
    filter: {
      walletId: filters.wallet_id ?? '',
      issuer: filters.issuer ?? '',
      subject: filters.subject ?? '',
      outcome: filters.outcome ?? '',
      traceId: filters.trace_id ?? '',
      sinceMs: ms(filters.since),
      untilMs: ms(filters.until),
    },
  };
}

function parsed(text: string): unknown {
  return text === '' ? null : (JSON.parse(text) as unknown);
}
