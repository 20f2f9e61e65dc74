import { createHash, timingSafeEqual } from 'node:crypto';
import { refused, type Refused, type RelyingParty } from './passkey.js';

/** The longest JSON of an answer, in characters. */
export const longestAnswer = 16_384;
const longestCredentialId = 1_023;

type Fields = Readonly<Record<string, unknown>>;

/** `type` of the client's data (section 5.8.1). */
export type Ceremony = 'webauthn.create' | 'webauthn.get';

export type AuthenticatorData = {
  readonly bytes: Buffer;
  readonly signCount: number;
  readonly isBackedUp: boolean;
  /** base64url. Only in an answer that brings a new passkey. */
  readonly credentialId: string | undefined;
};

export type ReadAnswer = {
  readonly credentialId: string;
  readonly challenge: string;
  readonly clientData: Fields;
  readonly clientDataHash: Buffer;
  readonly authenticatorData: AuthenticatorData;
  /** The other members of `response`. */
  readonly response: Fields;
};

/**
 * Reads RegistrationResponseJSON or AuthenticationResponseJSON (section 5.1). Members that it does not know are left
 * out, as the standard demands. Undefined if it is neither.
 */
export function readAnswer(json: string): ReadAnswer | undefined {
  if (json.length > longestAnswer) return undefined;
  const answer = fieldsOf(json);
  const response = answer?.['response'];
  if (!answer || !isFields(response) || answer['type'] !== 'public-key') return undefined;
  const credentialId = answer['id'];
  const clientDataBytes = bytesOf(response['clientDataJSON']);
  const clientData = clientDataBytes && fieldsOf(clientDataBytes.toString('utf8'));
  const authenticatorData = readAuthenticatorData(bytesOf(response['authenticatorData']));
  const challenge = clientData?.['challenge'];
  if (!isCredentialId(credentialId) || answer['rawId'] !== credentialId) return undefined;
  if (!clientData || !authenticatorData || typeof challenge !== 'string') return undefined;
  const clientDataHash = createHash('sha256').update(clientDataBytes).digest();
  return { credentialId, challenge, clientData, clientDataHash, authenticatorData, response };
}

/**
 * What both ceremonies demand (sections 7.1 and 7.2): this ceremony, this challenge (base64url), a page of ours that
 * no other page frames, this relying party, and a person who was present and verified.
 */
export function refusalOf(
  { clientData, challenge: given, authenticatorData }: ReadAnswer,
  ceremony: Ceremony,
  challenge: string,
  { id, origins }: RelyingParty,
): Refused | undefined {
  if (clientData['type'] !== ceremony) return refused('other-ceremony');
  if (!isSameText(given, challenge)) return refused('other-challenge');
  const { origin, crossOrigin = false } = clientData;
  const isOurs = typeof origin === 'string' && origins.includes(origin);
  if (!isOurs || crossOrigin !== false || clientData['topOrigin'] !== undefined)
    return refused('other-origin');
  const { bytes } = authenticatorData;
  const expected = createHash('sha256').update(id).digest();
  if (!timingSafeEqual(bytes.subarray(0, 32), expected)) return refused('other-relying-party');
  const flags = bytes[32] ?? 0;
  const needed = flag.userPresent | flag.userVerified;
  return (flags & needed) === needed ? undefined : refused('user-not-verified');
}

const flag = { userPresent: 1, userVerified: 4, backupEligible: 8, backedUp: 16, credential: 64 } as const;
/** Hash of the relying party's id, flags, counter. */
const fixedBytes = 37;
/** After them: AAGUID, and the length of the credential's id. */
const credentialIdAt = fixedBytes + 16 + 2;

function readAuthenticatorData(bytes: Buffer | undefined): AuthenticatorData | undefined {
  if (!bytes || bytes.length < fixedBytes) return undefined;
  const flags = bytes[32] ?? 0;
  const isBackedUp = (flags & flag.backedUp) !== 0;
  // Section 6.1: what can't be backed up is not backed up.
  if (isBackedUp && (flags & flag.backupEligible) === 0) return undefined;
  const read = { bytes, signCount: bytes.readUInt32BE(33), isBackedUp };
  if ((flags & flag.credential) === 0) return { ...read, credentialId: undefined };
  if (bytes.length < credentialIdAt) return undefined;
  const end = credentialIdAt + bytes.readUInt16BE(credentialIdAt - 2);
  const credentialId = bytes.subarray(credentialIdAt, end);
  // The key, in COSE, follows.
  if (bytes.length <= end || credentialId.length > longestCredentialId) return undefined;
  return { ...read, credentialId: credentialId.toString('base64url') };
}

function isCredentialId(value: unknown): value is string {
  const length = bytesOf(value)?.length ?? 0;
  return length > 0 && length <= longestCredentialId;
}

/** Undefined unless it is canonical base64url without padding. */
export function bytesOf(value: unknown): Buffer | undefined {
  if (typeof value !== 'string') return undefined;
  const bytes = Buffer.from(value, 'base64url');
  return bytes.toString('base64url') === value ? bytes : undefined;
}

function fieldsOf(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSameText(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** The challenge (base64url) that an answer is to. Undefined if it is no answer. Says nothing of its validity. */
export function challengeOf(json: string): string | undefined {
  return readAnswer(json)?.challenge;
}

/** The passkey (credential id, base64url) that an answer names. Undefined if it is no answer. */
export function credentialIdOf(json: string): string | undefined {
  return readAnswer(json)?.credentialId;
}
