import { invalidField } from '@wallet-service/errors';
import { isBitcoinPayload, psbtOf } from './bitcoin-payload.js';
import { isFields, without, type Fields } from './fields.js';
import { withOurFields } from './policy-fields.js';
import { withPreimage } from './transaction-data.js';

type Translate = (body: Fields) => Fields;

/** The header names the chain. */
const ofWallet: Translate = (body) => withoutCode(without(body, 'chain'));

function withoutCode(body: Fields): Fields {
  const { one_time_code: code } = body;
  // Whoever sends one expects that it is checked.
  if (code !== undefined && code !== null)
    throw invalidField('/one_time_code', 'must be null or absent: this service checks no one-time codes');
  return without(body, 'one_time_code');
}

/** What is signed is in the body itself. */
const ofWholeData: Translate = (body) => without(ofWallet(body), 'transaction_data');

const ofTransaction: Translate = (body) => {
  const { payload } = body;
  return isBitcoinPayload(payload) ? { ...body, payload: psbtOf(payload, '/payload') } : body;
};

const ofDryRun: Translate = (body) => {
  const { policy } = body;
  return isFields(policy) ? { ...body, policy: withOurFields(policy) } : body;
};

/** By method and path of the route. Every other body is the same in both dialects. */
const translations: Readonly<Record<string, Translate>> = {
  'POST /v2/wallet': ofWallet,
  'POST /v2/wallet/sign/data': (body) => withPreimage(ofWallet(body)),
  'POST /v2/wallet/sign/message': ofWholeData,
  'POST /v2/wallet/sign/eip7702': ofWholeData,
  'POST /v2/wallet/sign/typed_data': ofWholeData,
  'POST /v2/wallet/sign/transaction': (body) => ofTransaction(ofWholeData(body)),
  'POST /v2/api/wallet/sign_data': (body) => withPreimage(withoutCode(body)),
  'POST /v2/api/wallet/sign_message': withoutCode,
  'POST /v2/api/wallet/sign_transaction': (body) => ofTransaction(withoutCode(body)),
  'POST /v1/policy': withOurFields,
  'PATCH /v1/policy/:id': withOurFields,
  'POST /v1/policy/evaluate': ofDryRun,
  'POST /v1/policy/evaluate/decisions': ofDryRun,
};

/** A body as our schemas describe it. What is wrong in it is left for them to refuse. */
export function ourBody(route: string, body: unknown): unknown {
  const translate = Object.hasOwn(translations, route) ? translations[route] : undefined;
  return translate && isFields(body) ? translate(body) : body;
}
