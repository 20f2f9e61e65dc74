import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sharedBrowser } from '@wallet-service/test-kit/browser';

/** `blocked`: the browser shows the page no answer. */
export type Seen = 'blocked' | { readonly status: number; readonly isTraced: boolean };

/** A page of an origin of its own, in a real browser. */
export async function openPage() {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  const browser = await sharedBrowser(process.env['TEST_BROWSER_SOCKET']);
  const page = await browser.newPage();
  await page.goto(origin);
  return {
    origin,
    walletOf: (url: string, headers: Readonly<Record<string, string>>): Promise<Seen> =>
      page.evaluate(
        async ([to, sent]): Promise<Seen> => {
          const body = JSON.stringify({ chain: 'ETH' });
          const all = { 'Content-Type': 'application/json', ...sent };
          const answer = await fetch(to, { method: 'POST', headers: all, body }).catch(() => undefined);
          if (!answer) return 'blocked';
          return { status: answer.status, isTraced: answer.headers.has('x-magic-trace-id') };
        },
        [url, headers] as const,
      ),
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}
