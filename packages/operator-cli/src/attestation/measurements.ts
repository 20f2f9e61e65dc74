import { readFileSync } from 'node:fs';
import { parseStrictJson } from '@wallet-service/signer-protocol';
import { UsageError } from '../command-line/flags.js';

/** `measurements.json` as the build of the signer's image writes it. */
export type Measurements = {
  /** The hash of the file that runs in the image. Undefined if not stated. */
  readonly build: string | undefined;
  /** SHA-384 in hex by index. */
  readonly pcrs: Readonly<Record<number, string>>;
};

/** Throws a UsageError for another file. */
export function readMeasurements(file: string): Measurements {
  const { build, pcrs } = fieldsOf(parseStrictJson(readFileSync(file, 'utf8')));
  if (pcrs === null) throw new UsageError(`${file} was built without a kernel: it has no registers`);
  const registers = Object.entries(fieldsOf(pcrs)).map(([index, digest]) => {
    if (!/^\d{1,2}$/.test(index) || typeof digest !== 'string' || !/^[0-9a-f]{96}$/.test(digest))
      throw new UsageError(`${file}: register ${index} is no SHA-384 in hex`);
    return [Number(index), digest] as const;
  });
  if (registers.length === 0) throw new UsageError(`${file} has no registers`);
  return { build: typeof build === 'string' ? build : undefined, pcrs: Object.fromEntries(registers) };
}

export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new UsageError('an object is expected');
  return value as Record<string, unknown>;
}
