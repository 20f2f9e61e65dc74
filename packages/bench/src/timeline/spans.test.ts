import type { ReceivedSpan } from '@wallet-service/test-kit/otlp-receiver';
import { timedSteps } from './spans.js';

const millisecond = 1_000_000n;
let spans = 0;

function span(traceId: string, name: string, under: string, startMs: number, ms: number): ReceivedSpan {
  spans += 1;
  const start = BigInt(startMs) * millisecond;
  return {
    ...{ traceId, name, service: 'wallet', kind: 1, attributes: {} },
    spanId: name === 'root' || name === 'call' ? `${traceId} ${name}` : String(spans),
    parentSpanId: under === '' ? '' : `${traceId} ${under}`,
    startTimeUnixNano: String(start),
    endTimeUnixNano: String(start + BigInt(ms * 1000) * 1000n),
  };
}

const trace = (id: string, startMs: number, late: number) => [
  span(id, 'root', '', startMs, 10),
  span(id, 'call', 'root', startMs + late, 8),
  span(id, 'journal', 'call', startMs + 2, 1 + late),
  span(id, 'journal', 'call', startMs + 6, 2),
];

it('gives the median of how long each step takes, and when it starts on average', () => {
  const rare = span('c', 'rare', 'root', 301, 1);
  const other = span('d', 'other', '', 400, 1);
  const all = [...trace('a', 100, 0), ...trace('b', 200, 1), ...trace('c', 300, 2), rare, other];
  expect(timedSteps(all, 'root')).toEqual([
    { name: 'root', process: 'wallet', depth: 0, startMs: 0, ms: 10 },
    { name: 'call', process: 'wallet', depth: 1, startMs: 1, ms: 8 },
    { name: 'journal', process: 'wallet', depth: 2, startMs: 2, ms: 2 },
    { name: 'journal', process: 'wallet', depth: 2, startMs: 6, ms: 2 },
  ]);
});
