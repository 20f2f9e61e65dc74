import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@wallet-service/errors';
import {
  activeSpanId,
  beginSampled,
  inSpan,
  inSpanBelow,
  inSpanOrRoot,
  startTracing,
  untraced,
  withSpan,
} from '../src/index.js';

type SentSpan = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: { stringValue?: string } }[];
  status: { code: number };
};
type Sent = { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] };

const traceId = 'a'.repeat(32);
const spanId = 'b'.repeat(16);
const work = { name: 'work', kind: 'internal' } as const;

describe('without a receiver', () => {
  it('work is only work: no span, no id for the next process', async () => {
    const { stop } = await startTracing({ ...settings(undefined), sampleRatio: 1 });
    expect(beginSampled(work, { traceId })).toBeUndefined();
    const seen = await inSpanBelow({ traceId, spanId }, work, (span) =>
      inSpanOrRoot(work, (inner) => Promise.resolve([span, inner, activeSpanId()])),
    );
    expect(seen).toEqual([undefined, undefined, '']);
    await stop();
  });
});

describe('with a receiver', () => {
  let received: SentSpan[] = [];
  let receiver: Server;
  let endpoint: string;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const sent = JSON.parse(Buffer.concat(chunks).toString()) as Sent;
        received.push(...sent.resourceSpans.flatMap((each) => each.scopeSpans.flatMap(({ spans }) => spans)));
        response.setHeader('content-type', 'application/json').end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    endpoint = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  });
  beforeEach(() => {
    received = [];
  });
  afterAll(() => receiver.close());

  async function recorded(
    act: () => Promise<unknown>,
    sampleRatio = 1,
  ): Promise<Readonly<Record<string, SentSpan>>> {
    const { stop } = await startTracing({ ...settings(endpoint), sampleRatio });
    await act();
    await stop();
    return Object.fromEntries(received.map((span) => [span.name, span]));
  }

  it("spans of one trace are connected, below the caller's span", async () => {
    const { server, inner } = await recorded(() =>
      inSpanBelow({ traceId, spanId }, { name: 'server', kind: 'server' }, () =>
        inSpan({ ...work, name: 'inner' }, () => Promise.resolve()),
      ),
    );
    expect(server).toMatchObject({ traceId, parentSpanId: spanId, kind: 2 });
    expect(inner).toMatchObject({ traceId, parentSpanId: server?.spanId, kind: 1 });
  });

  it('only the first span takes the trace id that it is given', async () => {
    const { first, second } = await recorded(async () => {
      const span = beginSampled({ ...work, name: 'first' }, { traceId });
      expect(withSpan(span, activeSpanId)).toBe(span?.spanId);
      span?.end();
      await inSpanOrRoot({ ...work, name: 'second' }, () => Promise.resolve());
    });
    expect(first?.traceId).toBe(traceId);
    expect(first?.parentSpanId).toBeUndefined();
    expect(second?.traceId).not.toBe(traceId);
  });

  it('a failed span has its code, and only a fault marks it as an error', async () => {
    const failing = (name: string, error: Error) =>
      inSpanOrRoot({ ...work, name }, () => Promise.reject(error)).catch(() => undefined);
    const { denied, broken } = await recorded(async () => {
      await failing('denied', new AppError('policy.denied', 'hunter2'));
      await failing('broken', new RangeError('hunter2'));
    });
    const error = (stringValue: string) => [{ key: 'error.type', value: { stringValue } }];
    expect(denied).toMatchObject({ attributes: error('policy.denied'), status: { code: 0 } });
    expect(broken).toMatchObject({ attributes: error('RangeError'), status: { code: 2 } });
    expect(JSON.stringify([denied, broken])).not.toContain('hunter2');
  });

  it.each([
    ['a caller that is not recorded', () => inSpanBelow({ traceId, spanId: '' }, work, quiet)],
    ['work that belongs to no trace', () => inSpanOrRoot(work, () => untraced(() => inSpan(other, quiet)))],
    ['work below no span', () => inSpan(other, quiet)],
  ])('nothing is recorded of %s', async (_, act) => {
    expect((await recorded(act))['other']).toBeUndefined();
  });

  it('traces outside the sample are not recorded, and one that the caller records is recorded completely', async () => {
    const spans = await recorded(async () => {
      expect(beginSampled(work, { traceId })).toBeUndefined();
      await inSpanOrRoot(other, quiet);
      await inSpanBelow({ traceId, spanId }, { name: 'server', kind: 'server' }, quiet);
    }, 0);
    expect(Object.keys(spans)).toEqual(['server']);
  });

  it('a missing receiver is reported once, and stopping does not hang on it', async () => {
    const told: boolean[] = [];
    const { stop } = await startTracing({
      ...settings('http://127.0.0.1:9'),
      sampleRatio: 1,
      onExport: (arrives) => told.push(arrives),
    });
    await inSpanOrRoot(work, quiet);
    const begun = Date.now();
    await stop();
    expect(Date.now() - begun).toBeLessThan(5_000);
    expect(told).toEqual([false]);
  });
});

const other = { name: 'other', kind: 'internal' } as const;
const quiet = () => Promise.resolve();

function settings(endpoint: string | undefined) {
  return { service: 'test', instance: 'test-1', endpoint, random: () => 0.5, onExport: () => undefined };
}
