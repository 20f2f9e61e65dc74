import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import { nullableText, pageLimit } from './field.js';
import { recordFilters, whichRecords } from './record-filter.js';

const position = Type.String({
  pattern: '^(0|[1-9][0-9]{0,17})(-(0|[1-9][0-9]{0,17})){0,15}$',
  description: 'the number of an entry, or `next` of a page',
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

export const journalQuery = Type.Object(
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

export const journalPage = Type.Object({
  application_id: Type.String(),
  data: Type.Array(entry),
  next: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description:
      'the `after` of the next page: the number of an entry, with a filter also more. null: it was the last',
  }),
  size: Type.Integer({ description: 'how many entries the journal has' }),
  archived: Type.Integer({ description: 'the entries up to this number are in the archive' }),
  removed: Type.Union([removed, Type.Null()], {
    description: 'the first entries, if they are not kept any more; null: all are kept',
  }),
  checkpoint: Type.Union([checkpoint, Type.Null()]),
});

/** The answer to `GET /v1/audit`. */
export async function readJournalPage(
  wallet: Services['wallet'],
  applicationId: string,
  { after = '0', limit = '100', order, proofs, ...filters }: Type.Static<typeof journalQuery>,
  context: RequestContext,
) {
  const [entry = '0', ...place] = after.split('-');
  const asked = { after: entry, place, limit: Number(limit), newestFirst: order === 'desc' };
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
    next: nextOf(found),
    size: Number(found.size),
    archived: Number(found.archived),
    removed: removedToResponse(found),
    checkpoint: checkpointToResponse(found),
  };
}

function nextOf({ next, nextPlace }: Received): string | null {
  return next === '0' && nextPlace.length === 0 ? null : [next, ...nextPlace].join('-');
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

type Filters = Omit<Type.Static<typeof journalQuery>, 'after' | 'limit' | 'order' | 'proofs'>;

/** Nothing without a filter: then entries come in the order of the journal. */
function filterOf(filters: Filters) {
  if (Object.keys(filters).length === 0) return {};
  const ms = (seconds: string | undefined): string => String(Number(seconds ?? 0) * 1000);
  return { filter: { ...whichRecords(filters), sinceMs: ms(filters.since), untilMs: ms(filters.until) } };
}

function parsed(text: string): unknown {
  return text === '' ? null : (JSON.parse(text) as unknown);
}
