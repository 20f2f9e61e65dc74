import { toBase64, utf8 } from '../core/encoding.js';
import { createClient, type ClientOptions } from './client.js';

const tokenOf = (sub: string, more: object = {}): string =>
  `e30.${toBase64(utf8(JSON.stringify({ iss: 'https://issuer.example', sub, ...more })))}.c2ln`;

type Handler = (path: string, headers: Headers, body: unknown) => Response | Promise<Response>;

const json = (body: unknown, status = 200): Response => new Response(JSON.stringify(body), { status });
const refused = (code: string, more: object = {}): Response =>
  json({ title: '', status: 401, detail: code, code, ...more }, 401);

function client(handle: Handler, options: Partial<ClientOptions> = {}) {
  const asked: string[] = [];
  const settings: ClientOptions = {
    ...{ url: 'https://wallets.example', apiKey: 'pk', providerId: 'provider', token: tokenOf('ann') },
    fetch: async (url, init) => {
      const path = url.slice('https://wallets.example'.length);
      const headers = new Headers(init.headers);
      asked.push(`${path} ${headers.get('x-service-chain')} ${headers.get('authorization')}`);
      return handle(path, headers, JSON.parse((init.body as string | undefined) ?? 'null'));
    },
    ...options,
  };
  return { asked, user: createClient(settings) };
}

const identity = { public_address: '0xAb', public_key: '0x02' };
const signed = {
  ...{
    signature: '0x',
    message_hash: '0x',
    r: '0x',
    s: '0x',
    v: '27',
    y_parity: 0,
    r_hex: '0x',
    s_hex: '0x',
  },
  ...{ signed_transaction: null, transaction_hash: null },
};
const everything: Handler = (path) => json(path === '/v2/wallet' ? identity : signed);

it('asks once for the wallet of a user and chain, also when asked at the same time', async () => {
  const { asked, user } = client(everything);
  const [first, second] = await Promise.all([user.wallet('ETH'), user.wallet('ETH')]);
  await user.wallet('ETH');
  await user.wallet('SOL');
  expect(first).toMatchObject({ chain: 'ETH', address: '0xAb', publicKey: '0x02', warnings: [] });
  expect(second.address).toBe(first.address);
  expect(asked).toEqual([
    `/v2/wallet ETH Bearer ${tokenOf('ann')}`,
    `/v2/wallet SOL Bearer ${tokenOf('ann')}`,
  ]);
});

it('asks again after a failure', async () => {
  let isFirst = true;
  const { user } = client((path, headers, body) => {
    if (!isFirst) return everything(path, headers, body);
    isFirst = false;
    return json({ title: '', status: 409, detail: 'waits', code: 'wallet.claim-possible' }, 409);
  });
  await expect(user.wallet('ETH')).rejects.toMatchObject({ code: 'wallet.claim-possible' });
  expect((await user.wallet('ETH', { claim: 'skip' })).address).toBe('0xAb');
});

it('asks with and without `claim` at the same time', async () => {
  const { user } = client((path, headers, body) =>
    headers.get('x-claim') === 'skip'
      ? everything(path, headers, body)
      : json({ title: '', status: 409, detail: 'waits', code: 'wallet.claim-possible' }, 409),
  );
  const [plain, skipping] = await Promise.allSettled([
    user.wallet('ETH'),
    user.wallet('ETH', { claim: 'skip' }),
  ]);
  expect([plain.status, skipping.status]).toEqual(['rejected', 'fulfilled']);
});

it('keeps no answer of another form', async () => {
  let isFirst = true;
  const { user } = client((path, headers, body) => {
    if (!isFirst) return everything(path, headers, body);
    isFirst = false;
    return json({ status: 'ok' });
  });
  await expect(user.wallet('ETH')).rejects.toMatchObject({ code: 'client.answer-invalid' });
  expect((await user.wallet('ETH')).address).toBe('0xAb');
});

it('ends while the caller’s own function gives no token, and asks for nothing after an abort', async () => {
  const hanging = client(everything, { token: () => new Promise(() => undefined) });
  await expect(hanging.user.wallet('ETH', { timeoutMs: 5 })).rejects.toMatchObject({
    ...{ code: 'client.timeout', operation: 'getOrCreateWallet' },
  });
  const ended = client(everything);
  const signal = AbortSignal.abort();
  await expect(ended.user.wallet('ETH', { signal })).rejects.toMatchObject({ code: 'client.aborted' });
  expect(ended.asked).toEqual([]);
});

it('lets one of two waiting callers go without the other', async () => {
  let answer: (response: Response) => void = () => undefined;
  const { user } = client(() => new Promise((resolve) => (answer = resolve)));
  const controller = new AbortController();
  const impatient = user.wallet('ETH', { signal: controller.signal });
  const patient = user.wallet('ETH');
  await new Promise((resolve) => setTimeout(resolve, 1));
  controller.abort();
  await expect(impatient).rejects.toMatchObject({ code: 'client.aborted' });
  answer(json(identity));
  expect((await patient).address).toBe('0xAb');
});

