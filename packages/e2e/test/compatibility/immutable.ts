import * as generated from '@imtbl/generated-clients';
import * as wallet from '@imtbl/wallet';

// Their declarations are for bundlers and cannot be read here. These are for what is used of them.

type Answer<Body> = Promise<{ readonly data: Body }>;
type Options = { readonly headers: Readonly<Record<string, string>> };
type Clients = {
  readonly walletApi: {
    readonly createWalletV1WalletPost: (
      request: { readonly xMagicChain: string },
      options: Options,
    ) => Answer<{ readonly public_address: string }>;
  };
  readonly signOperationsApi: {
    readonly signDataV1WalletSignDataPost: (
      request: {
        readonly xMagicChain: string;
        readonly signDataRequest: { readonly raw_data_hash: string; readonly one_time_code?: null };
      },
      options: Options,
    ) => Answer<{ readonly signature: `0x${string}` }>;
    readonly signMessageV1WalletSignMessagePost: (
      request: {
        readonly xMagicChain: string;
        readonly signMessageRequest: { readonly message_base64: string };
      },
      options: Options,
    ) => Answer<{ readonly signature: string }>;
  };
};
type User = {
  readonly idToken: string;
  readonly accessToken: string;
  readonly profile: { readonly sub: string };
};
type Signer = {
  readonly getAddress: () => Promise<string>;
  readonly signMessage: (message: string | Uint8Array) => Promise<string>;
};

export const { MagicTeeApiClients } = generated as unknown as {
  readonly MagicTeeApiClients: new (config: {
    readonly basePath: string;
    readonly timeout: number;
    readonly magicPublishableApiKey: string;
    readonly magicProviderId: string;
  }) => Clients;
};
export const { MagicTEESigner } = wallet as unknown as {
  readonly MagicTEESigner: new (getUser: () => Promise<User>, clients: Clients) => Signer;
};
