import { randomUUID } from 'node:crypto';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import {
  expectJson,
  requestJson,
  type JsonAnswer,
  type JsonRequest,
} from '@wallet-service/operator-cli/http-json';
import type { StackFile } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';

/** An application of the stack, and everything that its owner and its users can do over HTTP. */
export type Customer = {
  readonly id: string;
  readonly apiKey: string;
  readonly provider: { readonly id: string; readonly issuer: string };
  readonly secretKey: () => string;
  /** With the secret key. Returns any answer. */
  readonly manage: (
    method: NonNullable<JsonRequest['method']>,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<JsonAnswer>;
  /** The same, but throws unless it succeeds. */
  readonly succeed: <Body>(...call: Parameters<Customer['manage']>) => Promise<Body>;
  readonly express: ExpressClient;
  /** Makes another secret key and revokes the previous one, to which it resolves. */
  readonly rotateSecretKey: () => Promise<string>;
};

type Application = StackFile['app'];
type Provider = {
  readonly id: string;
  readonly issuer: string;
  readonly audience: string;
  readonly jwks_uri: string;
};

const trustLimitMs = 20_000;

/** The demo application. */
export function demoCustomer(stack: StackFile): Customer {
  return customer(stack, stack.app, stack.demo_provider.id);
}

/**
 * Another application, whose users come from the same provider, which may assert e-mail addresses. Resolves once the
 * signers trust it.
 */
export async function newCustomer(stack: StackFile, name: string): Promise<Customer> {
  const operator = { 'x-service-operator-key': stack.operator_key };
  const url = `${stack.express_url}/v1/admin/application`;
  const made = await expectJson<Application>(url, { method: 'POST', headers: operator, body: { name } });
  const features = { pregenerated_wallets: true };
  await expectJson(`${url}/${made.id}`, { method: 'PATCH', headers: operator, body: { features } });
  const [known] = await demoCustomer(stack).succeed<[Provider]>('GET', '/v1/identity/provider');
  const { issuer, audience, jwks_uri } = known;
  const own = customer(stack, made, '');
  const provider = { issuer, audience, jwks_uri };
  const { id } = await own.succeed<Provider>('POST', '/v1/identity/provider', provider);
  await own.succeed('PATCH', '/v1/application', { email_provider_ids: [id] });
  const path = `/v1/identity/provider/${id}/status`;
  const isTrusted = async () => (await own.succeed<{ trusted: boolean }>('GET', path)).trusted;
  await until('the trust of the signers in the new provider', isTrusted, trustLimitMs);
  return customer(stack, made, id);
}

function customer(stack: StackFile, application: Application, providerId: string): Customer {
  let secretKey = application.secret_key;
  const express = createExpressClient({
    ...stack,
    app: application,
    demo_provider: { ...stack.demo_provider, id: providerId },
  });
  const manage: Customer['manage'] = (method, path, body, headers = {}) =>
    requestJson(`${stack.express_url}${path}`, {
      method,
      headers: { 'x-service-secret-key': secretKey, ...headers },
      ...(body !== undefined && { body }),
    });
  return {
    id: application.id,
    apiKey: application.api_key,
    provider: { id: providerId, issuer: stack.demo_provider.issuer },
    secretKey: () => secretKey,
    manage,
    async succeed<Body>(...call: Parameters<Customer['manage']>) {
      const { status, body } = await manage(...call);
      if (status >= 200 && status < 300) return body as Body;
      throw new Error(`${call[0]} ${call[1]} answered ${status}: ${JSON.stringify(body)}`);
    },
    express,
    async rotateSecretKey() {
      const url = `${stack.express_url}/v1/admin/application/${application.id}/secret_key`;
      const headers = { 'x-service-operator-key': stack.operator_key };
      type Key = { readonly id: string; readonly time_revoked: number | null };
      const { data: before } = await expectJson<{ data: Key[] }>(url, { headers });
      const made = await expectJson<{ secret_key: string }>(url, { method: 'POST', headers });
      const revoked = secretKey;
      secretKey = made.secret_key;
      for (const { id } of before.filter(({ time_revoked }) => time_revoked === null))
        await expectJson(`${url}/${id}`, { method: 'DELETE', headers });
      return revoked;
    },
  };
}

/**
 * A token that was never used before. No two are the same, even if they are made in the same second. At most 5 minutes
 * long.
 */
export function freshToken(
  { express }: Pick<Customer, 'express'>,
  subject: string,
  claims: Readonly<Record<string, string>> = {},
): Promise<string> {
  return express.token(subject, { expires_in: '240', acr: randomUUID(), ...claims });
}

/** `ok`, or the refusal's code, from any of the three error formats. */
export function codeOf({ status, body }: Pick<JsonAnswer, 'status' | 'body'>): string {
  if (status < 300) return 'ok';
  const { code, error } = body as { code?: string; error?: { code: string } | string };
  return code ?? (typeof error === 'object' ? error.code : error) ?? `status ${status}`;
}
