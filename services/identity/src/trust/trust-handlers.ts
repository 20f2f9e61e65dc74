import { AppError } from '@wallet-service/errors';
import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import type { Tenancy } from '../tenancy-store.js';
import type { StoredDocument } from './application-document-store.js';
import { changeDocument } from './change-document.js';
import type { createGetTrust } from './get-trust.js';
import type { RootDocuments } from './root-documents.js';
import { submitDocument, type SubmitDocumentDeps } from './submit-document.js';

type Methods = 'GetTrust' | 'GetApplicationDocument' | 'SubmitApplicationDocument' | 'PublishRootDocument';

export type TrustHandlersDeps = SubmitDocumentDeps & {
  readonly tenancy: Pick<Tenancy, 'within' | 'change'>;
  readonly getTrust: ReturnType<typeof createGetTrust>;
  readonly publishRootDocument: RootDocuments['publish'];
};

export function trustHandlers(deps: TrustHandlersDeps): Pick<Handlers<IdentityDefinition>, Methods> {
  return {
    GetTrust: ({ applicationId, fresh, knownDigest }) => deps.getTrust(applicationId, { fresh, knownDigest }),

    async GetApplicationDocument({ applicationId }) {
      const found = await deps.tenancy.within(applicationId, ({ documents }) => documents.find());
      const stored = found ?? (await firstDocument(deps, applicationId));
      const { signed: rootDocument } = await deps.root();
      return {
        signedDocument: stored.signed,
        version: stored.document.version,
        ...(rootDocument && { rootDocument }),
      };
    },

    async SubmitApplicationDocument({ applicationId, signedDocument }) {
      const { stored, notBefore } = await submitDocument(deps, applicationId, signedDocument);
      return { signedDocument: stored.signed, version: stored.document.version, notBefore };
    },

    async PublishRootDocument({ signedDocument }) {
      const { inForce } = await deps.publishRootDocument(signedDocument);
      return { version: inForce.document.version };
    },
  };
}

/** Also without providers: administrators may be registered before there are any. */
function firstDocument(deps: TrustHandlersDeps, applicationId: string): Promise<StoredDocument> {
  return deps.tenancy.change(applicationId, async (tenant) => {
    await changeDocument(deps, tenant, applicationId, ({ document }) =>
      document.version === 0 ? document : undefined,
    );
    const stored = await tenant.documents.find();
    if (!stored) throw new AppError('internal', 'the document was not stored');
    return stored;
  });
}
