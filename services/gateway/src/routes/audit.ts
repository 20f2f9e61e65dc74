import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
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
    previous_hash: hex,
    hash: hex,
    time_ms: Type.Integer({ description: 'Unix milliseconds, UTC' }),
    kind: Type.String({ description: 'intent, result or event' }),
    request_id: Type.String(),
    wallet_id: Type.String({ description: 'zeros for an entry that belongs to no wallet' }),
    operation: Type.String({ description: 'for an event its type, such as wallet.created or trust.applied' }),
    payload_hashes: Type.Array(hex),
    jwt_hash: hex,
    decision: json,
    outcome: nullableText,
    error_code: nullableText,
    token_reused: Type.Boolean(),
    trace_id: Type.String(),
    details: json,
  },
  { title: 'JournalEntry' },
);

const checkpoint = Type.Object(
  {
    seq: sequence,
    hash: hex,
    time: Type.Integer({ description: 'Unix seconds, UTC, by the signer’s clock' }),
    public_key: Type.String({
      description: 'hex; Ed25519, always the same. Compare with `GET /v2/attestation?application_id=…`',
    }),
    signature: hex,
  },
  { title: 'JournalCheckpoint' },
);

const digest = 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9';
const documented = {
  operationId: 'listJournal',
  tag: 'Application',
  summary: 'Read the signing journal',
  description:
    'Every intent, result and event, oldest first. A change of what signers trust is an event: ' +
    '`trust.applied`. Each has the hash of the entry before it, so if you keep `head` you can prove later ' +
    'that nothing was changed. `checkpoint` is the last head that a signer signed, at most once a minute, and ' +
    'null before the first. `pnpm audit:verify` verifies all of it, here or in a copy, ' +
    'as `verifyJournal` of `@wallet-service/sdk/verify` does. `docs/signatures.md` of the source says what each ' +
    'hash and signature covers. A page has at most ' +
    'about 1 MiB. `next` is the `after` of the next page. With a filter entries come in the order of their ' +
    'time, and must match all filters: a user is `issuer` and `subject`, compared byte by byte, who has at ' +
    'most 50 wallets. A page may then have fewer entries than `limit`, even none: go on while `next` is not ' +
    'null. To follow or to prove the journal, read it without filters.',
  answer: {
    application_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
    data: [
      {
        seq: 1,
        previous_hash: digest,
        hash: digest,
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
    head: { seq: 1, hash: digest },
    checkpoint: {
      seq: 1,
      hash: digest,
      time: 1_790_000_000,
      public_key: digest,
      signature: digest + digest,
    },
  },
} as const satisfies Documentation;

/** `GET /v1/audit`: the hash-chained record of every request to use the application's keys. */
export function auditRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  return [
    route({
      authentication: 'secret-key',
      rateClass: 'management',
      errors: 'problem',
      method: 'GET',
      path: '/v1/audit',
      status: 200,
      query: Type.Object(
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
          limit: Type.Optional(pageLimit),
        },
        { additionalProperties: false },
      ),
      answer: Type.Object({
        application_id: Type.String(),
        data: Type.Array(entry),
        next: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
        head: Type.Object({ seq: sequence, hash: hex }),
        checkpoint: Type.Union([checkpoint, Type.Null()]),
      }),
      documentation: documented,
      async handle({ caller: { applicationId }, query, context }) {
        const { after = '0', limit = 100, ...filters } = query;
        const request = { applicationId, after, limit: Number(limit), ...filterOf(filters) };
        const answer = await wallet('ListJournal', request, context);
        const { entries, headSeq, headHash, checkpoint } = answer;
        return {
          application_id: applicationId,
          data: entries.map(toResponse),
          next: answer.next === '0' ? null : answer.next,
          head: { seq: Number(headSeq), hash: headHash.toString('hex') },
          checkpoint: checkpoint
            ? {
                seq: Number(checkpoint.seq),
                hash: checkpoint.hash.toString('hex'),
                time: Number(checkpoint.time),
                public_key: checkpoint.publicKey.toString('hex'),
                signature: checkpoint.signature.toString('hex'),
              }
            : null,
        };
      },
    }),
  ];
}

function toResponse(found: ReceivedResponseOf<WalletDefinition['ListJournal']>['entries'][number]) {
  return {
    seq: Number(found.seq),
    previous_hash: found.previousHash.toString('hex'),
    hash: found.hash.toString('hex'),
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

/** Nothing without a filter: then entries come in the order of the chain. */
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
