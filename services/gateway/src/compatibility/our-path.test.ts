import { ourPath } from './our-path.js';

it.each([
  ['/v1/wallet', '/v2/wallet'],
  ['/v1/wallet?a=/v1/wallet', '/v2/wallet?a=/v1/wallet'],
  ['/v1/wallet/sign/data', '/v2/wallet/sign/data'],
  ['/v1/wallet/', '/v2/wallet/'],
  ['/v1/wallets', '/v1/wallets'],
  ['/v1/api/wallet', '/v1/api/wallet'],
  ['/v1/policy', '/v1/policy'],
  ['/x/v1/wallet', '/x/v1/wallet'],
  ['/metrics', '/metrics'],
])('%s is %s', (theirs, ours) => {
  expect(ourPath(theirs)).toBe(ours);
});
