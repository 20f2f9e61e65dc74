import { fromJSON, type MethodDefinition, type ServiceDefinition } from '@grpc/proto-loader';
import { descriptors } from './gen/descriptors.js';
import type { IdentityDefinition } from './gen/identity/v1/Identity.js';
import type { PolicyDefinition } from './gen/policy/v1/Policy.js';
import type { WalletDefinition } from './gen/wallet/v1/Wallet.js';
import type { WebhooksDefinition } from './gen/webhooks/v1/Webhooks.js';
import type { WitnessDefinition } from './gen/witness/v1/Witness.js';

// The generated types match exactly these options: see packages/tooling/gen.mjs.
const loaded = fromJSON(descriptors as unknown as Parameters<typeof fromJSON>[0], {
  keepCase: true,
  longs: String,
  enums: String,
  defaults: true,
  oneofs: true,
});

/** A service: its full name and its unary methods' codecs. `Methods` carries their types. */
export type Definition<Methods> = {
  readonly service: string;
  readonly methods: { readonly [Name in UnaryMethod<Methods>]: MethodDefinition<object, object> };
  /** Never set at run time. The compiler infers `Methods` from it. */
  readonly types?: Methods;
};

/**
 * All methods but `Calls`, which carries them. (The generated interfaces have an index signature too, which
 * is left out here.)
 */
export type UnaryMethod<Methods> = Exclude<
  keyof {
    [Name in keyof Methods as string extends Name ? never : number extends Name ? never : Name]: never;
  } &
    string,
  'Calls'
>;
/** The form for callers: every field optional. */
export type RequestOf<Method> = Method extends { requestSerialize: (value: infer Request) => unknown }
  ? Request
  : never;
/** The form for servers: every field present, with its default. */
export type ReceivedRequestOf<Method> = Method extends {
  requestDeserialize: (bytes: Buffer) => infer Request;
}
  ? Request
  : never;
export type ResponseOf<Method> = Method extends { responseSerialize: (value: infer Response) => unknown }
  ? Response
  : never;
export type ReceivedResponseOf<Method> = Method extends {
  responseDeserialize: (bytes: Buffer) => infer Response;
}
  ? Response
  : never;

function define<Methods>(service: string): Definition<Methods> {
  const methods = { ...(loaded[service] as ServiceDefinition) };
  delete methods['Calls'];
  return { service, methods };
}

export const definitions = {
  identity: define<IdentityDefinition>('identity.v1.Identity'),
  policy: define<PolicyDefinition>('policy.v1.Policy'),
  wallet: define<WalletDefinition>('wallet.v1.Wallet'),
  webhooks: define<WebhooksDefinition>('webhooks.v1.Webhooks'),
  witness: define<WitnessDefinition>('witness.v1.Witness'),
} as const;

export type { IdentityDefinition, PolicyDefinition, WalletDefinition, WebhooksDefinition, WitnessDefinition };
