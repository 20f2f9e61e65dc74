import { curlOf, sdkOf, type Call } from './call-text.ts';

const list: Call = {
  method: 'GET',
  path: '/v1/policy/decisions?outcome=deny&subject=a%20b',
  sdk: 'server.decisions.list({ … })',
};

it('has the filters of the screen in both forms', () => {
  expect(curlOf(list)).toBe(
    'curl "$BASE_URL/v1/policy/decisions?outcome=deny&subject=a%20b" -H "X-Service-Secret-Key: $SECRET_KEY"',
  );
  expect(sdkOf(list)).toBe('server.decisions.list({"outcome":"deny","subject":"a b"})');
  expect(sdkOf({ ...list, path: '/v1/policy/decisions' })).toBe('server.decisions.list()');
  expect(sdkOf({ method: 'GET', path: '/v1/webhook/a', sdk: "x('a', { … })" })).toBe("x('a')");
});

it('has a filter as it is, whatever it is', () => {
  const path = `/v1/wallets?subject=${encodeURIComponent('$&$1')}`;
  expect(sdkOf({ ...list, path })).toBe('server.decisions.list({"subject":"$&$1"})');
});

it('has the body, also with a quotation mark', () => {
  const call: Call = { method: 'POST', path: '/v1/policy', sdk: 'x.create({ … })', body: { name: "it's" } };
  expect(curlOf(call)).toContain(String.raw`-d '{"name":"it'\''s"}'`);
  expect(curlOf(call)).toMatch(/^curl -X POST /);
  expect(sdkOf(call)).toBe(`x.create({"name":"it's"})`);
});

it('names the credential that the path takes', () => {
  expect(curlOf({ method: 'GET', path: '/v1/admin/health', sdk: '' })).toContain('X-Service-Operator-Key');
  expect(curlOf({ method: 'GET', path: '/v1/session', sdk: '' })).toContain('X-Service-Session: $SESSION');
});
