import { shareOf } from './load.js';

it('sends each request once before any is sent twice', () => {
  const requests = [0, 1, 2, 3, 4, 5, 6];
  const shares = [0, 1, 2].map((connection) => shareOf(requests, connection, 3));
  expect(shares).toEqual([
    [0, 3, 6],
    [1, 4],
    [2, 5],
  ]);
});

it('spreads more connections than requests over all of them, at each step', () => {
  const requests = [0, 1, 2, 3];
  const shares = Array.from({ length: 8 }, (_, connection) => shareOf(requests, connection, 8));
  for (const step of requests) {
    const sent = shares.map((share) => share[step]);
    for (const request of requests) expect(sent.filter((one) => one === request)).toHaveLength(2);
  }
});
