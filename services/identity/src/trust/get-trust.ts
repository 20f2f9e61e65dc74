import { createHash } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import type { IdentityDefinition, ResponseOf } from '@wallet-service/grpc';
import {
  digestOf,
  subjectOfApplication,
  subjectOfKeySet,
  type RootDocument,
} from '@wallet-service/signer-protocol';
import { createSingleFlight, isUuid, RecentlyUsed } from '@wallet-service/values';
import type { DirectoryEntry } from '../directory/directory-store.js';
import { statedBy, wireOf, type IssuerKeys } from '../witnesses/observe-key-set.js';
import type { Tenancy } from '../tenancy-store.js';
import { agreementOn, type WireStatement } from '../witnesses/agreement.js';
import { askWitnesses, type AnswerOf } from '../witnesses/ask-witnesses.js';
import type { StoredDocument } from './application-document-store.js';
import {
  adoptLater,
  changeDocument,
  isSame,
  isSignedUnder,
  witnessesUnavailable,
  type ChangeDocumentDeps,
} from './change-document.js';
import { askForDocument, teach, type WitnessedDocument } from './present-document.js';
import type { CurrentRoot } from './root-documents.js';

export type GetTrustDeps = ChangeDocumentDeps & {
  readonly tenancy: Pick<Tenancy, 'within' | 'change'>;
  /** MUST answer with what the database holds after the call. */
  readonly findByApplicationId: (id: string) => Promise<DirectoryEntry | undefined>;
  /** How long ago witnesses may have looked at the key sets of an application that is in use. */
  readonly refreshSeconds: number;
};

export type Trust = ResponseOf<IdentityDefinition['GetTrust']> & { readonly digest: Uint8Array };

type Held = { readonly trust: Trust; readonly revision: bigint; readonly askedAt: number };

/** Signers take statements for two minutes, so there is time for all on the way. */
const statementsKeptMs = 15_000;
const mostCharacters = 64 * 1024 * 1024;
/** For what witnesses know already. */
const deadlineMs = 1_500;
/** For what they must fetch while a request waits. */
const secondDeadlineMs = 2_500;
const longDeadlineMs = 10_000;
/** Of the scheduled refresh, which is on its way. */
const slackSeconds = 5;

/**
 * What signers need to know of an application, with statements at most 15 s old, or new ones if `fresh`. Throws
 * `application.not-found`, `trust.witnesses-unavailable`. The empty id: the root document alone.
 */
export function createGetTrust(
  deps: GetTrustDeps,
): (applicationId: string, options: { fresh: boolean; knownDigest: Uint8Array }) => Promise<Trust> {
  const kept = new RecentlyUsed<string, Held>('identity.trust', mostCharacters, ({ trust }) =>
    weightOf(trust),
  );
  const singleFlight = createSingleFlight<Trust>();

  async function load(applicationId: string, revision: bigint): Promise<Trust> {
    const askedAt = deps.now();
    const trust = await trustOf(deps, applicationId);
    kept.set(applicationId, { trust, revision, askedAt });
    return trust;
  }

  return async (applicationId, { fresh, knownDigest }) => {
    if (applicationId === '') {
      const root = trustIn(await deps.root(), undefined, []);
      const isKnown = !fresh && Buffer.compare(root.digest, knownDigest) === 0;
      return isKnown ? { digest: root.digest, unchanged: true } : root;
    }
    const entry = isUuid(applicationId) ? await deps.findByApplicationId(applicationId) : undefined;
    if (!entry) throw new AppError('application.not-found', 'there is no such application');
    const { revision } = entry;
    const held = kept.get(applicationId);
    const usable =
      !fresh && held?.revision === revision && deps.now() - held.askedAt < statementsKeptMs
        ? held.trust
        : undefined;
    const flight = `${applicationId} ${revision} ${fresh}`;
    const trust = usable ?? (await singleFlight(flight, () => load(applicationId, revision)).outcome);
    if (!fresh && Buffer.compare(trust.digest, knownDigest) === 0)
      return { digest: trust.digest, unchanged: true };
    return trust;
  };
}

async function trustOf(deps: GetTrustDeps, applicationId: string): Promise<Trust> {
  const root = await deps.root();
  for (let attempt = 1; ; attempt += 1) {
    const stored = await storedDocument(deps, root, applicationId);
    if (!stored) return trustIn(root, undefined, []);
    const [seen, keySets] = await Promise.all([
      // A witness that was away learns the document here.
      askForDocument(deps, root, applicationId, stored.signed),
      keySetsOf(deps, root, sourcesOf(stored)),
    ]);
    if (seen.agreed && isSame(seen.agreed, stored)) {
      // It can't fail: a witness that is away counts as one that said nothing.
      if (seen.problems.length > 0) void teach(deps, root, applicationId, seen);
      return trustIn(root, { stored, statements: seen.statements }, keySets);
    }
    if (attempt > 1 || !(await isOutdated(deps, root, applicationId, seen)))
      throw witnessesUnavailable(root, seen);
  }
}

/**
 * Makes the first document of an application from before there were documents. Signs one again whose registrar the
 * root document no longer names.
 */
