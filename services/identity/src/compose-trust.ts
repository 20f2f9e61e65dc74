import { randomBytes } from 'node:crypto';
import type { AppOptions } from './app-options.js';
import type { DirectoryEntry } from './directory/directory-store.js';
import { nextFetchSeconds } from './key-sets/carry-out-fetch.js';
import { createObserveKeySet } from './witnesses/observe-key-set.js';
import { isForeignProvider } from './providers/provider-store.js';
import type { Tenancy } from './tenancy-store.js';
import type { ChangeDocumentDeps } from './trust/change-document.js';
import { createRootDocuments } from './trust/root-documents.js';
import { createSignAsRegistrar, registrarKid } from './trust/sign-as-registrar.js';
import { createGetTrust } from './trust/get-trust.js';
import { tryProposal, type SubmitDocumentDeps } from './trust/submit-document.js';
import { trustHandlers } from './trust/trust-handlers.js';

type Parts = {
  readonly tenancy: Tenancy;
  readonly now: () => number;
  /** MUST answer with what the database holds after the call. */
  readonly findByApplicationId: (id: string) => Promise<DirectoryEntry | undefined>;
};

/** Composes what asks witnesses and what signs documents. */
export function composeTrust(options: AppOptions, parts: Parts) {
  const { tenancy, now, findByApplicationId } = parts;
  const { witnesses, keySets, onRowRefused } = options;
  const timing = { ...keySets, random: Math.random };
  const roots = createRootDocuments({
    baked: options.bakedRoot,
    find: () => tenancy.rootDocument.find(),
    put: (version, signed) => tenancy.rootDocument.put(version, signed),
    witnesses,
    onRefused: (details) => {
      onRowRefused('root-document', details);
    },
    now,
  });
  const observe = createObserveKeySet({ witnesses, root: roots.current, now });
  const changing: ChangeDocumentDeps = {
    witnesses,
    now,
    randomBytes,
    root: roots.current,
    sign: createSignAsRegistrar(options.registrarKey),
    isRegistrar: (root) => registrarKid(root, options.registrarKey) !== undefined,
    nextFetchSeconds: () => nextFetchSeconds(timing, 0),
    onRolledBack: (details) => {
      onRowRefused('trust-document', { ...details, problem: 'older than that of the witnesses' });
    },
  };
  const submitting: SubmitDocumentDeps = {
    ...changing,
    tenancy,
    rules: {
      jwksUriRules: keySets,
      isForeignProvider: (applicationId, id) =>
        tenancy.acrossApplications((rows) => isForeignProvider(rows, applicationId, id)),
    },
  };
  const { refreshSeconds } = keySets;
  return {
    changing,
    timing,
    observeKeySet: options.observing?.(observe) ?? observe,
    tryProposal: (applicationId: string) => tryProposal(submitting, applicationId),
    handlers: trustHandlers({
      ...submitting,
      getTrust: createGetTrust({ ...changing, tenancy, findByApplicationId, refreshSeconds }),
      publishRootDocument: roots.publish,
    }),
  };
}
