import type { Handlers, ResponseOf, WitnessDefinition } from '@wallet-service/grpc';
import type { OfferedDocument, Taken } from '../documents/take-document.js';
import type { ObserveKeySet, Seen } from '../key-sets/observe-key-set.js';
import type { RootKeeper } from '../root/root-keeper.js';
import { readStateRequest } from './read-state-request.js';

export type StateHandlersDeps = {
  readonly root: RootKeeper;
  readonly take: (applicationId: string, offered: OfferedDocument | undefined) => Promise<Taken>;
  readonly observe: ObserveKeySet;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** Left for the way back, so that one provider that hangs does not keep the others from the caller. */
const reserveMs = 300;

export function stateHandlers({ root, take, observe, now }: StateHandlersDeps): Handlers<WitnessDefinition> {
  return {
    async State(request, { deadline }) {
      const { rootDocument, applicationId, document, statements, sources } = readStateRequest(request);
      if (rootDocument) await root.offer(rootDocument);
      const patienceMs = deadline - now() - reserveMs;
      const [taken, seen] = await Promise.all([
        applicationId === undefined ? {} : take(applicationId, document && { signed: document, statements }),
        Promise.all(sources.map((source) => observe(source, source.maxAgeSeconds, patienceMs))),
      ]);
      return {
        rootVersion: root.inForce().version,
        ...aboutDocument(taken),
        observations: seen.map(aboutKeySet),
      };
    },
  };
}

function aboutDocument({
  vouched,
  problem = '',
  notBefore = 0,
}: Taken): ResponseOf<WitnessDefinition['State']> {
  if (!vouched) return { problem, notBefore };
  return { problem, notBefore, document: Buffer.from(vouched.signed), statement: vouched.statement };
}

function aboutKeySet({ vouched, problem }: Seen) {
  if (!vouched) return { problem };
  const { observation, statement } = vouched;
  // A fetch that showed nothing has a problem of its own, and the observation that of an earlier fetch.
  const current = problem === observation.problem;
  return { problem, keys: Buffer.from(observation.keys), jwksUri: observation.jwksUri, statement, current };
}
