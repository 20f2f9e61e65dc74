import type { OpenApiDocument } from '../openapi/openapi-document.js';
import { authenticationChapter } from './authentication-chapter.js';
import { withCodeSamples } from './code-samples.js';
import { errorIndex } from './error-index.js';
import { ruleChapter } from './rule-chapter.js';
import { valueChapter } from './value-chapter.js';

/** The document with what people read in it: chapters before the operations, and code beside each of them. */
export function referenceDocument(document: OpenApiDocument): OpenApiDocument {
  const info = document['info'] as { readonly description: string };
  const overview = info.description.split('\n').join('\n\n');
  const description = [
    authenticationChapter,
    `## Requests and answers\n\n${overview}`,
    ruleChapter(),
    valueChapter(document),
    errorIndex(),
  ].join('\n\n');
  return { ...withCodeSamples(document), info: { ...info, description } };
}
