import Type, { type TSchema, type TString } from 'typebox';

const mark = 'secretText';

/**
 * The schema of a variable that holds a secret, such as a URL with a password in it. Every process of the same
 * user can read NAME in the environment. So `readConfig` also takes NAME_FILE: the path of a file that holds
 * the value (mode 0400 or 0600 in production).
 */
export function secretText(): TString {
  return Type.String({ [mark]: true });
}

export function isSecretText(schema: TSchema): boolean {
  return mark in schema;
}
