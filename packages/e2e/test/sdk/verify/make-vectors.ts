import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { leafDataOf, type JournalEntry } from '@wallet-service/journal-format';
import { emulatedMeasurements, makeNsmAuthority } from '@wallet-service/nitro-emulator';
import {
  encodeAttestedClaims,
  encodeReceipt,
  encodeRootDocument,
  encodeSelfSignedAttestation,
  encodeSignedDocument,
  logKeyOf,
  receiptSignaturePayload,
  requestHashOf,
  selfSignedPayload,
  signerKeyOf,
  textOfLogCheckpoint,
  witnessKeyOf,
  type AttestedClaims,
} from '@wallet-service/signer-protocol';
import {
  appendLeaves,
  checkpointText,
  cosignNote,
  emptyRange,
  encodeNote,
  encodeTlogProofs,
  leafHashOf,
  proveInclusion,
  rootOf,
  signNote,
  type TreeNode,
} from '@wallet-service/transparency-log';
import { signWebhook } from '../../../../../services/webhooks/src/deliveries/sign-webhook.js';

// One example of everything that the service signs or hashes for others, made by the service's own encoders.

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const sha256 = (data: string | Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());

const applicationId = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e';
const walletId = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5f';
const requestId = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d60';
const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2lnbmF0dXJl';
const time = 1_790_000_000;
const nonce = new Uint8Array(32).fill(7);

const receiptKey = keyOf(new Uint8Array(32).fill(1));
const checkpointKey = keyOf(new Uint8Array(32).fill(2));
const witnessKey = keyOf(new Uint8Array(32).fill(4));
const verdictKey = keyOf(new Uint8Array(32).fill(6));

const claims: AttestedClaims = {
  tlsKeyHash: sha256('TLS key'),
  receiptPublicKey: receiptKey.publicKey,
  rootVersion: 7,
  rootHash: sha256('root document'),
  build: `sha256:${hex(sha256('build'))}`,
  checkpointKey: { applicationId, publicKey: checkpointKey.publicKey },
};

/** All but the document of the hardware, which is different each time that it is made. */
export async function makeVectors() {
  return {
    receipt: receiptVector(),
    attestation: attestationVector(),
    ...(await journalVectors()),
    decision: await decisionVector(),
    webhook: webhookVector(),
  };
}

function receiptVector() {
  const payload = sha256('digest to sign');
  const signature = new Uint8Array(64).fill(5);
  const request = {
    chain: 'ETH',
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
    operation: 'message',
  };
  const hashed = { ...request, jwtHash: sha256(jwt), payloadHashes: [sha256(payload)] };
  const statement = encodeReceipt({
    ...hashed,
    applicationId,
    walletId,
    network: 'EVM',
    requestHash: requestHashOf(hashed),
    verdictHash: sha256('verdict'),
    rootVersion: claims.rootVersion,
    rootHash: claims.rootHash,
    signatureHashes: [sha256(signature)],
    time,
  });
  const signed = receiptSignaturePayload(statement);
  return {
    request: { ...request, jwt, payloads: [hex(payload)] },
    request_hash: hex(requestHashOf(hashed)),
    signatures: [hex(signature)],
    statement: hex(statement),
    signed: hex(signed),
    answered: {
      statement: base64(statement),
      signature: base64(receiptKey.sign(signed)),
      public_key: base64(receiptKey.publicKey),
    },
  };
}

function attestationVector() {
  const said = { nonce, timestamp: time * 1000, claims };
  const signed = selfSignedPayload(said);
  return {
    nonce: hex(nonce),
    timestamp: said.timestamp,
    claims: {
      tls_key_hash: hex(claims.tlsKeyHash),
      receipt_public_key: hex(claims.receiptPublicKey),
      root_version: claims.rootVersion,
      root_hash: hex(claims.rootHash),
      build: claims.build,
      checkpoint_key: { application_id: applicationId, public_key: hex(checkpointKey.publicKey) },
    },
    user_data: hex(encodeAttestedClaims(claims)),
    self_signed: {
      signed: hex(signed),
      document: base64(encodeSelfSignedAttestation({ ...said, signature: receiptKey.sign(signed) })),
    },
  };
}

/** A document of an emulator's hardware with the claims above. It begins with the emulator's root, not with AWS's. */
export async function makeNitroVector() {
  const authority = await makeNsmAuthority(time * 1000);
  const fields = { nonce: Buffer.from(nonce), user_data: Buffer.from(encodeAttestedClaims(claims)) };
  const document = authority.document({ timestamp: time * 1000, fields });
  return { root: authority.root, pcrs: emulatedMeasurements(), document: base64(document) };
}

