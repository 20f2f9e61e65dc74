import { readConfig, type Environment } from '@wallet-service/config';
import { Type } from 'typebox';

const floorSchema = Type.Object({
  FLOOR_ISSUER: Type.String(),
  FLOOR_AUDIENCE: Type.String(),
  FLOOR_JWKS: Type.String(),
  HOP_SOCKET: Type.String(),
  TLS_CA_FILE: Type.String(),
  TLS_CERT_FILE: Type.String(),
  TLS_KEY_FILE: Type.String(),
});

/** Of the floor process of `pnpm bench`. */
export function floorConfig(env: Environment = process.env) {
  const values = readConfig(floorSchema, env);
  return {
    issuer: values.FLOOR_ISSUER,
    audience: values.FLOOR_AUDIENCE,
    jwksJson: values.FLOOR_JWKS,
    hopSocket: values.HOP_SOCKET,
    tls: { ca: values.TLS_CA_FILE, cert: values.TLS_CERT_FILE, key: values.TLS_KEY_FILE },
  };
}
