import { Refused } from '../refusals.js';
import type { RootDocument } from './root-document.js';
import { isSignedBy, type SignedStatement } from './statement.js';

/** What enough witnesses agree on: the oldest times that any counted one of them states. */
export type Agreed = {
  readonly observedAt: number;
  readonly statedAt: number;
  /** The kids of the witnesses that count. */
  readonly witnesses: readonly string[];
};

/** Statements that came together, of which each signature is checked at most once. */
export type Testimony = {
  readonly root: RootDocument;
  /** Those that may count. Their signatures are not checked yet. */
  readonly recent: readonly SignedStatement[];
  /** The newest root document that any of them names, those that do not count included. */
  readonly rootVersionStated: number;
  /** Whether a witness of the root document signed it. */
  readonly isSigned: (statement: SignedStatement) => boolean;
};

/** How old a statement may be when it reaches a signer. So an old document has nothing to vouch for it. */
export const statementMaxAgeSeconds = 120;
/** How far a witness's clock may be ahead. */
const clockSkewSeconds = 10;
const maxStatements = 16;
/** A document, and as many key sets as a witness is asked for at once. */
const maxItems = 1 + 64;

/** `now`: Unix seconds. */
export function testimonyOf(
  root: RootDocument,
  statements: readonly SignedStatement[],
  now: number,
): Testimony {
  const keys = new Map(root.witnesses.keys.map(({ kid, publicKey }) => [kid, publicKey]));
  const checked = new Map<SignedStatement, boolean>();
  return {
    root,
    recent: statements
      .slice(0, maxStatements)
      .filter(
        (statement) =>
          statement.statedAt > now - statementMaxAgeSeconds &&
          statement.statedAt <= now + clockSkewSeconds &&
          hasOneItemOfEachSubject(statement),
      ),
    rootVersionStated: Math.max(0, ...statements.map(({ rootVersion }) => rootVersion)),
    isSigned: (statement) => {
      const known = checked.get(statement);
      if (known !== undefined) return known;
      const publicKey = keys.get(statement.kid);
      const isSigned = publicKey !== undefined && isSignedBy(publicKey, statement);
      checked.set(statement, isSigned);
      return isSigned;
    },
  };
}

/** Otherwise a statement would say two things of one subject, and readers could believe different ones. */
function hasOneItemOfEachSubject({ items }: SignedStatement): boolean {
  return items.length <= maxItems && new Set(items.map(({ subject }) => subject)).size === items.length;
}

/**
 * Whether enough witnesses of the root document state now that `digest` is the newest of `subject`. Throws
 * Refused('trust-refused') otherwise, with the number that is missing. The statements with the best observation count.
 */
export function demandAgreement(testimony: Testimony, subject: string, digest: Uint8Array): Agreed {
  const { root, recent, isSigned } = testimony;
  const { keys, threshold } = root.witnesses;
  const offered = recent.flatMap((statement) => {
    const place = keys.findIndex(({ kid }) => kid === statement.kid);
    const item = statement.items.find((each) => each.subject === subject);
    const counts =
      place >= 0 &&
      item &&
      Buffer.compare(item.digest, digest) === 0 &&
      item.observedAt <= statement.statedAt &&
      statement.rootVersion <= root.version;
    return counts ? [{ statement, place, observedAt: item.observedAt, statedAt: statement.statedAt }] : [];
  });
  // The best come first, so that signatures beyond the threshold need no check.
  offered.sort((a, b) => b.observedAt - a.observedAt || a.place - b.place || b.statedAt - a.statedAt);
  const best = new Map<string, (typeof offered)[number]>();
  for (const each of offered) {
    if (best.size === threshold) break;
    const { kid } = each.statement;
    if (!best.has(kid) && isSigned(each.statement)) best.set(kid, each);
  }
  if (keys.length === 0 || best.size < threshold)
    throw new Refused('trust-refused', {
      subject,
      reason: 'too few witnesses agree',
      needed: threshold,
      agree: best.size,
      recent: recent.length,
      root_version: root.version,
      root_version_stated: testimony.rootVersionStated,
    });
  const counted = [...best.values()];
  return {
    observedAt: Math.min(...counted.map(({ observedAt }) => observedAt)),
    statedAt: Math.min(...counted.map(({ statedAt }) => statedAt)),
    witnesses: [...best.keys()],
  };
}
