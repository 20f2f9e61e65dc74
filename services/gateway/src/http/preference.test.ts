import { prefers } from './preference.js';

describe('prefers', () => {
  it.each([
    'receipt',
    'Receipt',
    ' receipt ',
    'respond-async, receipt',
    'receipt; foo',
    'receipt;foo="a, b"',
    'wait=10, receipt, handling=lenient',
    'foo="x, y", receipt',
  ])('%s asks for a receipt', (prefer) => {
    expect(prefers({ prefer }, 'receipt')).toBe(true);
  });

  it.each([
    '',
    'receipts',
    'no-receipt',
    'receipt=no',
    'return=receipt',
    'foo; receipt',
    'foo="bar, receipt"',
    'receipt receipt',
    '"receipt"',
    '"receipt',
  ])('%s does not', (prefer) => {
    expect(prefers({ prefer }, 'receipt')).toBe(false);
  });

  it('reads a header that is given several times, or not at all', () => {
    expect(prefers({ prefer: ['wait=1', 'receipt'] }, 'receipt')).toBe(true);
    expect(prefers({}, 'receipt')).toBe(false);
  });

  it('takes no longer for a long header', () => {
    const started = performance.now();
    expect(prefers({ prefer: '",\\'.repeat(5000) }, 'receipt')).toBe(false);
    expect(performance.now() - started).toBeLessThan(1000);
  });
});
