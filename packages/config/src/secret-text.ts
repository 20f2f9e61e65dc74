import Type, { type TSchema, type TString } from 'typebox';

const mark = 'secretText';

/**
 * The schema of a variable that holds a secret, such as a URL with a password in it. Beside NAME, which every
 * process of the same user can read in the environment, `readConfig` takes NAME_FILE: the path of a file that
 * holds the value (mode 0400 or 0600 in production).
 */
export function secretText(): TString {
  return Type.String({ [mark]: true });
}

export function isSecretText(schema: TSchema): boolean {
  return mark in schema;
}
