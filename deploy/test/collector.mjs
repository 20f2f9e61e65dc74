// A stand-in for an operator's collector. It takes spans by OTLP over HTTP (JSON). `GET /traces/ID` shows the spans of
// a trace, `GET /senders` the processes that have sent any.
import { createServer } from 'node:http';

const spans = [];

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const answer = (status, body) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (request.method === 'GET' && request.url === '/senders')
      return answer(200, [...new Set(spans.map(({ instance }) => instance))]);
    const [, id] = /^\/traces\/([0-9a-f]{32})$/.exec(request.url) ?? [];
    if (request.method === 'GET' && id)
      return answer(
        200,
        spans.filter(({ traceId }) => traceId === id),
      );
    if (request.method !== 'POST' || request.url !== '/v1/traces') return answer(404, {});
    spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString('utf8'))));
    return answer(200, {});
  });
}).listen(4318);
process.on('SIGTERM', () => process.exit());

function spansOf({ resourceSpans }) {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const about = (key) => resource.attributes.find((each) => each.key === key)?.value.stringValue;
    return scopeSpans.flatMap((scope) =>
      scope.spans.map(({ traceId, spanId, parentSpanId, name }) => ({
        ...{ traceId, spanId, parentSpanId, name },
        ...{ service: about('service.name'), instance: about('service.instance.id') },
      })),
    );
  });
}
