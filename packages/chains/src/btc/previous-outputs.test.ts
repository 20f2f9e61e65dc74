import { randomInt } from 'node:crypto';
import * as bitcoin from 'bitcoinjs-lib';
import fc from 'fast-check';
import { readPreviousOutput } from './previous-outputs.js';

const seed = randomInt(2 ** 31);

const bytes = (max: number) => fc.uint8Array({ maxLength: max });
const transactions = fc.record({
  inputs: fc.array(fc.record({ script: bytes(300), witness: fc.array(bytes(300), { maxLength: 3 }) }), {
    minLength: 1,
    maxLength: 5,
  }),
  outputs: fc.array(
    fc.record({ script: bytes(300), value: fc.bigInt({ min: 0n, max: 2_100_000_000_000_000n }) }),
    {
      minLength: 1,
      maxLength: 300,
    },
  ),
});

describe(`an output of a transaction (seed ${seed})`, () => {
  it("is read as bitcoinjs-lib reads it, with the transaction's own id", () => {
    fc.assert(
      fc.property(transactions, fc.nat(299), ({ inputs, outputs }, index) => {
        const transaction = new bitcoin.Transaction();
        inputs.forEach(({ script, witness }, i) => {
          transaction.addInput(Buffer.alloc(32, i + 1), i, i, script);
          transaction.setWitness(i, witness);
        });
        for (const { script, value } of outputs) transaction.addOutput(script, value);
        const read = readPreviousOutput(Uint8Array.from(transaction.toBuffer()), index);
        const output = outputs[index];
        expect(read).toEqual({
          id: Uint8Array.from(transaction.getHash()),
          spent: output && { script: output.script, amount: output.value },
        });
      }),
      { numRuns: 100, seed },
    );
  });

  it('is the same whenever the id is the same, whatever bytes are changed', () => {
    const transaction = new bitcoin.Transaction();
    transaction.addInput(Buffer.alloc(32, 1), 0);
    transaction.addOutput(Buffer.alloc(22), 5n);
    transaction.setWitness(0, [Buffer.alloc(3)]);
    const good = Uint8Array.from(transaction.toBuffer());
    const known = readPreviousOutput(good, 0);
    expect(known?.spent?.amount).toBe(5n);
    const edits = fc.array(fc.tuple(fc.nat(good.length - 1), fc.integer({ min: 0, max: 255 })), {
      maxLength: 3,
    });
    const seen = { same: 0, other: 0, refused: 0 };
    fc.assert(
      fc.property(edits, fc.integer({ min: -5, max: 5 }), (changes, more) => {
        const given = new Uint8Array(good.length + more);
        given.set(good.subarray(0, given.length));
        for (const [at, value] of changes) given[at] = value;
        const read = readPreviousOutput(given, 0);
        if (!read) seen.refused += 1;
        else if (Buffer.compare(read.id, known?.id ?? good) === 0) {
          seen.same += 1;
          expect(read).toEqual(known);
        } else seen.other += 1;
      }),
      { numRuns: 3000, seed },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(0);
  });
});
