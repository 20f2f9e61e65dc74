import { WalletServiceError } from '@wallet-service/sdk';
import { refusalOf, sentenceOf } from './policy-refusal.ts';

const fields = ['', '/name', '/policy', '/policy/rules/0', '/policies'].map((path) => ({
  path,
  message: 'is wrong',
}));

function refused(operation: string): WalletServiceError {
  return new WalletServiceError('wrong', {
    ...{ code: 'request.invalid', operation, status: 422, retryable: false, fields, details: {} },
    ...{ traceId: undefined, decisionId: undefined, retryAfterMs: undefined, challenge: undefined },
    idempotencyKey: undefined,
  });
}

const pathsOf = (list: readonly { readonly path: string }[]): readonly string[] =>
  list.map(({ path }) => path);

it('finds what is refused of a policy, alone or within a request', () => {
  expect(pathsOf(refusalOf(refused('createPolicy')).inPolicy)).toEqual(pathsOf(fields));
  for (const operation of ['evaluatePolicies', 'evaluateDecisions']) {
    const { inPolicy, elsewhere } = refusalOf(refused(operation));
    expect(pathsOf(inPolicy)).toEqual(['', '/rules/0']);
    expect(pathsOf(elsewhere)).toEqual(['', '/name', '/policies']);
  }
  expect(refusalOf(new Error('other'))).toEqual({ inPolicy: [], elsewhere: [] });
});

it.each([
  ['', 'The policy is wrong'],
  ['/rules/0/method', 'method is wrong'],
  ['/rules/0/conditions/1/value/2', 'value/2 is wrong'],
  ['/rules/3', 'rules/3 is wrong'],
])('names %j', (path, sentence) => {
  expect(sentenceOf({ path, message: 'is wrong' })).toBe(sentence);
});
