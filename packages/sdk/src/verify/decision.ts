import { utf8 } from '../core/encoding.js';
import type { Decision } from '../generated/schemas.js';
import { textOf } from './canonical.js';
import { isIncluded, leafHashOf } from './merkle-tree.js';
import { ProofRefused } from './proof-refused.js';
import { bytesOfBase64, readNote, signatureOf, type SignedText } from './signed-note.js';
import { isEd25519Signature } from './web-crypto.js';

/** All that a decision shows of its record. */
const shownFields = [
  ...(['outcome', 'reason', 'rules', 'rules_fired', 'rules_considered', 'unmet', 'not_allowed'] as const),
  ...(['caused_by', 'id', 'time', 'application_id', 'wallet_id', 'chain', 'operation', 'method'] as const),
  ...(['payload_hashes', 'policy_revision', 'mfa', 'approval'] as const),
] as const;

type Approval = NonNullable<Decision['approval']>;
type GivenApproval = Pick<Approval['approvals'][number], 'person_id' | 'time' | 'passkey' | 'approver'>;

/** What the policy service decided: the record that it signed. It has neither claims nor names of approvers. */
export type VerifiedDecision = Pick<Decision, Exclude<(typeof shownFields)[number], 'approval'>> & {
  readonly approval?: Pick<Approval, 'request_id' | 'hash' | 'needed'> & {
    readonly approvals: readonly GivenApproval[];
  };
};

export type DecisionExpectation = {
  /** Of the decision that was asked for, such as `decision_id` of a denial. */
  readonly id: string;
  /** From `verdictKeysOf`. */
  readonly verdictKeys: readonly Uint8Array[];
  readonly applicationId?: string;
};

/**
 * Verifies an answer of `GET /v1/decision/{id}`: the policy service signed the record in its `proof`, and all of the
 * answer is as the record says, but for `claims` and the names of approvers, which nothing proves. It does not show
 * that decisions are missing: `verifyJournal` does. Offline: a proof stays valid as long as the key is known. Throws
 * ProofRefused.
 */
export async function verifyDecision(
  answer: unknown,
  { id, verdictKeys, applicationId }: DecisionExpectation,
): Promise<VerifiedDecision> {
  if (!isObject(answer)) throw new ProofRefused('decision-malformed');
  if (answer['proof'] === undefined) throw new ProofRefused('proof-missing');
  const { text, index, hashes, note } = readProof(answer['proof']);
  const tree = await signedTree(note, verdictKeys);
  if (!(await isIncluded(await leafHashOf(utf8(text)), index, tree, hashes)))
    throw new ProofRefused('decision-not-included');
  const record = JSON.parse(text) as Json;
  if (record['id'] !== id) throw new ProofRefused('decision-mismatch', 'id');
  if (applicationId !== undefined && record['application_id'] !== applicationId)
    throw new ProofRefused('decision-mismatch', 'applicationId');
  const shown: Json = { ...answer, approval: withoutNames(answer['approval']) };
  for (const name of shownFields)
    if (!isSame(shown[name], record[name])) throw new ProofRefused('decision-changed', name);
  return record as VerifiedDecision;
}

type Json = Readonly<Record<string, unknown>>;
type TlogProof = {
  readonly index: number;
  readonly hashes: readonly Uint8Array[];
  readonly note: SignedText;
};

function readProof(value: unknown): TlogProof & { readonly text: string } {
  const { record: text, tlog_proof: proof } = isObject(value) ? value : {};
  // Half of a surrogate pair would have the bytes of another text.
  if (typeof text !== 'string' || textOf(utf8(text)) !== text || !isObjectOfJson(text))
    throw new ProofRefused('decision-malformed', 'proof.record');
  const read = typeof proof === 'string' ? readTlogProof(proof) : undefined;
  if (!read) throw new ProofRefused('decision-malformed', 'proof.tlog_proof');
  return { text, ...read };
}

function isObjectOfJson(text: string): boolean {
  try {
    return isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

/** C2SP tlog-proof. */
function readTlogProof(text: string): TlogProof | undefined {
  const end = text.indexOf('\n\n');
  const [first, second = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  const index = Number(/^index (0|[1-9]\d{0,15})$/.exec(second)?.[1] ?? Number.NaN);
  if (first !== 'c2sp.org/tlog-proof@v1' || !Number.isSafeInteger(index)) return undefined;
  const hashes = lines.flatMap((line) => bytesOfBase64(line) ?? []);
  const note = readNote(text.slice(end + 2));
  const areHashes = hashes.length === lines.length && hashes.every(({ length }) => length === 32);
  return note && areHashes ? { index, hashes, note } : undefined;
}

const treeForm = /^(wallet-service\/decisions\/[0-9a-f]{32})\n([1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n$/;

/** The tree of a batch of decisions, which one of the keys has signed. */
async function signedTree(
  note: SignedText,
  verdictKeys: readonly Uint8Array[],
): Promise<{ readonly size: number; readonly root: Uint8Array }> {
  const [, origin = '', size, encoded = ''] = treeForm.exec(note.text) ?? [];
  const root = bytesOfBase64(encoded);
  if (root?.length !== 32 || !Number.isSafeInteger(Number(size)))
    throw new ProofRefused('decision-malformed', 'proof.tlog_proof');
  for (const key of verdictKeys) {
    const signature = await signatureOf(note, origin, 1, key);
    if (signature && (await isEd25519Signature(key, utf8(note.text), signature)))
      return { size: Number(size), root };
  }
  throw new ProofRefused('decision-signature');
}

/** The gateway adds the names that the approvers have now. */
function withoutNames(approval: unknown): unknown {
  if (!isObject(approval) || !Array.isArray(approval['approvals'])) return approval;
  const approvals = approval['approvals'].map((given: unknown) =>
    isObject(given) ? Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'name')) : given,
  );
  return { ...approval, approvals };
}

/** Whether two values of JSON are the same, in any order of their members. */
function isSame(left: unknown, right: unknown): boolean {
  if (!isObject(left) || !isObject(right)) return left === right;
  const names = new Set([...Object.keys(left), ...Object.keys(right)]);
  return (
    Array.isArray(left) === Array.isArray(right) &&
    [...names].every((name) => isSame(left[name], right[name]))
  );
}

/** Also a list. */
function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
