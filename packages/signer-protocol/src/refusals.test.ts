import { Refused, refusalFromWire, refusalToWire } from './refusals.js';

it('is the same after it was sent', () => {
  const refused = new Refused('verdict-mismatch', { field: 'walletId' });
  const wire = refusalToWire(refused);
  expect(wire).toEqual({
    code: 'signer.verdict-mismatch',
    message: refused.message,
    details: { field: 'walletId' },
  });
  expect(refusalFromWire(JSON.stringify(wire))).toEqual(refused);
});

it('hides what it does not know', () => {
  const wire = refusalToWire(new Error('key 0xdeadbeef'));
  expect(wire).toEqual({ code: 'signer.internal', message: 'the signer failed' });
  for (const json of ['', '{}', 'null', '{"code":"signer.toString"}', '{"code":7}', '[]'])
    expect(refusalFromWire(json).refusal).toBe('internal');
});
