import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto';
import { contentOf, genesisOf, hashOfEntry, type JournalEntry } from '@wallet-service/journal-format';
import { emulatedMeasurements, makeNsmAuthority } from '@wallet-service/nitro-emulator';
import {
  encodeAttestedClaims,
  encodeReceipt,
  encodeSelfSignedAttestation,
  journalCheckpointPayload,
  receiptSignaturePayload,
  requestHashOf,
  selfSignedPayload,
  type AttestedClaims,
} from '@wallet-service/signer-protocol';
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

const claims: AttestedClaims = {
  tlsKeyHash: sha256('TLS key'),
  receiptPublicKey: receiptKey.publicKey,
  rootVersion: 7,
  rootHash: sha256('root document'),
  build: `sha256:${hex(sha256('build'))}`,
  checkpointKey: { applicationId, publicKey: checkpointKey.publicKey },
};

/** All but the document of the hardware, which is different each time that it is made. */
export function makeVectors() {
  return {
    receipt: receiptVector(),
    attestation: attestationVector(),
    ...journalVectors(),
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

function journalVectors() {
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
  const genesis = genesisOf(applicationId).hash;
  const hash = hashOfEntry(genesis, 1n, entry);
  const signed = journalCheckpointPayload({ applicationId, seq: 1, hash, time });
  const checkpoint = {
    ...{ seq: 1, hash: hex(hash), time },
    public_key: hex(checkpointKey.publicKey),
    signature: hex(checkpointKey.sign(signed)),
  };
  return {
    journal: {
      genesis_hash: hex(genesis),
      /** With an empty field in place of the previous hash. */
      entry_without_previous: hex(contentOf(1n, entry)),
      page: {
        application_id: applicationId,
        data: [pageEntry(entry, genesis, hash)],
        next: null,
        head: { seq: 1, hash: hex(hash) },
        checkpoint,
      },
    },
    checkpoint: { signed: hex(signed) },
  };
}

function pageEntry(entry: JournalEntry, previous: Uint8Array, hash: Uint8Array) {
  return {
    seq: 1,
    previous_hash: hex(previous),
    hash: hex(hash),
    time_ms: entry.recordedAtMs,
    kind: entry.kind,
    request_id: entry.requestId,
    wallet_id: entry.walletId,
    operation: entry.operation,
    payload_hashes: [hex(entry.payloadHashes)],
    jwt_hash: hex(entry.jwtHash),
    decision: JSON.parse(entry.decision) as unknown,
    outcome: entry.outcome,
    error_code: null,
    token_reused: entry.tokenReused,
    trace_id: entry.traceId,
    details: null,
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

/** The Ed25519 key of a seed (RFC 8032), in the frame of PKCS #8. */
function keyOf(seed: Uint8Array) {
  const der = Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), seed]);
  const key: KeyObject = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  return {
    publicKey: new Uint8Array(createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)),
    sign: (bytes: Uint8Array) => new Uint8Array(sign(null, bytes, key)),
  };
}
