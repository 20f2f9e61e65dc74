import { refusalOf } from './refusal-of.js';

it('returns code and fields of a refusal, and accepts nothing else as one', async () => {
  const said = { code: 'request.invalid', message: 'wrong', fields: [{ path: '/a' }], details: {} };
  const refusal = await refusalOf(Promise.reject(Object.assign(new Error(said.message), said)));
  expect(refusal).toEqual({ code: 'request.invalid', paths: ['/a'] });
  expect(JSON.parse(refusal.body)).toEqual(said);
  await expect(refusalOf(Promise.resolve(7))).rejects.toThrow('the call was not refused');
  await expect(refusalOf(Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug');
});
