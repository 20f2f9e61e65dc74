import { Counter, type Registry } from 'prom-client';
import { answerOutcomes, type AnswerOutcome } from './witnesses/count-answers.js';
import { guardedTables, type GuardedTable } from './row-macs.js';

/** Counts rows that were read and that identity did not write. */
export function countForgedRows(registry: Registry): (table: GuardedTable) => void {
  const forged = new Counter({
    name: 'wallet_service_identity_forged_rows_total',
    help: 'Reads of rows that identity did not write as they are now, and refused to use. Investigate each',
    labelNames: ['table'],
    registers: [registry],
  });
  for (const table of guardedTables) forged.inc({ table }, 0);
  return (table) => {
    forged.inc({ table });
  };
}

/** Counts answers by the place of the witness in the configuration: one that is away tells no name. */
export function countWitnessAnswers(
  registry: Registry,
  witnesses: number,
): (place: number, outcome: AnswerOutcome) => void {
  const answers = new Counter({
    name: 'wallet_service_identity_witness_answers_total',
    help:
      'Questions to witnesses by outcome. The witness is its place in WITNESS_TARGETS, from 1. refused-document: ' +
      'it holds a later document, or the one that it was shown breaks a rule.',
    labelNames: ['witness', 'outcome'],
    registers: [registry],
  });
  const labelsOf = (place: number, outcome: AnswerOutcome) => ({ witness: String(place + 1), outcome });
  for (let place = 0; place < witnesses; place += 1)
    for (const outcome of answerOutcomes) answers.inc(labelsOf(place, outcome), 0);
  return (place, outcome) => {
    answers.inc(labelsOf(place, outcome));
  };
}