async function journalVectors() {
  const entry: JournalEntry = {
    applicationId,
    recordedAtMs: time * 1000,
    kind: 'result',
    requestId,
    walletId,
    operation: 'message',
    payloadHashes: sha256('payload'),
    jwtHash: sha256(jwt),
    decision: '{"outcome":"allow"}',
    outcome: 'signed',
    errorCode: '',
    tokenReused: false,
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    details: '',
  };
  const event: JournalEntry = {
    ...entry,
    ...{ kind: 'event', operation: 'wallet.created', payloadHashes: new Uint8Array() },
    ...{ decision: '', outcome: '', details: '{"chain":"ETH"}' },
  };
  const entries = [event, entry, { ...entry, tokenReused: true }];
  const leaves = entries.map((each) => leafHashOf(leafDataOf(each)));
  const { range, completed } = appendLeaves(emptyRange, leaves);
  const text = textOfLogCheckpoint({ applicationId, generation: 1, size: 3, root: rootOf(range) });
  const { publicKey } = checkpointKey;
  const signatures = [
    signNote(text, logKeyOf(text, publicKey), checkpointKey.sign),
    cosignNote(text, signerKeyOf(publicKey), time, checkpointKey.sign),
    cosignNote(text, witnessKeyOf('witness-1', witnessKey.publicKey), time + 1, witnessKey.sign),
  ];
  const data = entries.map(async (each, index) => {
    const proof = await proveInclusion(
      (nodes) => Promise.resolve(nodes.map((node) => nodeIn(completed, node))),
      index,
      entries.length,
    );
    return { ...pageEntry(each, index + 1), inclusion_proof: proof.map(hex) };
  });
  return {
    journal: {
      leaf_data: entries.map((each) => hex(leafDataOf(each))),
      root: hex(rootOf(range)),
      checkpoint_text: text,
      witness_public_key: hex(witnessKey.publicKey),
      page: {
        application_id: applicationId,
        data: await Promise.all(data),
        next: null,
        size: entries.length,
        checkpoint: {
          ...{ size: entries.length, time },
          public_key: hex(publicKey),
          note: encodeNote({ text, signatures }),
        },
      },
    },
  };
}

function nodeIn(
  nodes: readonly (TreeNode & { readonly hash: Uint8Array })[],
  { level, index }: TreeNode,
): Uint8Array {
  return nodes.find((node) => node.level === level && node.index === index)?.hash ?? new Uint8Array();
}

function pageEntry(entry: JournalEntry, seq: number) {
  const json = (text: string): unknown => (text === '' ? null : JSON.parse(text));
  return {
    seq,
    leaf_hash: hex(leafHashOf(leafDataOf(entry))),
    time_ms: entry.recordedAtMs,
    kind: entry.kind,
    request_id: entry.requestId,
    wallet_id: entry.walletId,
    operation: entry.operation,
    payload_hashes: entry.payloadHashes.length === 0 ? [] : [hex(entry.payloadHashes)],
    jwt_hash: hex(entry.jwtHash),
    decision: json(entry.decision),
    outcome: entry.outcome === '' ? null : entry.outcome,
    error_code: null,
    token_reused: entry.tokenReused,
    trace_id: entry.traceId,
    details: json(entry.details),
  };
}

function webhookVector() {
  const secret = new Uint8Array(32).fill(3);
  const body = JSON.stringify({
    type: 'wallet.created',
    timestamp: '2026-09-21T14:13:20.000Z',
    data: { chain: 'ETH' },
  });
  const id = 'evt_0192f0c1';
  return {
    secret: `whsec_${base64(secret)}`,
    body,
    now: time,
    signed: hex(Buffer.from(`${id}.${time}.${body}`)),
    headers: signWebhook(id, time, body, [secret]),
  };
}

/** The second of three decisions of one batch, and the root document that names the key. */
async function decisionVector() {
  const record = (index: number) => ({
    ...{ outcome: 'deny', reason: 'default_action', rules: [] },
    ...{ id: `0192f0c1-8d4f-7b62-8a1f-3c7b2d4e5f6${index}`, time: '2026-09-21T14:13:20.000Z' },
    ...{ application_id: applicationId, wallet_id: walletId, chain: 'ETH', operation: 'message' },
    ...{ method: 'personal_sign', payload_hashes: [hex(sha256('payload'))], policy_revision: '3', mfa: null },
  });
  const records = [0, 1, 2].map(record);
  const texts = records.map((each) => JSON.stringify(each));
  const leaves = texts.map((text) => leafHashOf(Buffer.from(text)));
  const { range, completed } = appendLeaves(emptyRange, leaves);
  const origin = `wallet-service/decisions/${'07'.repeat(16)}`;
  const text = checkpointText({ origin, size: 3, root: rootOf(range) });
  const key = { type: 'ed25519', name: origin, publicKey: verdictKey.publicKey } as const;
  const note = encodeNote({ text, signatures: [signNote(text, key, verdictKey.sign)] });
  const hashes = await proveInclusion(
    (nodes) => Promise.resolve(nodes.map((node) => nodeIn(completed, node))),
    1,
    3,
  );
  const [proof = ''] = encodeTlogProofs(note, [{ index: 1, hashes }]);
  const payload = encodeRootDocument({
    ...{ version: claims.rootVersion, issuedAt: time, expiresAt: time + 86_400 },
    ...{ roots: { keys: [keyNamed('root')], threshold: 1 }, verdictKeys: [verdictKey.publicKey] },
    ...{ registrars: [keyNamed('registrar')], witnesses: { keys: [keyNamed('witness')], threshold: 1 } },
    ...{ keySetMaxAgeSeconds: 86_400, administratorDelaySeconds: 259_200 },
  });
  return {
    signed_root_document: Buffer.from(encodeSignedDocument({ payload, signatures: [] })).toString(
      'base64url',
    ),
    root_hash: hex(sha256(payload)),
    verdict_public_key: hex(verdictKey.publicKey),
    leaf_hashes: leaves.map(hex),
    answer: { ...records[1], claims: { sub: 'alice' }, proof: { record: texts[1], tlog_proof: proof } },
  };
}

const keyNamed = (kid: string) => ({ kid, kind: 'ed25519', publicKey: sha256(kid) }) as const;

/** The Ed25519 key of a seed (RFC 8032), in the frame of PKCS #8. */
function keyOf(seed: Uint8Array) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key: KeyObject = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return {
    publicKey: new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)),
    sign: (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, key)),
  };
}
