import { mergeSignerMetrics } from './signer-metrics.js';

describe('mergeSignerMetrics', () => {
  it('tells the signers apart and keeps the samples of one metric together', () => {
    const page = (count: number): string =>
      `# TYPE calls counter\ncalls{method="Sign",outcome="ok"} ${count}\n# TYPE bundle gauge\nbundle 7\n`;
    expect(mergeSignerMetrics([page(1), page(2)])).toBe(
      [
        '# TYPE calls counter',
        'calls{signer="0",method="Sign",outcome="ok"} 1',
        'calls{signer="1",method="Sign",outcome="ok"} 2',
        '# TYPE bundle gauge',
        'bundle{signer="0"} 7',
        'bundle{signer="1"} 7',
        '',
      ].join('\n'),
    );
  });
  it('is empty without signers', () => {
    expect(mergeSignerMetrics([])).toBe('');
  });
});
