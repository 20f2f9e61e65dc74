import type { FastifyError } from 'fastify';
import { AppError } from '@wallet-service/errors';

type Query = { readonly properties: Readonly<Record<string, unknown>> } | undefined;

/**
 * The services behind name a field of their own request, `/after`. The caller sent it as a query parameter,
 * so it is called `query after`.
 */
export function inQuery(error: FastifyError, query: Query): FastifyError {
  if (!(error instanceof AppError) || !query) return error;
  const isParameter = (path: string): boolean => Object.hasOwn(query.properties, path.slice(1));
  if (!error.fields.some(({ path }) => path.startsWith('/') && isParameter(path))) return error;
  const fields = error.fields.map(({ path, message }) => ({
    path: path.startsWith('/') && isParameter(path) ? `query ${path.slice(1)}` : path,
    message,
  }));
  const detail = fields.map(({ path, message }) => `${path} ${message}`).join('; ');
  const { code, details, cause } = error;
  return new AppError(code, detail, { fields, details, cause });
}
