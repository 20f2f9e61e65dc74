import { subjectOfKeySet, type Testimony } from '@wallet-service/signer-protocol';
import {
  agreementOn,
  statementsIn,
  testimonyIn,
  type Agreement,
  type WireStatement,
} from '../witnesses/agreement.js';
import { askWitnesses, type AnswerOf, type WitnessRequest } from '../witnesses/ask-witnesses.js';
import { contentsOf, observationsOf, wireOf, type IssuerKeys } from '../witnesses/observe-key-set.js';
import type { StoredDocument } from './application-document-store.js';
import { isSettled, readAnswers, type PresentDeps, type WitnessedDocument } from './present-document.js';
import type { CurrentRoot } from './root-documents.js';

export type AskForTrustDeps = PresentDeps & {
  /** How long ago witnesses may have looked at the key sets of an application that is in use. */
  readonly refreshSeconds: number;
};

/** What enough witnesses state of an application. */
export type StatedTrust = {
  readonly document: WitnessedDocument;
  /** Those that they agree on. */
  readonly keySets: readonly { readonly source: IssuerKeys; readonly content: Uint8Array }[];
  /** One of each witness that is needed. If not all agree at once, those of two rounds. */
  readonly statements: readonly WireStatement[];
};

/** For what witnesses know already. */
const deadlineMs = 1_500;
/** For what they must fetch while a request waits. */
const secondDeadlineMs = 2_500;
const longDeadlineMs = 10_000;
/** Of the scheduled refresh, which is on its way. */
const slackSeconds = 5;

/**
 * Presents the stored document, so that a witness that was away learns it, and asks for the key sets with it: each
 * witness signs one statement about all of them. Key sets are as old as signers take them, because a host that hangs
 * must delay nobody. Older ones than usual are looked at again for the next question. Witnesses that looked at
 * different times may have seen different sets: those all look again at once.
 */
export async function askForTrust(
  deps: AskForTrustDeps,
  root: CurrentRoot,
  stored: StoredDocument,
): Promise<StatedTrust> {
  const sources = sourcesOf(stored);
  const usual = root.inForce.document.keySetMaxAgeSeconds;
  const first = await ask(deps, root, stored, sources, () => usual, deadlineMs);
  const lookAgain = first.document.notBefore === 0 && first.keySets.some(({ differ }) => differ);
  const again = lookAgain
    ? await ask(
        deps,
        root,
        stored,
        sources,
        (place) => (first.keySets[place]?.differ ? 0 : usual),
        secondDeadlineMs,
      )
    : undefined;
  lookAtOld(deps, root, sources, first);
  return stateOf(sources, again ? [again, first] : [first]);
}

/** The answers to one question, and what they agree on. */
type Round = {
  readonly answers: readonly AnswerOf[];
  readonly document: WitnessedDocument;
  /** In the order of the sources. `differ`: the witnesses do not agree because they saw different sets. */
  readonly keySets: readonly { readonly agreed: Agreement | undefined; readonly differ: boolean }[];
};

async function ask(
  deps: AskForTrustDeps,
  root: CurrentRoot,
  stored: StoredDocument,
  sources: readonly IssuerKeys[],
  maxAgeOf: (place: number) => number,
  limitMs: number,
): Promise<Round> {
  const request = {
    ...withRoot(root),
    applicationId: stored.document.applicationId,
    document: stored.signed,
    sources: sources.map((source, place) => wireOf(source, maxAgeOf(place))),
  };
  const { threshold } = root.inForce.document.witnesses;
  const read = (answers: readonly AnswerOf[]) => readRound(deps, root, stored, sources, answers);
  const answers = await askWitnesses(deps.witnesses, request, {
    deadlineMs: limitMs,
    threshold,
    enough: (soFar) => {
      const { document, keySets } = read(soFar);
      const isAgreed = keySets.every(({ agreed }) => agreed !== undefined);
      return isSettled(document, stored.signed) && (isAgreed || document.notBefore > 0);
    },
  });
  const all = read(answers);
  // Statements that add nothing would only cost signers time.
  const fewest = answers
    .map((_, last) => answers.slice(0, last + 1))
    .slice(threshold - 1, -1)
    .map(read)
    .find((some) => agreedIn(some) === agreedIn(all));
  return { ...all, answers: fewest?.answers ?? answers };
}

function readRound(
  deps: AskForTrustDeps,
  { inForce }: CurrentRoot,
  { document: { applicationId } }: StoredDocument,
  sources: readonly IssuerKeys[],
  answers: readonly AnswerOf[],
): Round {
  const nowMs = deps.now();
  const testimony = testimonyIn(inForce.document, answers, nowMs);
  return {
    answers,
    document: readAnswers(inForce.document, applicationId, answers, nowMs),
    keySets: sources.map((source, place) => keySetIn(testimony, source, place, answers)),
  };
}

function keySetIn(
  testimony: Testimony,
  { issuer, keySource }: IssuerKeys,
  place: number,
  answers: readonly AnswerOf[],
) {
  const contents = contentsOf(observationsOf(place, answers));
  const agreed = agreementOn(testimony, subjectOfKeySet(issuer, keySource), contents);
  const texts = new Set(contents.map((content) => Buffer.from(content).toString('latin1')));
  return { agreed, differ: !agreed && texts.size > 1 };
}

/** The number of things that enough witnesses agree on. */
function agreedIn({ document, keySets }: Round): number {
  return [document, ...keySets].filter(({ agreed }) => agreed !== undefined).length;
}

/** `rounds`: the one that counts first. The other fills its gaps. */
function stateOf(sources: readonly IssuerKeys[], rounds: readonly [Round, ...Round[]]): StatedTrust {
  const ofDocument = rounds.find(({ document }) => document.agreed !== undefined) ?? rounds[0];
  const found = sources.flatMap((source, place) => {
    const round = rounds.find(({ keySets }) => keySets[place]?.agreed);
    const content = round?.keySets[place]?.agreed?.content;
    return round && content ? [{ source, content, round }] : [];
  });
  const needed = new Set([ofDocument, ...found.map(({ round }) => round)]);
  return {
    document: ofDocument.document,
    keySets: found.map(({ source, content }) => ({ source, content })),
    statements: rounds.filter((round) => needed.has(round)).flatMap(({ answers }) => statementsIn(answers)),
  };
}

/** In the background. It can't fail: a witness that is away counts as one that said nothing. */
function lookAtOld(
  deps: AskForTrustDeps,
  root: CurrentRoot,
  sources: readonly IssuerKeys[],
  { keySets }: Round,
): void {
  const maxAge = deps.refreshSeconds + slackSeconds;
  const oldest = deps.now() / 1000 - maxAge;
  const old = sources.filter((_, place) => (keySets[place]?.agreed?.observedAt ?? 0) < oldest);
  if (old.length === 0) return;
  const request = { ...withRoot(root), sources: old.map((source) => wireOf(source, maxAge)) };
  const { threshold } = root.inForce.document.witnesses;
  void askWitnesses(deps.witnesses, request, {
    deadlineMs: longDeadlineMs,
    threshold,
    enough: (answers) => answers.length === deps.witnesses.length,
  });
}

function withRoot({ signed }: CurrentRoot): Pick<WitnessRequest, 'rootDocument'> {
  return signed ? { rootDocument: signed } : {};
}

function sourcesOf({ document }: StoredDocument): readonly IssuerKeys[] {
  const inUse = new Set(document.providers.map(({ issuer }) => issuer));
  return document.issuers.filter(({ issuer }) => inUse.has(issuer));
}
