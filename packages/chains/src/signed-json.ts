import { invalidField } from '@wallet-service/errors';
import {
  NotStrictJson,
  parseStrictJson,
  type StrictJson,
  type StrictJsonRules,
} from '@wallet-service/values';

/**
 * For JSON that decides what is signed. Numbers are integers, so that nobody rounds them differently. Any other number
 * becomes NaN, which no type of typed data accepts: it may stand where nothing is signed.
 */
const rules: StrictJsonRules = {
  mostLevels: 65,
  mostValues: 10_000,
  countsNames: true,
  mostMembers: Infinity,
  whyRefused: () => undefined,
  numberOf: (literal) =>
    /^-?[0-9]+$/.test(literal) && Number.isSafeInteger(Number(literal)) ? Number(literal) : NaN,
};

/** `path` is the place of the text. */
export function parseSignedJson(text: string, path: string): StrictJson {
  try {
    return parseStrictJson(text, rules);
  } catch (error) {
    if (error instanceof NotStrictJson) throw invalidField(`${path}${error.path}`, error.message);
    throw error;
  }
}
