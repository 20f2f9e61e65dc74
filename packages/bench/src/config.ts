import { readConfig, type Environment } from '@wallet-service/config';
import { Type } from 'typebox';
import { curves } from './baseline-curve.js';

const baselineSchema = Type.Object({
  BASELINE_ISSUER: Type.String(),
  BASELINE_AUDIENCE: Type.String(),
  BASELINE_JWKS: Type.String(),
  BASELINE_CURVE: Type.Enum([...curves]),
  HOP_SOCKET: Type.String(),
  TLS_CA_FILE: Type.String(),
  TLS_CERT_FILE: Type.String(),
  TLS_KEY_FILE: Type.String(),
});

/** For the baseline process of `pnpm bench`. */
export function baselineConfig(env: Environment = process.env) {
  const values = readConfig(baselineSchema, env);
  return {
    issuer: values.BASELINE_ISSUER,
    audience: values.BASELINE_AUDIENCE,
    jwksJson: values.BASELINE_JWKS,
    curve: values.BASELINE_CURVE,
    hopSocket: values.HOP_SOCKET,
    tls: { ca: values.TLS_CA_FILE, cert: values.TLS_CERT_FILE, key: values.TLS_KEY_FILE },
  };
}

const delayProxySchema = Type.Object({
  TARGET_PORT: Type.Integer({ minimum: 1, maximum: 65_535 }),
  DELAY_MS: Type.Integer({ minimum: 1, maximum: 1000 }),
});

/** For the proxy of `pnpm bench --scale`. */
export function delayProxyConfig(env: Environment = process.env) {
  const { TARGET_PORT: targetPort, DELAY_MS: delayMs } = readConfig(delayProxySchema, env);
  return { targetPort, delayMs };
}
