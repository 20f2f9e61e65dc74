import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import {
  chainEntries,
  contentOf,
  genesisOf,
  type ChainedEntry,
  type JournalEntry,
} from '@wallet-service/journal-format';
import { journalCheckpointPayload } from '@wallet-service/signer-protocol';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { createRowMac } from '@wallet-service/values';
import { asOwnerOf } from './hostile-kit.js';
import { signedEntry } from './signed-entry.js';
import { eventKey } from './test-macs.js';

const chainMac = createRowMac({ secret: eventKey, purpose: 'wallet/journal-entry' });
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
/** That signs the checkpoints of all applications here. */
export const earlierCheckpointKey = rawPublicKey(publicKey);

/**
 * The journal of an application as an earlier version left it: a hash chain, whose head nobody has imported, with
 * signers' checkpoints at entries. `url`: of the owner of the database.
 */
export async function earlierChain(
  url: string,
  count: number,
  checkpointsAt: readonly number[] = [],
): Promise<{ readonly applicationId: string; readonly entries: readonly JournalEntry[] }> {
  const applicationId = randomUUID();
  const entries = Array.from({ length: count }, (_, index) =>
    signedEntry(applicationId, { recordedAtMs: index }),
  );
  const chained = chainEntries(genesisOf(applicationId), entries);
  await asOwnerOf(
    url,
    'insert into wallet.journal_entries select * from json_populate_recordset(null::wallet.journal_entries, $1)',
    JSON.stringify(chained.map(rowOf)),
  );
  for (const one of chained)
    if (checkpointsAt.includes(Number(one.seq))) await insertCheckpoint(url, applicationId, one);
  await asOwnerOf(
    url,
    'insert into wallet.journal_chain_heads (application_id, seq, hash) values ($1, $2, $3)',
    ...[applicationId, count, Buffer.from(chained.at(-1)?.hash ?? Buffer.alloc(32))],
  );
  return { applicationId, entries };
}

const hex = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

function rowOf({ seq, entry, hash }: ChainedEntry) {
  return {
    application_id: entry.applicationId,
    seq: Number(seq),
    recorded_at_ms: entry.recordedAtMs,
    kind: entry.kind,
    request_id: entry.requestId,
    wallet_id: entry.walletId,
    operation: entry.operation,
    payload_hashes: hex(entry.payloadHashes),
    jwt_hash: hex(entry.jwtHash),
    decision: entry.decision,
    outcome: entry.outcome,
    error_code: entry.errorCode,
    token_reused: entry.tokenReused,
    trace_id: entry.traceId,
    details: entry.details,
    hash: hex(hash),
    mac: hex(chainMac.of(hash, contentOf(seq, entry))),
  };
}

async function insertCheckpoint(url: string, applicationId: string, { seq, hash }: ChainedEntry) {
  const time = 1_700_000_000 + Number(seq);
  const payload = journalCheckpointPayload({ applicationId, seq: Number(seq), hash, time });
  await asOwnerOf(
    url,
    `insert into wallet.journal_chain_checkpoints (application_id, seq, hash, signed_at, public_key, signature)
     values ($1, $2, $3, $4, $5, $6)`,
    ...[applicationId, Number(seq), Buffer.from(hash), time],
    ...[Buffer.from(rawPublicKey(publicKey)), sign(null, payload, privateKey)],
  );
}
