import type { Handlers, WitnessDefinition } from '@wallet-service/grpc';
import { digestOf, subjectOfApplication, type StatedItem } from '@wallet-service/signer-protocol';
import type { HeldDocument } from '../documents/document-state.js';
import type { OfferedDocument, Taken } from '../documents/take-document.js';
import { subjectOf, type Observation } from '../key-sets/observation.js';
import type { KeySets } from '../key-sets/key-sets.js';
import type { RootKeeper } from '../root/root-keeper.js';
import type { Speaker } from '../statements/speaker.js';
import { readStateRequest, type StateQuestion } from './read-state-request.js';

export type StateHandlersDeps = {
  readonly root: RootKeeper;
  readonly take: (applicationId: string, offered: OfferedDocument) => Promise<Taken>;
  readonly readDocument: (applicationId: string) => Promise<HeldDocument | undefined>;
  readonly keySets: KeySets;
  readonly speak: Speaker;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Left for the way back, so that one provider that hangs does not keep the others from the caller. */
const reserveMs = 300;

export function stateHandlers(deps: StateHandlersDeps): Pick<Handlers<WitnessDefinition>, 'State'> {
  const { root, take, keySets, speak, now } = deps;
  return {
    async State(request, { deadline }) {
      const question = readStateRequest(request);
      const { rootDocument, applicationId, document, statements, sources } = question;
      if (rootDocument) await root.offer(rootDocument);
      const patienceMs = deadline - now() - reserveMs;
      const [taken, problems] = await Promise.all([
        document && applicationId !== undefined
          ? take(applicationId, { signed: document, statements })
          : undefined,
        Promise.all(sources.map((source) => keySets.look(source, source.maxAgeSeconds, patienceMs))),
      ]);
      // After all that takes time, so that the statement is of now.
      const { found, statement } = await speak(() => readAll(deps, question));
      return {
        rootVersion: root.inForce().version,
        problem: taken?.problem ?? '',
        notBefore: taken?.notBefore ?? 0,
        ...(found.document && { document: Buffer.from(found.document.signed) }),
        observations: problems.map((problem, place) => aboutKeySet(problem, found.observations[place])),
        ...(statement && { statement: { ...statement, items: [...statement.items] } }),
      };
    },
  };
}

/** What the witness holds of everything that it was asked about. `observations`: in the order of the sources. */
async function readAll(
  { readDocument, keySets }: Pick<StateHandlersDeps, 'readDocument' | 'keySets'>,
  { applicationId, sources }: StateQuestion,
) {
  // A source that is named twice is read once, so that one thing is stated about it.
  const reads = new Map(sources.map((source) => [subjectOf(source), source]));
  const [document, ...read] = await Promise.all([
    applicationId === undefined ? undefined : readDocument(applicationId),
    ...[...reads].map(async ([subject, source]) => ({ subject, seen: await keySets.read(source) })),
  ]);
  const items: StatedItem[] = [];
  if (document && applicationId !== undefined)
    items.push({
      subject: subjectOfApplication(applicationId),
      digest: document.judged.digest,
      observedAt: document.acceptedAt,
    });
  for (const { subject, seen } of read)
    if (seen) items.push({ subject, digest: digestOf(Buffer.from(seen.keys)), observedAt: seen.observedAt });
  const seenOf = new Map(read.map(({ subject, seen }) => [subject, seen]));
  return { document, observations: sources.map((source) => seenOf.get(subjectOf(source))), items };
}

function aboutKeySet(problem: string, observation: Observation | undefined) {
  if (!observation) return { problem };
  const { keys, jwksUri } = observation;
  // A fetch that showed nothing has a problem of its own, and the observation that of an earlier fetch.
  return { problem, keys: Buffer.from(keys), jwksUri, current: problem === observation.problem };
}
