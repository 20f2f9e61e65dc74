import { grantableScopes } from '@wallet-service/grants';
import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type, { type Static } from 'typebox';
import { unixTime } from './field.js';

const nullableTime = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const label = {
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'what the key is for; text without control characters',
  examples: ['checkout server'],
};
const scope = Type.Enum([...grantableScopes], { type: 'string', title: 'SecretKeyScope' });

const shape = {
  id: Type.String(),
  label: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: none' }),
  scopes: Type.Union([Type.Array(scope), Type.Null()], {
    description: 'what the key is limited to; null: no limits',
  }),
  time_expires: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'from this second on the key is refused; null: never',
  }),
  time_created: unixTime,
  time_last_used: nullableTime,
  time_revoked: nullableTime,
};

/** A secret key as lists show it. */
export const shownSecretKey = Type.Object(shape, { title: 'SecretKey' });

/** The answer that makes it. */
export const newSecretKey = Type.Object({ ...shape, secret_key: Type.String() });

export const secretKeyDraft = Type.Unsafe<{
  readonly label?: string;
  readonly scopes?: readonly string[];
  readonly time_expires?: number;
} | null>({
  type: ['object', 'null'],
  properties: {
    label: Type.String(label),
    scopes: Type.Array(scope, {
      minItems: 1,
      uniqueItems: true,
      description: 'what the key is limited to, for good. Absent: no limits',
    }),
    time_expires: Type.Integer({
      minimum: 1,
      maximum: 253_402_300_799,
      description: 'from this second on the key is refused, for good. Absent: never',
      examples: [1_821_536_000],
    }),
  },
  additionalProperties: false,
});

export const secretKeyChanges = Type.Object(
  { label: Type.Unsafe<string | null>({ type: ['string', 'null'], ...label }) },
  { additionalProperties: false },
);

export const secretKeyExample = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  label: 'checkout server',
  scopes: ['sign', 'wallets'],
  time_expires: 1_821_536_000,
  time_created: 1_790_000_000,
  time_last_used: null,
  time_revoked: null,
};

export const secretKeyDraftExample = {
  label: 'checkout server',
  scopes: ['sign', 'wallets'],
  time_expires: 1_821_536_000,
};

/** What identity is asked for. */
export function askedSecretKey(body: Static<typeof secretKeyDraft>) {
  const { label: text = '', scopes = [], time_expires: timeExpires = 0 } = body ?? {};
  return { label: text, scopes: [...scopes], timeExpires: String(timeExpires) };
}

type SecretKey = ReceivedResponseOf<IdentityDefinition['ListSecretKeys']>['keys'][number];

export function secretKeyResponse(key: SecretKey) {
  return {
    id: key.id,
    label: key.label === '' ? null : key.label,
    scopes: key.scopes.length === 0 ? null : grantableScopes.filter((one) => key.scopes.includes(one)),
    time_expires: Number(key.timeExpires) || null,
    time_created: Number(key.timeCreated),
    time_last_used: Number(key.timeLastUsed) || null,
    time_revoked: Number(key.timeRevoked) || null,
  };
}
