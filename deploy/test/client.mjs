// Requests of an application and its user, to the stack on which deploy/compose/demo.sh has made them.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeToken } from './token.mjs';

const { SECRETS_DIR: secrets, URL: url, TEST_DIR: folder } = process.env;
const read = (name) => JSON.parse(readFileSync(path.join(secrets, name), 'utf8'));
const application = read('demo-application.json');
export const provider = read('demo-provider.json');

/** As the user, on their Ethereum wallet. */
export const post = (operation, body, headers = {}) =>
  request('POST', `/v2/wallet${operation}`, body, {
    authorization: `Bearer ${makeToken(folder, 'demo-user')}`,
    'x-service-api-key': application.api_key,
    'x-oidc-provider-id': provider.id,
    'x-service-chain': 'ETH',
    ...headers,
  });

export const sign = (message, headers) =>
  post('/sign/message', { message_base64: message.toString('base64') }, headers);

/** As the application. */
export const look = (at, headers = {}) => manage('GET', at, undefined, headers);

export const manage = (method, at, body, headers = {}) =>
  request(method, at, body, { 'x-service-secret-key': application.secret_key, ...headers });

async function request(method, at, body, headers) {
  const response = await fetch(url + at, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  return { status: response.status, body: isJson ? JSON.parse(text) : { code: `no code in ${text}` } };
}
