import { mergeSignerMetrics } from './signer-metrics.js';

describe('mergeSignerMetrics', () => {
  const page = (signer: string, count: number): string =>
    `# signer ${signer}\n# TYPE calls counter\ncalls{method="Sign",outcome="ok"} ${count}\n` +
    '# TYPE bundle gauge\nbundle 7\n';

  it('labels each signer, counts it once, and keeps the samples of one metric together', () => {
    expect(mergeSignerMetrics([page('a1', 1), page('b2', 2), page('a1', 1)])).toBe(
      [
        '# TYPE calls counter',
        'calls{signer="a1",method="Sign",outcome="ok"} 1',
        'calls{signer="b2",method="Sign",outcome="ok"} 2',
        '# TYPE bundle gauge',
        'bundle{signer="a1"} 7',
        'bundle{signer="b2"} 7',
        '',
      ].join('\n'),
    );
  });

  it('is empty without signers', () => {
    expect(mergeSignerMetrics([])).toBe('');
  });
});
