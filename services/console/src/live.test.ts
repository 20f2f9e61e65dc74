import { Readable } from 'node:stream';
import { sendEntries } from './live.js';

it('sends entries that are new or have changed, the last of the list first', async () => {
  const pages = [
    [
      { id: '2', status: 'pending' },
      { id: '1', status: 'delivered' },
    ],
    [
      { id: '3', status: 'pending' },
      { id: '2', status: 'delivered' },
      { id: '1', status: 'delivered' },
    ],
  ];
  const sent: string[] = [];
  const asked: string[] = [];
  await sendEntries(
    { write: (text: string) => sent.push(text) > 0 },
    {
      gateway: ({ method, path }) => {
        asked.push(`${method} ${path}`);
        const data = pages.shift();
        const body = Readable.from([Buffer.from(JSON.stringify({ data }))]);
        return Promise.resolve({ status: data ? 200 : 401, headers: new Headers(), body });
      },
      path: '/v1/webhook/w/delivery?limit=20',
      headers: {},
      signal: new AbortController().signal,
    },
  );
  expect(new Set(asked)).toEqual(new Set(['GET /v1/webhook/w/delivery?limit=20']));
  const told = [...sent.join('').matchAll(/^event: entry\ndata: (.*)$/gm)];
  expect(told.map(([, data = '']) => JSON.parse(data) as unknown)).toEqual([
    { id: '1', status: 'delivered' },
    { id: '2', status: 'pending' },
    { id: '2', status: 'delivered' },
    { id: '3', status: 'pending' },
  ]);
}, 10_000);
