import { clientError } from '../core/error.js';
import { asRpcError, rpcOver } from './json-rpc.js';

it('a node that gives no answer in time counts as disconnected, and its request is ended', async () => {
  let signal: AbortSignal | null | undefined;
  const hanging: typeof fetch = (_, init) => {
    signal = init?.signal;
    return new Promise(() => undefined);
  };
  const rpc = rpcOver('https://node.example', hanging, 1);
  await expect(rpc('eth_call', [])).rejects.toMatchObject({
    ...{ code: 4901, cause: { code: 'client.timeout' } },
  });
  expect(signal?.aborted).toBe(true);
});

it('a wallet of another user is one that the page may not use', () => {
  expect(asRpcError(clientError('client.user-changed', 'another user'))).toMatchObject({ code: 4100 });
});
