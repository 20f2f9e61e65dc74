import type { Received } from './http-request.js';

export type CoreError = {
  readonly code: string;
  readonly message: string;
  readonly details: {
    readonly trace_id: string;
    readonly errors?: readonly { readonly path: string; readonly message: string }[];
  };
};

/** Exactly `{ error: { code, message, details } }`. */
export function expectCoreError(answer: Received, status: number, code: string): CoreError {
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  const body = answer.json() as { error: CoreError };
  expect({ status: answer.status, members: Object.keys(body), code: body.error.code }).toEqual({
    status,
    members: ['error'],
    code,
  });
  expect(Object.keys(body.error)).toEqual(['code', 'message', 'details']);
  expect(body.error.details.trace_id).toBe(answer.headers['x-trace-id']);
  return body.error;
}
