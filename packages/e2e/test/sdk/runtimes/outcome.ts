/** What the checks need to know. Plain data: it is written into scripts and sent to pages. */
export type Settings = {
  readonly url: string;
  readonly apiKey: string;
  readonly providerId: string;
  /** Absent in a browser, to which the service answers nothing but the user's operations. */
  readonly secretKey: string | undefined;
  /** Tokens of the same user: one without a second factor, one with it, and one of another user. */
  readonly token: string;
  readonly strongToken: string;
  readonly otherToken: string;
  /** Of another user, for the Core interface. */
  readonly operationToken: string;
  /** Another application, which has policies on Ethereum, for users of the same provider. */
  readonly guarded: { readonly apiKey: string; readonly providerId: string };
  /** There transactions to it are denied, and transactions to the other need a second factor. */
  readonly deniedTo: `0x${string}`;
  readonly stepUpTo: `0x${string}`;
  /** A delivery of the reference (Standard Webhooks), and its secret. */
  readonly webhook: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly secret: string;
  };
  /** The document of an emulated enclave: base64, hex, SHA-384 by index, PEM, Unix milliseconds. */
  readonly nitro: {
    readonly document: string;
    readonly nonce: `0x${string}`;
    readonly pcrs: Readonly<Record<number, string>>;
    readonly root: string;
    readonly now: number;
    readonly build: string;
  };
  /** The decision of `signatures.json`: base64url, and the root hash in hex. */
  readonly decision: {
    readonly answer: { readonly id: string };
    readonly signed_root_document: string;
    readonly root_hash: string;
  };
};

export type Outcome = { readonly name: string; readonly failure: string | undefined };

export type Checks = Readonly<Record<string, (settings: Settings) => Promise<void>>>;
