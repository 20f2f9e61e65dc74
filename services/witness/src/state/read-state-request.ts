import { AppError } from '@wallet-service/errors';
import type { ReceivedRequestOf, WitnessDefinition } from '@wallet-service/grpc';
import { statementOf, type SignedStatement } from '@wallet-service/signer-protocol';
import type { Source } from '../key-sets/source.js';

export type StateQuestion = {
  readonly rootDocument: Uint8Array | undefined;
  readonly applicationId: string | undefined;
  readonly document: Uint8Array | undefined;
  readonly statements: readonly SignedStatement[];
  readonly sources: readonly (Source & { readonly maxAgeSeconds: number })[];
};

const maxSources = 64;
const maxStatements = 16;
const maxIdLength = 255;
const maxUriLength = 2048;

/** Throws `request.invalid`. */
export function readStateRequest(request: ReceivedRequestOf<WitnessDefinition['State']>): StateQuestion {
  const { rootDocument, applicationId, document, sources, statements } = request;
  if (applicationId.length > maxIdLength)
    throw invalid('/application_id', `must have at most ${maxIdLength} characters`);
  if (document.length > 0 && applicationId === '')
    throw invalid('/application_id', 'must name the application of the document');
  if (sources.length > maxSources) throw invalid('/sources', `must have at most ${maxSources} entries`);
  if (statements.length > maxStatements)
    throw invalid('/statements', `must have at most ${maxStatements} entries`);
  return {
    statements: statements.map(statementOf),
    rootDocument: rootDocument.length > 0 ? rootDocument : undefined,
    applicationId: applicationId === '' ? undefined : applicationId,
    document: document.length > 0 ? document : undefined,
    sources: sources.map(({ issuer, jwksUri, maxAgeSeconds }, index) => {
      const at = `/sources/${index}`;
      if (issuer === '' || issuer.length > maxUriLength)
        throw invalid(`${at}/issuer`, `must have 1 to ${maxUriLength} characters`);
      if (jwksUri.length > maxUriLength)
        throw invalid(`${at}/jwks_uri`, `must have at most ${maxUriLength} characters`);
      return { issuer, keySource: jwksUri === '' ? 'discovery' : { jwksUri }, maxAgeSeconds };
    }),
  };
}

function invalid(path: string, message: string): AppError {
  return new AppError('request.invalid', `${path} ${message}`, { fields: [{ path, message }] });
}
