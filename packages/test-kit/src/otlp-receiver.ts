import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedSpan = {
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Nanoseconds since the epoch, in decimal. The first has whole milliseconds only. */
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
};

export type OtlpReceiver = {
  readonly url: string;
  /** Everything received, as text. */
  readonly texts: () => readonly string[];
  readonly spans: () => readonly ReceivedSpan[];
  readonly close: () => void;
};

type Attribute = { key: string; value: Record<string, unknown> };
type Body = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: (Omit<ReceivedSpan, 'service' | 'attributes'> & { attributes: Attribute[] })[];
    }[];
  }[];
};

/** A collector as operators run one. Accepts spans by OTLP over HTTP. */
export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const texts: string[] = [];
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString('utf8');
      texts.push(text);
      if (request.url === '/v1/traces') spans.push(...spansOf(JSON.parse(text) as Body));
      response.setHeader('content-type', 'application/json').end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts: () => texts,
    spans: () => spans,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function spansOf({ resourceSpans }: Body): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(span.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
