import {
  acceptRootDocument,
  parseRootDocument,
  parseSignedDocument,
  readBakedTrust,
  Refused,
  type RootDocument,
  type RootInForce,
} from '@wallet-service/signer-protocol';
import { ConfigError } from '@wallet-service/config';
import type { StateDirectory } from '../disk/state-directory-store.js';

export type RootKeeper = {
  readonly inForce: () => RootDocument;
  /** Takes a newer one. Resolves when it is durable. One that it refuses is reported and changes nothing. */
  readonly offer: (signed: Uint8Array) => Promise<void>;
};

export type RootKeeperDeps = {
  readonly baked: RootInForce;
  readonly state: Pick<StateDirectory, 'readRoot' | 'writeRoot'>;
  /** Unix seconds. */
  readonly now: () => number;
  readonly onTaken: (root: RootDocument) => void;
  readonly onRefused: (details: Readonly<Record<string, unknown>>) => void;
};

const maxRootDocumentBytes = 32 * 1024;

/** The root document of ROOT_DOCUMENT_FILE. Throws ConfigError if it is another kind of document. */
export function readRootDocument(file: Uint8Array, path: string): RootInForce {
  const wrong = (why: string): ConfigError => new ConfigError([`ROOT_DOCUMENT_FILE: ${path} ${why}`]);
  let baked: RootInForce;
  try {
    baked = readBakedTrust(file);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw wrong(`is not a root document: ${JSON.stringify(error.details)}`);
  }
  if (baked.document.witnesses.keys.length === 0) throw wrong('is a trust bundle, which names no witnesses');
  return baked;
}

/** Keeps the newest root document: the one of the image, or a later one that the same roots signed. */
export async function createRootKeeper(deps: RootKeeperDeps): Promise<RootKeeper> {
  const { baked, state } = deps;
  let current = newerOf(baked, await state.readRoot());
  let turn: Promise<void> = Promise.resolve();

  async function take(signed: Uint8Array): Promise<void> {
    let next: RootInForce;
    try {
      next = acceptRootDocument(current, baked, signed, deps.now());
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (!isOlder(error)) deps.onRefused(error.details);
      return;
    }
    if (next === current) return;
    await state.writeRoot(signed);
    current = next;
    deps.onTaken(next.document);
  }

  return {
    inForce: () => current.document,
    offer: (signed) => {
      const taken = turn.then(() => take(signed));
      turn = taken.catch(() => undefined);
      return taken;
    },
  };
}

/** Callers present what they know. That they know an older one is no attack. */
function isOlder({ details }: Refused): boolean {
  const { version, version_in_force: inForce } = details;
  return typeof version === 'number' && typeof inForce === 'number' && version < inForce;
}

/** One that expired since it was taken stays in force, because the one before it is older still. */
function newerOf(baked: RootInForce, kept: Uint8Array | undefined): RootInForce {
  if (kept === undefined) return baked;
  const version = versionOf(kept);
  if (version <= baked.document.version) return baked;
  try {
    return acceptRootDocument(baked, baked, kept, 0);
  } catch (error) {
    throw new ConfigError([
      `ROOT_DOCUMENT_FILE: version ${baked.document.version} is older than version ${version}, which this witness ` +
        `has taken, and names other roots than signed that one (${String(error)})`,
    ]);
  }
}

function versionOf(signed: Uint8Array): number {
  const parsed = parseSignedDocument(signed, maxRootDocumentBytes);
  if (!parsed.ok) throw new Error(`the kept root document is damaged: ${parsed.problems.join('; ')}`);
  const read = parseRootDocument(parsed.document.payload);
  if (!read.ok) throw new Error(`the kept root document is damaged: ${read.problems.join('; ')}`);
  return read.document.version;
}
