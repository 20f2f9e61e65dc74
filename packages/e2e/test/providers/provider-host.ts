import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Shape, TokenShape } from './shapes.js';

export type ProviderHost = {
  readonly jwksUri: (shape: Shape) => string;
  /** Signed with the key of the provider's kind, as the provider does. */
  readonly sign: (shape: Shape, token: TokenShape) => Promise<string>;
  readonly close: () => void;
};

/** A real host of key sets, one at each address, as each provider publishes its own. */
export async function startProviderHost(shapes: readonly Shape[]): Promise<ProviderHost> {
  const keys = {
    RS256: await generateKeyPair('RS256', { extractable: true }),
    ES256: await generateKeyPair('ES256', { extractable: true }),
  };
  const server = createServer(({ url }, response) => {
    const shape = shapes[Number(/\d+$/.exec(url ?? '')?.[0])];
    if (!shape) {
      response.writeHead(404).end();
      return;
    }
    void exportJWK(keys[shape.alg].publicKey).then((jwk) => {
      const members = shape.jwk ?? { alg: shape.alg, use: 'sig' };
      const body = JSON.stringify({ keys: [{ ...jwk, kid: kidOf(shape), ...members }] });
      response.writeHead(200, { 'content-type': 'application/json' }).end(body);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    jwksUri: (shape) => `http://localhost:${port}/jwks/${shapes.indexOf(shape)}`,
    sign(shape, { typ, lifetime, claims }) {
      const now = Math.floor(Date.now() / 1000);
      const times = { iat: now, exp: now + lifetime };
      return new SignJWT({ iss: shape.issuer, sub: 'user-1', ...times, ...claims })
        .setProtectedHeader({ alg: shape.alg, kid: kidOf(shape), ...(typ !== undefined && { typ }) })
        .sign(keys[shape.alg].privateKey);
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const kidOf = ({ name }: Shape): string => `${name} key`;
