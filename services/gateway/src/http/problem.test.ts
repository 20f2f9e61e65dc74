import { AppError, errorCodes, errorKinds, type ErrorCode } from '@wallet-service/errors';
import { renderError } from './problem.js';
import { statusOfKind } from './status.js';

const traceId = 'a'.repeat(32);
const invalid = new AppError('request.invalid', 'wrong', {
  fields: [{ path: '/a', message: 'is wrong' }],
  details: { limit: 3 },
});

describe('renderError', () => {
  it('renders a problem as RFC 9457 with code, trace id, fields and details', () => {
    expect(renderError(invalid, 'problem', traceId)).toEqual({
      status: 422,
      contentType: 'application/problem+json; charset=utf-8',
      body: {
        type: '/docs#errors/request.invalid',
        title: 'The request is not valid',
        status: 422,
        detail: 'wrong',
        code: 'request.invalid',
        trace_id: traceId,
        errors: [{ path: '/a', message: 'is wrong' }],
        limit: 3,
      },
    });
  });

  it('never lets details replace a standard member', () => {
    const details = { status: 200, code: 'fine', detail: 'fine', trace_id: 'x', type: 'x', title: 'x' };
    const { body } = renderError(new AppError('policy.denied', 'no', { details }), 'problem', traceId);
    expect(body).toMatchObject({ status: 403, code: 'policy.denied', detail: 'no', trace_id: traceId });
  });

  it('renders a Core error in its envelope, and a schema violation as 400', () => {
    expect(renderError(invalid, 'core', traceId)).toEqual({
      status: 400,
      contentType: 'application/json; charset=utf-8',
      body: {
        error: {
          code: 'INVALID_REQUEST_FIELDS',
          message: 'wrong',
          details: { limit: 3, errors: [{ path: '/a', message: 'is wrong' }], trace_id: traceId },
        },
      },
    });
  });

  it('renders an error of pre-generation with exactly two members', () => {
    expect(renderError(invalid, 'pregeneration', traceId)).toEqual({
      status: 400,
      contentType: 'application/json; charset=utf-8',
      body: { error: 'wrong', status: 'error' },
    });
  });

  it.each<[AppError, number, string]>([
    [
      new AppError('request.invalid', 'x', { fields: [{ path: '/email', message: 'x' }] }),
      400,
      'MALFORMED_EMAIL',
    ],
    [
      new AppError('auth.secret-key-invalid', 'x'),
      401,
      'client not found: the secret key identifies no application',
    ],
    [new AppError('application.feature-disabled', 'the feature is off'), 403, 'the feature is off'],
  ])('renders %j of pre-generation as %d %s', (failure, status, error) => {
    expect(renderError(failure, 'pregeneration', traceId)).toMatchObject({
      status,
      body: { error, status: 'error' },
    });
  });

  it.each(['problem', 'core', 'pregeneration'] as const)(
    'hides an error that is no AppError, as %s',
    (shape) => {
      const { status, body } = renderError(new Error('password=hunter2'), shape, traceId);
      expect(status).toBe(500);
      expect(JSON.stringify(body)).not.toContain('hunter2');
    },
  );

  it('lists at most 20 fields', () => {
    const fields = Array.from({ length: 100 }, (_, index) => ({ path: `/${index}`, message: 'x' }));
    const { body } = renderError(new AppError('request.invalid', 'x', { fields }), 'problem', traceId);
    expect(body['errors']).toHaveLength(20);
  });
});

it('gives every error code a valid error status', () => {
  for (const kind of errorKinds) expect(statusOfKind[kind]).toBeGreaterThanOrEqual(400);
  const statuses = Object.keys(errorCodes).map(
    (code) => renderError(new AppError(code as ErrorCode, 'x'), 'problem', traceId).status,
  );
  expect(Math.max(...statuses)).toBeLessThanOrEqual(504);
});
