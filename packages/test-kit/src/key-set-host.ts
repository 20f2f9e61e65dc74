import 'reflect-metadata';
import { generateKeyPairSync, randomBytes, webcrypto } from 'node:crypto';
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import * as x509 from '@peculiar/x509';

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export type KeySetHost = {
  readonly port: number;
  /** `http://localhost:port/jwks`, or https for a host with a certificate. */
  readonly uri: string;
  /** Another address each time, so that witnesses have seen nothing there yet. */
  newUri: () => string;
  /** PEM of the host's own certificate. */
  readonly ca: string;
  /** TCP connections since the start. */
  connections: () => number;
  /** Requests since the start. */
  requests: () => number;
  answerWith: (answer: Answer) => void;
  close: () => Promise<void>;
};

/** A real key set host on loopback, whose behaviour a test chooses. It begins with one good key. */
export async function startKeySetHost({ tls = false } = {}): Promise<KeySetHost> {
  let answer: Answer = keySet(publicKey('first'));
  let connections = 0;
  let requests = 0;
  let addresses = 0;
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    requests += 1;
    answer(request, response);
  };
  const certificate = tls ? await selfSigned() : undefined;
  const server = certificate ? https.createServer(certificate, onRequest) : http.createServer(onRequest);
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    uri: `${tls ? 'https' : 'http'}://localhost:${port}/jwks`,
    newUri: () => `${tls ? 'https' : 'http'}://localhost:${port}/jwks?${(addresses += 1)}`,
    ca: certificate?.cert ?? '',
    connections: () => connections,
    requests: () => requests,
    answerWith: (next) => {
      answer = next;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export function publicKey(kid: string): object {
  const { publicKey: key } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...key.export({ format: 'jwk' }), kid, use: 'sig', alg: 'ES256' };
}

export function keySet(...keys: object[]): Answer {
  return json(JSON.stringify({ keys }));
}

export function json(body: string, type = 'application/json'): Answer {
  return (_, response) => {
    response.writeHead(200, { 'content-type': type }).end(body);
  };
}

export const hostile: Readonly<Record<string, Answer>> = {
  hang: () => undefined,
  'hang after the head': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders();
  },
  drip: (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const timer = setInterval(() => response.write(' '), 100);
    response.on('close', () => {
      clearInterval(timer);
    });
  },
  redirect: (_, response) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  },
  'redirect that keeps the method': (_, response) => {
    response.writeHead(307, { location: 'https://localhost/jwks' }).end();
  },
  'status 500': (_, response) => {
    response.writeHead(500, { 'content-type': 'application/json' }).end('{"keys":[]}');
  },
  'status 204': (_, response) => {
    response.writeHead(204).end();
  },
  'wrong type': json('{"keys":[]}', 'text/html'),
  'no type': (_, response) => {
    response.writeHead(200).end('{"keys":[]}');
  },
  '300 MB in chunks': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(1_048_576, 0x20);
    let left = 300;
    const write = () => {
      while (left > 0 && !response.destroyed) {
        left -= 1;
        if (!response.write(chunk)) {
          response.once('drain', write);
          return;
        }
      }
      response.end();
    };
    write();
  },
  '300 MB announced': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 314_572_800 });
    response.write(' ');
  },
  '200,000 keys': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(`{"keys":[${'{"kty":"RSA","kid":"a","n":"AQAB","e":"AQAB"},'.repeat(200_000)}{}]}`);
  },
  compressed: (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end('x');
  },
  'huge head': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'x-fill': 'x'.repeat(60_000) }).end('{}');
  },
  'no HTTP': (request) => {
    request.socket.end('SSH-2.0-OpenSSH_9.6\r\n');
  },
  'cut off': (request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 });
    response.write('{"keys"');
    setTimeout(() => request.socket.destroy(), 20);
  },
  'not UTF-8': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.from([0x7b, 0xff, 0x7d]));
  },
};

async function selfSigned(): Promise<{ cert: string; key: string }> {
  x509.cryptoProvider.set(webcrypto);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    serialNumber: `01${randomBytes(8).toString('hex')}`,
    notBefore: new Date(Date.now() - 86_400_000),
    notAfter: new Date(Date.now() + 86_400_000),
    signingAlgorithm: algorithm,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  });
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64');
  return {
    cert: certificate.toString('pem'),
    key: `-----BEGIN PRIVATE KEY-----\n${der}\n-----END PRIVATE KEY-----\n`,
  };
}
