import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import type { TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import {
  startOtlpReceiver,
  type OtlpReceiver,
  type ReceivedSpan,
} from '@wallet-service/test-kit/otlp-receiver';
import { ownStack } from './stacks.js';

// The traces of all real processes, as a collector gets them.

const traceId = '0af7651916cd43dd8448eb211c80319c';
const callerSpanId = 'b7ad6b7169203331';
const email = 'hunter2@example.com';

describe('with a receiver', () => {
  let receiver: OtlpReceiver;
  let stack: TestStack;
  let client: ExpressClient;
  let token: string;
  let secrets: string[];
  beforeAll(async () => {
    receiver = await startOtlpReceiver();
    stack = await ownStack({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url });
    client = createExpressClient(stack.stack);
    token = await client.token('tracing', { email });
    secrets = [token, email, stack.stack.app.secret_key, stack.stack.app.api_key, stack.stack.operator_key];
    await createWallet();
  });
  afterAll(async () => {
    await stack.stop();
    receiver.close();
  });

  const request = (path: string, body: object | undefined, headers: Record<string, string> = {}) =>
    requestJson(stack.stack.express_url + path, {
      method: 'POST',
      headers: { ...client.headers(token, 'ETH'), ...headers },
      body,
    });
  const createWallet = () => request('/v2/wallet', undefined);
  const sign = (headers: Record<string, string> = {}, message = 'hello') =>
    request('/v2/wallet/sign/message', { message_base64: Buffer.from(message).toString('base64') }, headers);

  async function traceOf(id: string, complete: (spans: readonly ReceivedSpan[]) => boolean) {
    const spansOf = () => receiver.spans().filter((span) => span.traceId === id);
    await until(`the whole trace ${id}`, () => complete(spansOf()));
    return spansOf();
  }
  const named = (spans: readonly ReceivedSpan[], service: string, name: string) =>
    spans.filter((span) => span.service === service && span.name === name);

  it('one signature is one connected trace through gateway, wallet, policy and the call to the signer', async () => {
    const answer = await sign({ traceparent: `00-${traceId}-${callerSpanId}-00` });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-trace-id')).toBe(traceId);
    const spans = await traceOf(
      traceId,
      (found) =>
        named(found, 'gateway', 'POST /v2/wallet/sign/message').length > 0 &&
        named(found, 'wallet', 'signer.v1.Signer/Sign').length > 0 &&
        named(found, 'policy', 'policy.v1.Policy/Evaluate').length > 0 &&
        named(found, 'wallet', 'wallet.v1.Wallet/Sign').length > 0,
    );
    const root = named(spans, 'gateway', 'POST /v2/wallet/sign/message')[0];
    expect(root).toMatchObject({ parentSpanId: callerSpanId, kind: 2 });
    expect(root?.attributes).toMatchObject({ 'http.route': '/v2/wallet/sign/message' });

    const ids = new Set(spans.map(({ spanId }) => spanId));
    const astray = spans.filter((span) => span !== root && !ids.has(span.parentSpanId));
    expect(astray).toEqual([]);
    const path = (name: string) => {
      const names: string[] = [];
      let span = spans.find((each) => each.name === name && each.service === 'wallet');
      while (span) {
        names.push(`${span.service} ${span.name}`);
        const above: string = span.parentSpanId;
        span = spans.find(({ spanId }) => spanId === above);
      }
      return names;
    };
    const toTheWallet = [
      'wallet wallet.v1.Wallet/Sign',
      'gateway wallet.v1.Wallet/Sign',
      'gateway POST /v2/wallet/sign/message',
    ];
    expect(path('signer.v1.Signer/Sign')).toEqual(['wallet signer.v1.Signer/Sign', ...toTheWallet]);
    expect(path('append to the journal')).toEqual(['wallet append to the journal', ...toTheWallet]);
    expect(path('policy.v1.Policy/Evaluate')).toEqual(['wallet policy.v1.Policy/Evaluate', ...toTheWallet]);
    expect(named(spans, 'policy', 'policy.v1.Policy/Evaluate')).toHaveLength(1);
  });

  it("an x-trace-id becomes the trace's id, and its first span has no parent", async () => {
    const id = '1'.repeat(32);
    expect((await sign({ 'x-trace-id': id })).headers.get('x-trace-id')).toBe(id);
    const [root] = await traceOf(id, (found) => found.some(({ service }) => service === 'gateway'));
    const spans = receiver.spans().filter((span) => span.traceId === id && !span.parentSpanId);
    expect(root).toBeDefined();
    expect(spans.length).toBeLessThanOrEqual(1);
  });

  it('a malformed traceparent is ignored', async () => {
    const answer = await sign({ traceparent: `00-${traceId}-${callerSpanId}-00-more` });
    expect(answer.headers.get('x-trace-id')).not.toBe(traceId);
  });

  it('the span of a refused request has its code', async () => {
    const id = '2'.repeat(32);
    const answer = await request('/v2/wallet', undefined, { 'x-trace-id': id, 'x-service-chain': 'DOGE' });
    expect(answer.status).toBe(422);
    const spans = await traceOf(id, (found) => named(found, 'gateway', 'POST /v2/wallet').length > 0);
    expect(named(spans, 'gateway', 'POST /v2/wallet')[0]?.attributes).toMatchObject({
      'http.response.status_code': 422,
      'error.type': 'request.invalid',
    });
  });

  it('key sets and transactions are measured, and no secret, token or e-mail address is sent', async () => {
    await sign({}, 'a message that hunter2 signs');
    const has = (wanted: string) =>
      receiver.spans().some(({ service, name }) => `${service} ${name}` === wanted);
    for (const span of ['identity observe key set', 'witness fetch key set', 'identity transaction'])
      await until(`the span ${span}`, () => has(span));
    const sent = receiver.texts().join('\n');
    for (const secret of [...secrets, ...token.split('.'), 'hunter2', Buffer.from(email).toString('base64')])
      expect(sent.includes(secret)).toBe(false);
    expect(sent).not.toMatch(/eyJ|Bearer|"secret|@example/);
  });
});
