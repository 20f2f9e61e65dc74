const retired = /^(\/v1\/(?:api\/)?wallet)(\/.*)?$/;

/**
 * The wallet paths of version 1 with a namesake in version 2. Everything else below them leads to its root.
 */
const operations: ReadonlySet<string> = new Set([
  '/v1/wallet/sign/data',
  '/v1/wallet/sign/message',
  '/v1/wallet/sign/eip7702',
  '/v1/api/wallet/sign_data',
  '/v1/api/wallet/sign_message',
  '/v1/api/wallet/sign_transaction',
]);

/**
 * The successor of a wallet path of version 1. Undefined for any other path: wallet groups, policies and
 * identity providers stay on /v1.
 */
export function successorOf(url: string): string | undefined {
  const path = (url.split('?')[0] ?? '').replace(/\/+$/, '');
  const root = retired.exec(path)?.[1];
  if (root === undefined) return undefined;
  return (operations.has(path) ? path : root).replace('/v1/', '/v2/');
}
