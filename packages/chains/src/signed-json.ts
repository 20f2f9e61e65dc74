import { invalidField } from '@wallet-service/errors';
import {
  NotStrictJson,
  parseStrictJson,
  type StrictJson,
  type StrictJsonRules,
} from '@wallet-service/values';

/** For JSON that decides what is signed. Numbers are integers, so that nobody rounds them differently. */
const rules: StrictJsonRules = {
  mostLevels: 65,
  mostValues: 10_000,
  countsNames: true,
  mostMembers: Infinity,
  whyRefused(literal) {
    if (!/^-?[0-9]+$/.test(literal)) return 'not a whole number';
    return Number.isSafeInteger(Number(literal)) ? undefined : 'beyond 2^53 - 1; write it as a string';
  },
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
