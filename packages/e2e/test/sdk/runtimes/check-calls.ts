import type { ClientOptions } from '@wallet-service/sdk';
import { createTestServer } from '@wallet-service/sdk/testing';
import { verifyWebhook } from '@wallet-service/sdk/webhooks';
import { serializeTransaction } from 'viem/utils';
import { clientFor, transfer } from './check-wallets.js';
import { errorOf, same } from './expect.js';
import type { Checks, Settings } from './outcome.js';

type Fetch = NonNullable<ClientOptions['fetch']>;

/** Notes the key of each request. Each entry of `before` may answer or fail instead of the service. */
function scripted(...before: readonly (Response | 'lost' | 'failed' | undefined)[]) {
  const keys: (string | null)[] = [];
  const ask: Fetch = async (url, init) => {
    const next = before[keys.length];
    keys.push(new Headers(init.headers).get('idempotency-key'));
    if (next === 'failed') throw new TypeError('the connection is refused');
    if (next instanceof Response) return next;
    const answer = await fetch(url, init);
    if (next !== 'lost') return answer;
    await answer.text();
    throw new TypeError('the connection broke');
  };
  return { keys, fetch: ask };
}

/** Never answers, and ends when the caller ends it. */
const silent: Fetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

const guarded = (settings: Settings, more: Partial<ClientOptions> = {}) =>
  clientFor({ ...settings, ...settings.guarded }, more);

/** What happens to calls that do not just succeed. */
export const callChecks: Checks = {
  'tells which policy denied, with the ids of the trace and the decision': async (settings) => {
    const wallet = await guarded(settings).wallet('ETH');
    const unsigned = serializeTransaction({ ...transfer, to: settings.deniedTo });
    const error = await errorOf(wallet.signTransaction(unsigned));
    same([error.code, error.status, error.retryable], ['policy.denied', 403, false]);
    same([error.details['rule'], /^[0-9a-f]{32}$/.test(error.traceId ?? '')], ['denied', true]);
    same((error.decisionId ?? '').length > 0, true);
  },
  'tells what a second factor must prove': async (settings) => {
    const wallet = await guarded(settings).wallet('ETH');
    const error = await errorOf(
      wallet.signTransaction(serializeTransaction({ ...transfer, to: settings.stepUpTo })),
    );
    same([error.code, error.challenge?.maxAgeSeconds], ['auth.mfa-required', 900]);
  },
  'goes on after a second factor': async (settings) => {
    const onStepUp = () => settings.strongToken;
    const wallet = await guarded(settings, { onStepUp }).wallet('ETH');
    const answer = await wallet.signTransaction(serializeTransaction({ ...transfer, to: settings.stepUpTo }));
    same(typeof answer.signed_transaction, 'string');
  },
  'refuses a bare hash where there is a policy': async (settings) => {
    const wallet = await guarded(settings).wallet('ETH');
    same((await errorOf(wallet.signHash(`0x${'11'.repeat(32)}`))).code, 'policy.raw-hash-refused');
  },
  'names the field that is wrong': async (settings) => {
    const wallet = await clientFor(settings).wallet('ETH');
    const error = await errorOf(wallet.signAuthorization({ chainId: 1, address: '0x12', nonce: 0 }));
    same([error.code, error.fields.map(({ path }) => path)], ['request.invalid', ['/address']]);
  },
  'tells that the API key is wrong': async (settings) => {
    const error = await errorOf(clientFor({ ...settings, apiKey: 'pk_other' }).wallet('ETH'));
    same([error.code, error.status], ['auth.api-key-invalid', 401]);
  },
  'does not sign for another user': async (settings) => {
    let token = settings.token;
    const wallet = await clientFor(settings, { token: () => token }).wallet('ETH');
    token = settings.otherToken;
    same((await errorOf(wallet.signMessage('hello'))).code, 'client.user-changed');
  },
  'sends nothing for a caller who has ended the call': async (settings) => {
    const wallet = await clientFor(settings).wallet('ETH');
    const signal = AbortSignal.abort();
    same((await errorOf(wallet.signMessage('hello', { signal }))).code, 'client.aborted');
  },
  'ends a call that waits when its caller ends it': async (settings) => {
    const controller = new AbortController();
    // The search for the wallet, which other callers may share, goes on. A process lives until it ends.
    const client = clientFor(settings, { fetch: silent, timeoutMs: 2_000 });
    const waiting = client.wallet('ETH', { signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 1);
    same((await errorOf(waiting)).code, 'client.aborted');
  },
  'ends a call at its deadline': async (settings) => {
    const error = await errorOf(clientFor(settings, { fetch: silent, timeoutMs: 5 }).wallet('ETH'));
    same([error.code, error.status, error.retryable], ['client.timeout', 0, true]);
  },
  'repeats a signature whose answer is lost, with one key': async (settings) => {
    const { keys, fetch: ask } = scripted(undefined, 'lost');
    const wallet = await clientFor(settings, { fetch: ask }).wallet('SOL');
    const { signature } = await wallet.signMessage('once');
    const [ofWallet, first = null, ...others] = keys;
    same([ofWallet, first === null, others], [null, false, [first]]);
    same(signature.length, 2 + 2 * 64);
  },
  'waits as long as the service asks': async (settings) => {
    const headers = { 'retry-after': '0', 'content-type': 'application/problem+json' };
    const body = JSON.stringify({ code: 'request.rate-limited', detail: 'too many' });
    const { keys, fetch: ask } = scripted(new Response(body, { status: 429, headers }));
    await clientFor(settings, { fetch: ask }).wallet('ETH');
    same(keys.length, 2);
  },
  'tells that no answer comes': async (settings) => {
    const { keys, fetch: ask } = scripted('failed', 'failed');
    const error = await errorOf(clientFor(settings, { fetch: ask, maxAttempts: 2 }).wallet('ETH'));
    same([error.code, keys.length], ['client.network', 2]);
  },
  'asks for another token when the first has expired': async () => {
    let now = Date.now();
    const server = createTestServer({ now: () => now });
    const asked: boolean[] = [];
    const old = server.token();
    const token = ({ refresh }: { readonly refresh: boolean }) => {
      asked.push(refresh);
      return refresh ? server.token() : old;
    };
    const wallet = await clientFor({ ...server, token: '' } as never, { fetch: server.fetch, token }).wallet(
      'SOL',
    );
    now += 300_000;
    await wallet.signMessage('hello');
    same(asked.at(-1), true);
    same(
      server.requests.map(({ status }) => status),
      [200, 401, 200],
    );
  },
  'reads a webhook, and refuses another body': async ({ webhook }) => {
    const { headers, body, secret } = webhook;
    const now = Number(headers['webhook-timestamp']);
    const event = await verifyWebhook({ headers: new Headers(headers), body }, secret, { now });
    same(event.id, headers['webhook-id']);
    const other = verifyWebhook({ headers, body: `${body} ` }, secret, { now });
    same((await errorOf(other)).code, 'client.webhook-invalid');
  },
};
