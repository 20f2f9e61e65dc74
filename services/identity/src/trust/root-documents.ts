import { AppError } from '@wallet-service/errors';
import { acceptRootDocument, Refused, type RootInForce } from '@wallet-service/signer-protocol';
import { askWitnesses, type AskWitness } from '../witnesses/ask-witnesses.js';

/**
 * The root document in force. `signed`: to hand on to images that have an older one. Undefined if ROOT_DOCUMENT_FILE,
 * which is in force, is not signed.
 */
export type CurrentRoot = { readonly inForce: RootInForce; readonly signed: Uint8Array | undefined };

export type RootDocumentsDeps = {
  /** Of ROOT_DOCUMENT_FILE, as in the signers' image. */
  readonly baked: RootInForce;
  readonly find: () => Promise<Uint8Array | undefined>;
  readonly put: (version: number, signed: Uint8Array) => Promise<void>;
  readonly witnesses: readonly AskWitness[];
  /** Called for a stored document that may not be in force. */
  readonly onRefused: (details: Readonly<Record<string, unknown>>) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export type RootDocuments = {
  readonly current: () => Promise<CurrentRoot>;
  /** Stores a new one for the witnesses. Throws `trust.document-refused`, `trust.witnesses-unavailable`. */
  readonly publish: (signed: Uint8Array) => Promise<CurrentRoot>;
};

/** Another replica may have published a later one this long ago. */
const keepMs = 5_000;
const deadlineMs = 2_000;

/** The newest root document that was published, or the one of the images. */
export function createRootDocuments(deps: RootDocumentsDeps): RootDocuments {
  const { baked, now } = deps;
  let kept: { readonly root: Promise<CurrentRoot>; readonly until: number } | undefined;

  async function load(): Promise<CurrentRoot> {
    const signed = await deps.find();
    if (!signed) return { inForce: baked, signed: baked.signed };
    try {
      const inForce = acceptRootDocument(baked, baked, signed, Math.floor(now() / 1000));
      return { inForce, signed: inForce.signed };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // An image with a later one than was published last has its own.
      if (error.details['reason'] !== 'version is not higher') deps.onRefused(error.details);
      return { inForce: baked, signed: baked.signed };
    }
  }

  function current(): Promise<CurrentRoot> {
    if (kept && now() < kept.until) return kept.root;
    const root = load();
    kept = { root, until: now() + keepMs };
    root.catch(() => (kept = undefined));
    return root;
  }

  return {
    current,
    async publish(signed) {
      kept = undefined;
      const { inForce } = await current();
      const next = accepted(inForce, baked, signed, now());
      const version = next.document.version;
      const { threshold } = next.document.witnesses;
      const knows = (rootVersion: string) => Number(rootVersion) >= version;
      const request = next === baked ? {} : { rootDocument: signed };
      const answers = await askWitnesses(deps.witnesses, request, {
        deadlineMs,
        threshold,
        enough: (soFar) => soFar.filter(({ answer }) => knows(answer.rootVersion)).length >= threshold,
      });
      const agree = answers.filter(({ answer }) => knows(answer.rootVersion)).length;
      if (agree < threshold)
        throw new AppError(
          'trust.witnesses-unavailable',
          `${agree} witnesses accepted the root document and ${threshold} must: publish it again when they answer`,
          { retryAfterSeconds: 5 },
        );
      if (next !== inForce) await deps.put(version, signed);
      kept = undefined;
      return current();
    },
  };
}

function accepted(inForce: RootInForce, baked: RootInForce, signed: Uint8Array, nowMs: number): RootInForce {
  try {
    return acceptRootDocument(inForce, baked, signed, Math.floor(nowMs / 1000));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { reason = 'its form', problems } = error.details;
    const why = Array.isArray(problems) ? `: ${problems.slice(0, 5).join('; ')}` : '';
    throw new AppError('trust.document-refused', `the root document is refused: ${String(reason)}${why}`);
  }
}
