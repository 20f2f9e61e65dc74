// Serves an identity provider's key set over TLS, as in the outside world.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const pem = readFileSync('/run/secrets/edge');
createServer({ cert: pem, key: pem }, (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' }).end(readFileSync('/jwks.json'));
}).listen(443);
