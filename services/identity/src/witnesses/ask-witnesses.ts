import type { ReceivedResponseOf, RequestOf, WitnessDefinition } from '@wallet-service/grpc';

export type WitnessRequest = RequestOf<WitnessDefinition['State']>;
export type WitnessAnswer = ReceivedResponseOf<WitnessDefinition['State']>;
/** Asks one witness. Rejects if it does not answer within the time. */
export type AskWitness = (request: WitnessRequest, deadlineMs: number) => Promise<WitnessAnswer>;

/** `place`: of the witness in the configuration. */
export type AnswerOf = { readonly place: number; readonly answer: WitnessAnswer };

export type AskOptions = {
  readonly deadlineMs: number;
  /** How many witnesses must agree. */
  readonly threshold: number;
  readonly enough: (answers: readonly AnswerOf[]) => boolean;
};

/** How long the others have once as many have answered as must agree. */
const graceMs = 1_000;

/**
 * Asks all witnesses at once. Resolves with the answers so far as soon as they are `enough`, so a slow witness delays
 * nobody. Otherwise it resolves when all have answered or failed, or when no more time is left.
 */
export function askWitnesses(
  witnesses: readonly AskWitness[],
  request: WitnessRequest,
  { deadlineMs, threshold, enough }: AskOptions,
): Promise<readonly AnswerOf[]> {
  return new Promise((resolve, reject) => {
    const answers: AnswerOf[] = [];
    let open = witnesses.length;
    let timer: NodeJS.Timeout | undefined;
    const finish = () => {
      clearTimeout(timer);
      resolve([...answers]);
    };
    const settle = () => {
      open -= 1;
      try {
        if (open === 0 || enough(answers)) finish();
        else if (answers.length >= threshold) timer ??= setTimeout(finish, graceMs);
      } catch (error) {
        clearTimeout(timer);
        reject(error instanceof Error ? error : new Error('the answers could not be read', { cause: error }));
      }
    };
    for (const [place, ask] of witnesses.entries()) {
      ask(request, deadlineMs).then((answer) => {
        answers.push({ place, answer });
        settle();
        // A witness that is away counts as one that said nothing.
      }, settle);
    }
  });
}
