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
  const look = () => {
    const data = pages.shift();
    const body = Readable.from([Buffer.from(JSON.stringify({ data }))]);
    return Promise.resolve({ status: data ? 200 : 401, headers: new Headers(), body });
  };
  const { signal } = new AbortController();
  await sendEntries({ write: (text) => sent.push(String(text)) > 0 }, await look(), { look, signal });
  const told = [...sent.join('').matchAll(/^event: entry\ndata: (.*)$/gm)];
  expect(told.map(([, data = '']) => JSON.parse(data) as unknown)).toEqual([
    { id: '1', status: 'delivered' },
    { id: '2', status: 'pending' },
    { id: '2', status: 'delivered' },
    { id: '3', status: 'pending' },
  ]);
  expect(sent.at(-1)).toBe('event: end\ndata: 401\n\n');
}, 10_000);
