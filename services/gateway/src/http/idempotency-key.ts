import { AppError } from '@wallet-service/errors';

const header = 'header Idempotency-Key';
const maxLength = 255;

/**
 * sf-string (RFC 8941, 3.3.3): printable ASCII in double quotes, where a backslash stands before a quote or a
 * backslash.
 */
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** What most clients send: a UUID and the like without the quotes. It means the same key as with them. */
const bare = /^[A-Za-z0-9_][A-Za-z0-9_.:~+/=-]*$/;

/**
 * What the caller says to make a create repeatable (draft-ietf-httpapi-idempotency-key-header): 1 to 255
 * characters as a structured-field string, or bare when they are letters, digits and _ . : ~ + / = -.
 * Undefined without the header. Parameters, and several keys, are refused: nobody could say what they were
 * meant to do.
 */
export function idempotencyKeyOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined) return undefined;
  const text = typeof given === 'string' ? given.trim() : '';
  const key = bare.test(text) ? text : quoted.exec(text)?.[1]?.replaceAll(/\\(["\\])/g, '$1');
  if (key === undefined)
    throw invalid(
      'must be one string in double quotes, such as "8e03978e-40d5"; without quotes it may have letters, ' +
        'digits and _ . : ~ + / = - alone',
    );
  if (key === '' || key.length > maxLength) throw invalid(`must have 1 to ${maxLength} characters`);
  return key;
}

function invalid(message: string): AppError {
  return new AppError('request.invalid', `${header} ${message}`, { fields: [{ path: header, message }] });
}