async function storedDocument(
  deps: GetTrustDeps,
  root: CurrentRoot,
  applicationId: string,
): Promise<StoredDocument | undefined> {
  const found = await deps.tenancy.within(applicationId, async ({ documents, providers }) => ({
    stored: await documents.find(),
    hasProviders: (await providers.list()).length > 0,
  }));
  const { stored, hasProviders } = found;
  if (stored ? isSignedUnder(root, stored) || !deps.isRegistrar(root) : !hasProviders) return stored;
  return deps.tenancy.change(applicationId, async (tenant) => {
    await changeDocument(deps, tenant, applicationId, ({ document }) => document);
    return tenant.documents.find();
  });
}

function sourcesOf({ document }: StoredDocument): readonly IssuerKeys[] {
  const inUse = new Set(document.providers.map(({ issuer }) => issuer));
  return document.issuers.filter(({ issuer }) => inUse.has(issuer));
}

/** `differ`: the witnesses do not agree because they saw different sets. */
function keySetOf(
  root: RootDocument,
  { issuer, keySource }: IssuerKeys,
  place: number,
  answers: readonly AnswerOf[],
  nowMs: number,
) {
  const stated = statedBy(answers.flatMap(({ answer }) => answer.observations[place] ?? []));
  const agreed = agreementOn(root, subjectOfKeySet(issuer, keySource), stated, nowMs);
  const texts = new Set(stated.map(({ content }) => Buffer.from(content).toString('latin1')));
  return { agreed, differ: !agreed && texts.size > 1 };
}

/**
 * The key sets that enough witnesses agree on. They are as old as signers take them, because a host that hangs must
 * delay nobody. Older ones than usual are looked at again for the next question. Witnesses that looked at different
 * times may have seen different sets: those all look again at once.
 */
async function keySetsOf(deps: GetTrustDeps, root: CurrentRoot, sources: readonly IssuerKeys[]) {
  if (sources.length === 0) return [];
  const { document } = root.inForce;
  const first = await look(deps, root, sources, document.keySetMaxAgeSeconds, deadlineMs);
  const differing = sources.filter((_, place) => first.sets[place]?.differ);
  const again = differing.length > 0 ? await look(deps, root, differing, 0, secondDeadlineMs) : undefined;
  const oldest = deps.now() / 1000 - deps.refreshSeconds - slackSeconds;
  const old = sources.filter((_, place) => (first.sets[place]?.agreed?.observedAt ?? 0) < oldest);
  // It can't fail: a witness that is away counts as one that said nothing.
  if (old.length > 0) void look(deps, root, old, deps.refreshSeconds + slackSeconds, longDeadlineMs);
  return sources.flatMap((source, place) => {
    const agreed = first.sets[place]?.agreed ?? again?.sets[differing.indexOf(source)]?.agreed;
    return agreed ? [{ source, ...agreed }] : [];
  });
}

async function look(
  deps: GetTrustDeps,
  root: CurrentRoot,
  sources: readonly IssuerKeys[],
  maxAgeSeconds: number,
  limitMs: number,
) {
  const { document } = root.inForce;
  const setsIn = (answers: readonly AnswerOf[]) =>
    sources.map((source, place) => keySetOf(document, source, place, answers, deps.now()));
  const answers = await askWitnesses(
    deps.witnesses,
    {
      ...(root.signed && { rootDocument: root.signed }),
      sources: sources.map((source) => wireOf(source, maxAgeSeconds)),
    },
    {
      deadlineMs: limitMs,
      threshold: document.witnesses.threshold,
      enough: (soFar) => setsIn(soFar).every(({ agreed }) => agreed !== undefined),
    },
  );
  return { sets: setsIn(answers) };
}

/** Whether the database now holds another document than `seen` was asked with. Adopts that of the witnesses. */
function isOutdated(
  deps: GetTrustDeps,
  root: CurrentRoot,
  applicationId: string,
  seen: WitnessedDocument,
): Promise<boolean> {
  return deps.tenancy.change(applicationId, async (tenant) => {
    const held = await tenant.documents.find();
    const latest = seen.held[0]?.document.version ?? 0;
    // Another replica stored it meanwhile.
    if (held && held.document.version >= latest && seen.held.some((one) => isSame(one, held))) return true;
    return (await adoptLater(deps, root, tenant, applicationId, seen, held)) !== undefined;
  });
}

type KeySetWithStatements = Awaited<ReturnType<typeof keySetsOf>>[number];

function trustIn(
  { inForce, signed }: CurrentRoot,
  application: { readonly stored: StoredDocument; readonly statements: readonly WireStatement[] } | undefined,
  keySets: readonly KeySetWithStatements[],
): Trust {
  const hash = createHash('sha256').update(inForce.payloadHash);
  if (application) hash.update(subjectOfApplication('')).update(application.stored.digest);
  for (const { source, content } of keySets)
    hash
      .update(digestOf(Buffer.from(subjectOfKeySet(source.issuer, source.keySource))))
      .update(digestOf(content));
  return {
    digest: new Uint8Array(hash.digest()),
    ...(signed && { rootDocument: signed }),
    ...(application && {
      application: {
        document: application.stored.signed,
        statements: [...application.statements],
        keySets: keySets.map(({ source, content, statements }) => ({
          issuer: source.issuer,
          jwksUri: source.keySource === 'discovery' ? '' : source.keySource.jwksUri,
          keys: content,
          statements: [...statements],
        })),
      },
    }),
  };
}

function weightOf({ application }: Trust): number {
  const keys = (application?.keySets ?? []).reduce((sum, { keys: set = '' }) => sum + set.length + 1_000, 0);
  return 2_000 + (application?.document?.length ?? 0) + keys;
}
