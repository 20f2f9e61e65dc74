import {
  subjectOfKeySet,
  type KeySource,
  type RootDocument,
  type RootInForce,
} from '@wallet-service/signer-protocol';
import { agreementOn, testimonyIn, type Agreement } from './agreement.js';
import { askWitnesses, type AnswerOf, type AskWitness, type WitnessAnswer } from './ask-witnesses.js';

/** Where the keys of an issuer are. */
export type IssuerKeys = { readonly issuer: string; readonly keySource: KeySource };

export type ObservedKeySet =
  | {
      readonly ok: true;
      readonly keySetJson: string;
      /** Where the witnesses found it. */
      readonly jwksUri: string;
    }
  /**
   * `problem` completes a sentence that begins with the address of the key set. `published`: of the keys in use,
   * those that the provider still has. `unavailable`: too few witnesses answered.
   */
  | {
      readonly ok: false;
      readonly problem: string;
      readonly published?: string;
      readonly unavailable?: boolean;
    };

export type ObserveKeySetDeps = {
  readonly witnesses: readonly AskWitness[];
  readonly root: () => Promise<{ readonly inForce: RootInForce; readonly signed: Uint8Array | undefined }>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export type ObserveKeySet = (source: IssuerKeys, maxAgeSeconds: number) => Promise<ObservedKeySet>;

type Observation = WitnessAnswer['observations'][number];

/** Two rounds end before another replica may begin the same fetch. */
const roundMs = 4_500;
const secondRoundMs = 2_500;

/**
 * What enough witnesses see at a source, when none of them looked longer ago than `maxAgeSeconds`. Witnesses that
 * looked at different times may see different sets, so then all look again.
 */
export function createObserveKeySet(deps: ObserveKeySetDeps): ObserveKeySet {
  return async (source, maxAgeSeconds) => {
    const root = await deps.root();
    const { document } = root.inForce;
    const startedAt = deps.now();
    const ask = (maxAge: number, deadlineMs: number) =>
      askWitnesses(
        deps.witnesses,
        { ...(root.signed && { rootDocument: root.signed }), sources: [wireOf(source, maxAge)] },
        {
          deadlineMs,
          threshold: document.witnesses.threshold,
          enough: (answers) => readObservations(document, source, answers, deps.now()).ok,
        },
      );
    const answers = await ask(maxAgeSeconds, roundMs);
    const reading = readObservations(document, source, answers, deps.now());
    if (reading.ok || !differ(answers) || deps.now() - startedAt > roundMs - secondRoundMs) return reading;
    const again = await ask(0, secondRoundMs);
    return readObservations(document, source, again, deps.now());
  };
}

/** A source as witnesses are asked for it. */
export function wireOf({ issuer, keySource }: IssuerKeys, maxAgeSeconds: number) {
  return { issuer, jwksUri: keySource === 'discovery' ? '' : keySource.jwksUri, maxAgeSeconds };
}

/** Decides what the answers to one question about one source mean. */
export function readObservations(
  root: RootDocument,
  { issuer, keySource }: IssuerKeys,
  answers: readonly AnswerOf[],
  nowMs: number,
): ObservedKeySet {
  const subject = subjectOfKeySet(issuer, keySource);
  const seen = observationsOf(0, answers);
  const { threshold } = root.witnesses;
  const agreedWhere = (counts: (observation: Observation) => boolean) => {
    const counted = answers.filter(({ answer }) => answer.observations.slice(0, 1).some(counts));
    const testimony = testimonyIn(root, counted, nowMs);
    return agreementOn(testimony, subject, contentsOf(observationsOf(0, counted)));
  };
  const good = agreedWhere(({ problem }) => problem === '');
  if (good) return { ok: true, keySetJson: textOf(good), jwksUri: placeOf(seen, good) };
  if (seen.length < threshold)
    return {
      ok: false,
      unavailable: true,
      problem: `could not be checked: ${seen.length} witnesses answered and ${threshold} must agree`,
    };
  const problem = problemOf(seen);
  const reduced = agreedWhere(({ current }) => current);
  return { ok: false, problem, ...(reduced && { published: textOf(reduced) }) };
}

/** What the witnesses report of the source at this place of the question. */
export function observationsOf(place: number, answers: readonly AnswerOf[]): readonly Observation[] {
  return answers.flatMap(({ answer }) => answer.observations[place] ?? []);
}

/** The key sets, of those observations that have one. */
export function contentsOf(observations: readonly Observation[]): readonly Uint8Array[] {
  return observations.flatMap(({ keys }) => (keys.length > 0 ? [keys] : []));
}

function textOf({ content }: Agreement): string {
  return Buffer.from(content).toString('utf8');
}

function differ(answers: readonly AnswerOf[]): boolean {
  const texts = answers.flatMap(({ answer }) => answer.observations[0]?.keys.toString('latin1') ?? []);
  return new Set(texts).size > 1;
}

/** All that the witnesses report, once each. */
function problemOf(seen: readonly Observation[]): string {
  const problems = [...new Set(seen.map(({ problem }) => problem).filter((problem) => problem !== ''))];
  if (problems.length === 0) return 'is not the same for enough witnesses';
  const some = seen.filter(({ problem }) => problem !== '').length < seen.length;
  return problems.join('; ') + (some ? ', as some of the witnesses see it' : '');
}

function placeOf(seen: readonly Observation[], { content }: Agreement): string {
  const same = seen.find(({ problem, keys }) => problem === '' && Buffer.compare(keys, content) === 0);
  return same?.jwksUri ?? '';
}
