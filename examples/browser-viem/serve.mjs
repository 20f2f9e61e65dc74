// Serves the page and what it needs to know. The secret key is not among it.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const { BASE_URL = '', API_KEY = '', PROVIDER_ID = '', ISSUER = '', PORT = '5173' } = process.env;
const { CLIENT_ID = 'demo-app' } = process.env;
const config = {
  url: BASE_URL,
  apiKey: API_KEY,
  providerId: PROVIDER_ID,
  issuer: ISSUER,
  clientId: CLIENT_ID,
};

/** @param {string} name */
const file = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const pages = new Map([
  ['/', ['text/html', file('index.html')]],
  ['/style.css', ['text/css', file('style.css')]],
  ['/main.js', ['text/javascript', file('main.js')]],
  ['/config.json', ['application/json', JSON.stringify(config)]],
]);
const policy = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self' ${BASE_URL} ${ISSUER}`;

createServer(({ url = '/' }, response) => {
  const [type, text] = pages.get(url.replace(/\?.*/, '')) ?? [];
  if (type === undefined) response.writeHead(404).end();
  else response.writeHead(200, { 'content-type': type, 'content-security-policy': policy }).end(text);
}).listen(Number(PORT), '127.0.0.1', () => {
  console.log(`open http://localhost:${PORT}/`);
});
