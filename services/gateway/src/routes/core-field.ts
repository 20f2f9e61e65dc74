import type { Chain } from '@wallet-service/addresses';
import type { ErrorCode } from '@wallet-service/errors';
import { maxTokenBytes } from '@wallet-service/jwt';
import { caip2Of } from '@wallet-service/networks';
import Type from 'typebox';
import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import { accessKeyText } from './access-key.js';
import { id, nullableText, present, unixTime } from './field.js';
import { exampleAddressAndKey, publicKeyField, publicKeyText } from './public-key.js';
import { warnings } from './warning.js';

/** The errors for a token in a body. */
export const tokenRefusals = [
  'auth.token-invalid',
  'auth.token-expired',
  'auth.token-lifetime-too-long',
  'auth.token-provider-unknown',
] as const satisfies readonly ErrorCode[];

/** A compact JWT; longer ones are not read. */
export const token = Type.String({ minLength: 1, maxLength: maxTokenBytes });

/** Not checked for form: a malformed access key gets the same error as a wrong one. */
export const accessKey = Type.String({ minLength: 1, maxLength: 128 });

/** The credentials for using a wallet: its owner's token and its access key. */
export const walletCredentials = {
  op_jwt: token,
  access_key: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        'required, unless the wallet’s `access_key_required` is false (a claimed pre-generated wallet): ' +
        'then it must be left out',
    }),
  ),
  wallet_id: id,
};

const networkPattern = '^[A-Za-z0-9_.:-]{1,64}$';

/** The networks of wallets that exist are found by their names as they are, whatever they would mean now. */
export const networkFilter = Type.String({
  pattern: networkPattern,
  description: '1 to 64 letters, digits and _ . : -, as it was given when the wallet was made',
  examples: ['EVM'],
});

export const network = Type.String({
  pattern: networkPattern,
  description:
    'BTC_MAINNET, BTC_TESTNET, BTC_REGTEST, SOL_MAINNET, SOL_TESTNET, SOL_DEVNET, or their names in CAIP-2 ' +
    '(`bip122:…`, `solana:…`). Any other name of 1 to 64 letters, digits and _ . - is an EVM network: best ' +
    '`eip155:` and its chain id, or a name such as POLYGON_MAINNET. EVM and ETH stand for all of them. A name that ' +
    'means another kind of chain, or nearly spells one of these, is refused; an EVM network that the service does ' +
    'not know is answered with a warning',
  examples: ['EVM'],
});

const caip2 = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description:
    'the network in CAIP-2. With `eip155:…` the wallet signs for this chain id alone, unless `chain_id_check` of the ' +
    'application is off. null: the network is not known, and no chain id is checked',
});

const resourceId = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'text without control characters',
  examples: ['customer-17'],
});
export const resourceIdFilter = resourceId;

export const ownerFilter = Type.String({
  minLength: 1,
  maxLength: 2048,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'the owner’s, as in their token: text without control characters',
});

export const metadata = Type.Object(
  { resource_id: Type.Optional(resourceId) },
  { additionalProperties: false },
);
export const metadataAnswer = Type.Object({ resource_id: Type.Optional(Type.String()) });

/** What every list shows of a wallet. */
export const walletFacts = {
  time_created: unixTime,
  time_updated: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Unix seconds, UTC: when the access key was last replaced. null: never',
  }),
  network: Type.String(),
  wallet_group_id: nullableText,
  metadata: metadataAnswer,
  key_type: Type.String({ description: 'secp256k1 or ed25519' }),
};
const shape = {
  uuid: Type.String(),
  ...walletFacts,
  caip2,
  public_address: Type.String(),
  public_key: publicKeyField,
};
export const walletAnswer = Type.Object(
  {
    ...shape,
    origin: Type.String({ description: 'created, imported or pregenerated' }),
    access_key_required: Type.Boolean({
      description:
        'false for a pre-generated wallet whose owner already had a wallet when they claimed it. The ' +
        'owner’s token alone uses it',
    }),
    recoverable: Type.Boolean({ description: 'the owner’s token alone can replace the access key' }),
    owner: Type.Object({ issuer: Type.String(), subject: Type.String() }),
  },
  { title: 'Wallet' },
);
export const newWalletAnswer = Type.Object(
  {
    data: Type.Object({
      ...shape,
      access_key: Type.String({ description: 'shown only in this answer; needed for every signature' }),
    }),
    wallet_id: Type.String(),
    wallet_address: Type.String(),
    warnings,
  },
  { title: 'WalletWithAccessKey' },
);

type WalletRecord = ReceivedResponseOf<WalletDefinition['GetWallet']>;

export function factsOf(wallet: WalletRecord) {
  return {
    time_created: Number(wallet.timeCreated),
    time_updated: Number(wallet.timeUpdated) || null,
    network: wallet.network,
    wallet_group_id: wallet.groupId === '' ? null : wallet.groupId,
    metadata: wallet.resourceId === undefined ? {} : { resource_id: wallet.resourceId },
    key_type: wallet.keyType,
  };
}

function common(wallet: WalletRecord) {
  return {
    uuid: wallet.id,
    ...factsOf(wallet),
    caip2: caip2Of({ chain: wallet.chain as Chain, network: wallet.network }) ?? null,
    public_address: wallet.address,
    public_key: publicKeyText(wallet.publicKey),
  };
}

export function shownWallet(wallet: WalletRecord) {
  const { origin, accessKeyRequired, recoverable, issuer, subject } = wallet;
  return {
    ...common(wallet),
    origin,
    access_key_required: accessKeyRequired,
    recoverable,
    owner: { issuer, subject },
  };
}

export function shownNewWallet(made: ReceivedResponseOf<WalletDefinition['CreateWallet']>) {
  const wallet = present(made.wallet, 'wallet');
  return {
    data: { ...common(wallet), access_key: accessKeyText(made.accessKey) },
    wallet_id: wallet.id,
    wallet_address: wallet.address,
  };
}

const exampleId = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e';
export const exampleToken = 'eyJhbGciOiJFUzI1NiIsImtpZCI6ImsxIn0.eyJzdWIiOiJ1c2VyLTEifQ.c2lnbmF0dXJl';
export const exampleAccessKey = 'ak_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8';
const exampleShape = {
  uuid: exampleId,
  time_created: 1_790_000_000,
  time_updated: null,
  network: 'EVM',
  caip2: null,
  wallet_group_id: null,
  metadata: { resource_id: 'customer-17' },
  key_type: 'secp256k1',
  ...exampleAddressAndKey,
};
export const exampleWallet = {
  ...exampleShape,
  origin: 'created',
  access_key_required: true,
  recoverable: true,
  owner: { issuer: 'https://login.example.com', subject: 'user-1' },
};
export const exampleNewWallet = {
  data: { ...exampleShape, access_key: exampleAccessKey },
  wallet_id: exampleId,
  wallet_address: exampleShape.public_address,
};
export const exampleOperation = {
  op_jwt: exampleToken,
  access_key: exampleAccessKey,
  wallet_id: exampleId,
};
