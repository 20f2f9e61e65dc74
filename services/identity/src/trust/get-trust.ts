import { createHash } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import type { IdentityDefinition, ResponseOf } from '@wallet-service/grpc';
import { digestOf, subjectOfApplication, subjectOfKeySet } from '@wallet-service/signer-protocol';
import { createSingleFlight, isUuid, RecentlyUsed } from '@wallet-service/values';
import type { DirectoryEntry } from '../directory/directory-store.js';
import type { Tenancy } from '../tenancy-store.js';
import type { StoredDocument } from './application-document-store.js';
import {
  adoptLater,
  changeDocument,
  isSame,
  isSignedUnder,
  witnessesUnavailable,
  type ChangeDocumentDeps,
} from './change-document.js';
import { askForTrust, type AskForTrustDeps, type StatedTrust } from './ask-for-trust.js';
import { teach, type WitnessedDocument } from './present-document.js';
import type { CurrentRoot } from './root-documents.js';

export type GetTrustDeps = ChangeDocumentDeps &
  AskForTrustDeps & {
    readonly tenancy: Pick<Tenancy, 'within' | 'change'>;
    /** MUST answer with what the database holds after the call. */
    readonly findByApplicationId: (id: string) => Promise<DirectoryEntry | undefined>;
  };

export type Trust = ResponseOf<IdentityDefinition['GetTrust']> & { readonly digest: Uint8Array };

type Held = { readonly trust: Trust; readonly revision: bigint; readonly askedAt: number };

/** Signers take statements for two minutes, so there is time for all on the way. */
const statementsKeptMs = 15_000;
const mostCharacters = 64 * 1024 * 1024;

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
      const root = trustIn(await deps.root(), undefined);
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
    if (!stored) return trustIn(root, undefined);
    const stated = await askForTrust(deps, root, stored);
    const seen = stated.document;
    if (seen.agreed && isSame(seen.agreed, stored)) {
      // It can't fail: a witness that is away counts as one that said nothing.
      if (seen.problems.length > 0) void teach(deps, root, applicationId);
      return trustIn(root, { stored, ...stated });
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

function trustIn(
  { inForce, signed }: CurrentRoot,
  application: (Omit<StatedTrust, 'document'> & { readonly stored: StoredDocument }) | undefined,
): Trust {
  const hash = createHash('sha256').update(inForce.payloadHash);
  if (application) hash.update(subjectOfApplication('')).update(application.stored.digest);
  for (const { source, content } of application?.keySets ?? [])
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
        keySets: application.keySets.map(({ source, content }) => ({
          issuer: source.issuer,
          jwksUri: source.keySource === 'discovery' ? '' : source.keySource.jwksUri,
          keys: content,
        })),
      },
    }),
  };
}

function weightOf({ application }: Trust): number {
  const { document = '', statements = [], keySets = [] } = application ?? {};
  const items = statements.flatMap((statement) => statement.items ?? []);
  const stated = items.reduce((sum, { subject = '' }) => sum + subject.length + 300, 0);
  const keys = keySets.reduce((sum, { keys: set = '' }) => sum + set.length + 300, 0);
  return 2_000 + document.length + stated + keys;
}
