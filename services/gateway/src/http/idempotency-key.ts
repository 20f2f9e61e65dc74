import { AppError } from '@wallet-service/errors';

const header = 'header Idempotency-Key';
const maxLength = 255;

/**
 * sf-string (RFC 8941, 3.3.3): printable ASCII in double quotes. A backslash escapes a quote or a backslash.
 */
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/;

/** Most clients send a UUID or the like without quotes. It means the same key as with quotes. */
const bare = /^[A-Za-z0-9_][A-Za-z0-9_.:~+/=-]*$/;

/**
 * The key that makes a create repeatable (draft-ietf-httpapi-idempotency-key-header): 1 to 255 characters as
 * a structured-field string, or bare if they are letters, digits and _ . : ~ + / = -. Undefined without the
 * header. Parameters and several keys are refused, because their meaning would be unclear.
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
