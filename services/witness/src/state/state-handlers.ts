import type { Handlers, ResponseOf, WitnessDefinition } from '@wallet-service/grpc';
import { digestOf, subjectOfApplication } from '@wallet-service/signer-protocol';
import type { Taken } from '../documents/take-document.js';
import { subjectOf } from '../key-sets/observation.js';
import type { ObserveKeySet, Seen } from '../key-sets/observe-key-set.js';
import type { Source } from '../key-sets/source.js';
import type { RootKeeper } from '../root/root-keeper.js';
import type { Speaker } from '../statements/speaker.js';
import { readStateRequest } from './read-state-request.js';

export type StateHandlersDeps = {
  readonly root: RootKeeper;
  readonly take: (applicationId: string, document: Uint8Array | undefined) => Promise<Taken>;
  readonly observe: ObserveKeySet;
  readonly speak: Speaker;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

type Response = ResponseOf<WitnessDefinition['State']>;

/** Left for signing and for the way back, so that one provider that hangs does not keep the others from the caller. */
const reserveMs = 300;

export function stateHandlers(deps: StateHandlersDeps): Handlers<WitnessDefinition> {
  const { root, take, observe, speak, now } = deps;

  function aboutDocument(applicationId: string, { held, problem = '', notBefore = 0 }: Taken): Response {
    return {
      problem,
      notBefore,
      ...(held && {
        document: Buffer.from(held.signed),
        statement: speak(subjectOfApplication(applicationId), held.judged.digest, held.acceptedAt),
      }),
    };
  }

  function aboutKeySet(source: Source, { observation, problem }: Seen) {
    if (!observation) return { problem };
    const keys = Buffer.from(observation.keys);
    const statement = speak(subjectOf(source), digestOf(keys), observation.observedAt);
    return { problem, keys, jwksUri: observation.jwksUri, statement };
  }

  return {
    async State(request, { deadline }) {
      const { rootDocument, applicationId, document, sources } = readStateRequest(request);
      if (rootDocument) await root.offer(rootDocument);
      const patienceMs = deadline - now() - reserveMs;
      const [taken, seen] = await Promise.all([
        applicationId === undefined ? undefined : take(applicationId, document),
        Promise.all(
          sources.map(async (source) => ({
            source,
            seen: await observe(source, source.maxAgeSeconds, patienceMs),
          })),
        ),
      ]);
      // Signed at once and after everything else, so that all of it is true at the time that it names.
      return {
        rootVersion: root.inForce().version,
        ...(applicationId !== undefined && taken && aboutDocument(applicationId, taken)),
        observations: seen.map(({ source, seen: each }) => aboutKeySet(source, each)),
      };
    },
  };
}
