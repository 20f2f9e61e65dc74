import { cluesIn, ofDecision, type JournalEntry } from './trail.ts';

it.each([
  [
    ' 0192F0C1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
    [
      { kind: 'decision', id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e' },
      { kind: 'user', subject: '0192F0C1-7c3e-7a51-9f0e-2f6a1b3c4d5e' },
    ],
  ],
  [
    '4BF92F3577b34da6a3ce929d0e0e4736',
    [
      { kind: 'trace', id: '4bf92f3577b34da6a3ce929d0e0e4736' },
      { kind: 'user', subject: '4BF92F3577b34da6a3ce929d0e0e4736' },
    ],
  ],
  [
    '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
    [{ kind: 'trace', id: '4bf92f3577b34da6a3ce929d0e0e4736' }],
  ],
  ['auth0|5f7c', [{ kind: 'user', subject: 'auth0|5f7c' }]],
])('reads %s', (text, clues) => {
  expect(cluesIn(text)).toEqual(clues);
});

it('takes the entries of the request that the decision is about, and no others', () => {
  const entry = (seq: number, request: string, decision: unknown) =>
    ({ seq, request_id: request, decision }) as unknown as JournalEntry;
  const entries = [
    entry(1, 'a', null),
    entry(2, 'a', { id: 'd' }),
    entry(3, 'b', { id: 'other' }),
    entry(4, 'c', null),
  ];
  expect(ofDecision(entries, 'd').map(({ seq }) => seq)).toEqual([1, 2]);
});
