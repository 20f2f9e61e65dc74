import { concatAll } from '../concat-all.js';
import { compactSize } from './compact-size.js';
import { encodeOutput, uint32, type SegwitTransaction } from './segwit-digest.js';

export type FinalInput = SegwitTransaction['inputs'][number] & {
  readonly script: Uint8Array;
  readonly witness: readonly Uint8Array[];
};
export type FinalTransaction = Omit<SegwitTransaction, 'inputs'> & { readonly inputs: readonly FinalInput[] };

/**
 * `whole`: as it is sent, with witnesses (BIP-144) if there are any. `base`: without them, the bytes whose
 * hash is the id.
 */
export function encodeTransaction({ version, lockTime, inputs, outputs }: FinalTransaction): {
  readonly whole: Uint8Array;
  readonly base: Uint8Array;
} {
  const body = [
    compactSize(inputs.length),
    ...inputs.flatMap(({ txid, output, script, sequence }) => [
      txid,
      uint32(output),
      compactSize(script.length),
      script,
      uint32(sequence),
    ]),
    compactSize(outputs.length),
    ...outputs.map(({ amount, script }) => encodeOutput(amount, script)),
  ];
  const [head, tail] = [uint32(version), uint32(lockTime)];
  const base = concatAll([head, ...body, tail]);
  if (inputs.every(({ witness }) => witness.length === 0)) return { whole: base, base };
  const witnesses = inputs.flatMap(({ witness }) => [
    compactSize(witness.length),
    ...witness.flatMap((item) => [compactSize(item.length), item]),
  ]);
  const marker = Uint8Array.of(0, 1);
  return { whole: concatAll([head, marker, ...body, ...witnesses, tail]), base };
}
