import type { AskWitness } from './ask-witnesses.js';

export const answerOutcomes = ['answered', 'refused-document', 'away'] as const;
export type AnswerOutcome = (typeof answerOutcomes)[number];

/** Counts what becomes of each question. `place`: of the witness in the configuration, from 0. */
export function countAnswers(
  witnesses: readonly AskWitness[],
  count: (place: number, outcome: AnswerOutcome) => void,
): readonly AskWitness[] {
  return witnesses.map((ask, place) => async (request, deadlineMs) => {
    try {
      const answer = await ask(request, deadlineMs);
      count(place, answer.problem === '' ? 'answered' : 'refused-document');
      return answer;
    } catch (error) {
      count(place, 'away');
      throw error;
    }
  });
}
