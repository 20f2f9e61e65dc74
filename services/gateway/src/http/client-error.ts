import type { Socket } from 'node:net';
import { AppError } from '@wallet-service/errors';
import { renderError } from './problem.js';

/**
 * Answers what Node refuses before there is a request: malformed HTTP, too many headers, a request that never
 * ends. Calls `note` with the error code.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Pick<Socket, 'writable' | 'end' | 'destroy'>,
  traceId: string,
  note: (code: string) => void,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const failure = failureOf(error);
  note(failure.code);
  const { status, contentType, body } = renderError(failure, 'problem', traceId);
  const text = JSON.stringify(body);
  socket.end(
    [
      `HTTP/1.1 ${status} ${String(body['title'])}`,
      `content-type: ${contentType}`,
      `content-length: ${Buffer.byteLength(text)}`,
      `x-trace-id: ${traceId}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  );
}

function failureOf({ code }: NodeJS.ErrnoException): AppError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new AppError('request.headers-too-large', 'the headers are larger than 32 KiB', {
      fields: [{ path: 'header', message: 'all headers together must be at most 32 KiB' }],
    });
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new AppError('request.too-slow', 'the request did not arrive in time');
  return new AppError('request.malformed', 'the request is malformed HTTP');
}
