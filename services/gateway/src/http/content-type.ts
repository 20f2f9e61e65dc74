import { AppError } from '@wallet-service/errors';

const json = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?$/i;

/** Bodies must be declared as JSON in UTF-8. A request without a body needs no content type. */
export function assertJson(headers: Readonly<Record<string, string | string[] | undefined>>): void {
  const length = headers['content-length'];
  const hasBody =
    headers['transfer-encoding'] !== undefined || (length !== undefined && Number(length) !== 0);
  if (!hasBody) return;
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new AppError(
      'request.unsupported-media-type',
      'header Content-Encoding: bodies must not be compressed',
      {
        fields: [{ path: 'header Content-Encoding', message: 'must be absent' }],
      },
    );
  }
  const contentType = headers['content-type'];
  if (typeof contentType === 'string' && json.test(contentType)) return;
  throw new AppError('request.unsupported-media-type', 'header Content-Type: must be application/json', {
    fields: [{ path: 'header Content-Type', message: 'must be application/json' }],
  });
}
