import { AppError } from '@wallet-service/errors';

/**
 * The revision that the caller wants to change (RFC 9110, 13.1.1), or 0 if they name none or `*`. A foreign
 * or weak entity tag matches nothing.
 */
export function expectedRevision(headers: Readonly<Record<string, string | string[] | undefined>>): number {
  const given = headers['if-match'];
  if (given === undefined || given === '*') return 0;
  const revision = typeof given === 'string' ? /^"([1-9]\d{0,8})"$/.exec(given)?.[1] : undefined;
  if (revision !== undefined) return Number(revision);
  throw new AppError('request.revision-conflict', 'header If-Match: is not the revision in force', {
    fields: [{ path: 'header If-Match', message: 'must be the ETag of an answer' }],
  });
}

/** Throws `request.revision-conflict` unless the entity tag is of the expected revision. 0: any is. */
export function assertRevision(expected: number, etag: string): void {
  if (expected === 0 || etag === entityTag(expected).etag) return;
  throw new AppError('request.revision-conflict', 'header If-Match: is not the revision in force');
}

export function entityTag(revision: number): { readonly etag: string } {
  return { etag: `"${revision}"` };
}