it('never signs for another user than the wallet’s, and has the wallet of each', async () => {
  let sub = 'ann';
  const { asked, user } = client(everything, { token: () => tokenOf(sub) });
  const ofAnn = await user.wallet('ETH');
  sub = 'bob';
  await expect(ofAnn.signMessage('hi')).rejects.toMatchObject({ code: 'client.user-changed' });
  await user.wallet('ETH');
  expect(asked.map((line) => line.split(' ')[0])).toEqual(['/v2/wallet', '/v2/wallet']);
  // The same user with a newer token.
  sub = 'ann';
  await ofAnn.signMessage('hi');
});

it.each(['', 'opaque', 'a.b.c', `e30.${toBase64(utf8('{"iss":"x"}'))}.c2ln`])(
  'refuses %p as a token',
  async (token) => {
    await expect(client(everything, { token }).user.wallet('ETH')).rejects.toMatchObject({
      code: 'client.request-invalid',
    });
  },
);

it('asks for a new token after the old one expired, and repeats the request with it', async () => {
  const wanted: boolean[] = [];
  const token = ({ refresh }: { refresh: boolean }): string => {
    wanted.push(refresh);
    return tokenOf('ann', { refresh });
  };
  const old = `Bearer ${tokenOf('ann', { refresh: false })}`;
  const { user } = client(
    (_path, headers) =>
      headers.get('authorization') === old ? refused('auth.token-expired') : json(identity),
    { token },
  );
  expect((await user.wallet('BTC')).address).toBe('0xAb');
  expect(wanted).toEqual([false, false, true]);
});

it('gives the challenge to onStepUp and goes on with its token', async () => {
  const challenges: unknown[] = [];
  const proven = tokenOf('ann', { acr: 'phr' });
  const handle: Handler = (path, headers, body) =>
    path === '/v2/wallet/sign/message' && headers.get('authorization') !== `Bearer ${proven}`
      ? refused('auth.mfa-required', { acr_values: ['phr'], max_age: 300 })
      : everything(path, headers, body);
  const { user } = client(handle, {
    onStepUp: (challenge) => {
      challenges.push(challenge);
      return proven;
    },
  });
  const wallet = await user.wallet('ETH');
  expect(await wallet.signMessage('pay')).toMatchObject({ signature: '0x' });
  expect(challenges).toEqual([{ acrValues: ['phr'], maxAgeSeconds: 300 }]);
  const without = await client(handle).user.wallet('ETH');
  await expect(without.signMessage('pay')).rejects.toMatchObject({
    code: 'auth.mfa-required',
    challenge: { acrValues: ['phr'], maxAgeSeconds: 300 },
  });
});

it('does not go on as somebody else who steps up', async () => {
  const handle: Handler = (path, headers, body) =>
    path === '/v2/wallet'
      ? everything(path, headers, body)
      : refused('auth.mfa-required', { acr_values: ['phr'] });
  const wallet = await client(handle, { onStepUp: () => tokenOf('bob') }).user.wallet('ETH');
  await expect(wallet.signMessage('pay')).rejects.toMatchObject({ code: 'client.user-changed' });
});

it('sends text as UTF-8, bigints as decimal text, bytes as hex, and asks for a receipt', async () => {
  const sent: [string, string | null, unknown][] = [];
  const { user } = client((path, headers, body) => {
    sent.push([path, headers.get('prefer'), body]);
    return everything(path, headers, body);
  });
  const [eth, sol, btc] = [await user.wallet('ETH'), await user.wallet('SOL'), await user.wallet('BTC')];
  sent.length = 0;
  await eth.signMessage('0x68', { receipt: true });
  const types = { A: [{ name: 'n', type: 'uint256' }] };
  await eth.signTypedData(
    {
      types,
      primaryType: 'A',
      domain: { chainId: 1n },
      message: { n: 2n ** 255n, b: new Uint8Array([1]), l: [3n] },
    },
    '0x',
  );
  await eth.signAuthorization({ chainId: 1, address: '0x00', nonce: 2 });
  await eth.signTransaction('0x02');
  await sol.signTransaction(new Uint8Array([1]));
  await btc.signMessage('é', { format: 'bip322' });
  await btc.signPsbt(new Uint8Array([2]));
  expect(sent).toEqual([
    ['/v2/wallet/sign/message', 'receipt', { message_base64: 'MHg2OA==' }],
    [
      '/v2/wallet/sign/typed_data',
      null,
      {
        typed_data: {
          ...{ types, primaryType: 'A', domain: { chainId: '1' } },
          message: { n: (2n ** 255n).toString(), b: '0x01', l: ['3'] },
        },
      },
    ],
    ['/v2/wallet/sign/eip7702', null, { chain_id: 1, address: '0x00', nonce: 2 }],
    ['/v2/wallet/sign/transaction', null, { payload: '0x02' }],
    ['/v2/wallet/sign/transaction', null, { payload: 'AQ==' }],
    ['/v2/wallet/sign/message', null, { message_base64: 'w6k=', format: 'bip322' }],
    ['/v2/wallet/sign/transaction', null, { payload: 'Ag==' }],
  ]);
});

it('hands out no signature of another hash', async () => {
  const wallet = await client(everything).user.wallet('ETH');
  await expect(wallet.signHash('0x01')).rejects.toMatchObject({ code: 'client.answer-mismatch' });
});
