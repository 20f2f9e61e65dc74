import { AppError, invalidField } from '@wallet-service/errors';
import { normalizeEmail } from '@wallet-service/signer-protocol';
import { isRole, roles, type Role } from './role.js';

/** Somebody who works with the installation: a user of the console, not of a wallet. Times are Unix seconds. */
export type Person = {
  readonly id: string;
  readonly name: string;
  /** As `normalizeEmail` writes it. Only for the first sign-in with the identity provider of people. */
  readonly email: string | undefined;
  /** Of the installation. */
  readonly isOperator: boolean;
  readonly timeCreated: number;
  readonly timeDisabled: number | undefined;
};

export type Member = { readonly personId: string; readonly role: Role; readonly timeCreated: number };

/** With the role that they had last. */
export type FormerMember = Member & { readonly timeRemoved: number };

const shown = /^[^\p{Cc}\p{Cs}]{1,255}$/u;

/** Throws `request.invalid`. */
export function checkPersonName(name: string): string {
  const trimmed = name.trim();
  if (shown.test(trimmed)) return trimmed;
  throw invalidField('/name', 'must be 1 to 255 characters, and no control characters');
}

/** Throws `request.invalid`. Empty is none. */
export function checkPersonEmail(text: string): string | undefined {
  if (text === '') return undefined;
  const email = normalizeEmail(text);
  if (email !== undefined) return email;
  throw invalidField('/email', 'must be an e-mail address');
}

/** Throws `request.invalid`. */
export function checkRole(role: string): Role {
  if (isRole(role)) return role;
  throw invalidField('/role', `must be one of ${roles.join(', ')}`);
}

/** Throws `request.invalid`. Empty is none. */
export function checkPasskeyLabel(label: string): string {
  const trimmed = label.trim();
  if (trimmed === '' || shown.test(trimmed)) return trimmed;
  throw invalidField('/label', 'must be at most 255 characters, and no control characters');
}

/** Who makes a change of their own access, for the journal. */
export function themselves(personId: string, traceId: string) {
  return { actor: { kind: 'person', id: personId }, reason: '', traceId };
}

/** What the journal shows of a passkey. */
export function shownPasskey({
  credentialId,
  label,
}: {
  readonly credentialId: string;
  readonly label: string;
}) {
  return { id: credentialId, label };
}

export function personNotFound(): AppError {
  return new AppError('person.not-found', 'there is no such person');
}
