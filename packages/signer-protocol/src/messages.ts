import type { MessageOf, MessageTable } from './codec.js';

// The tables of proto/signer/v1/signer.proto. A test proves that they are equal to it.

export const walletContextTable = {
  applicationId: { no: 1, type: 'string' },
  wrappedApplicationKey: { no: 2, type: 'bytes' },
  walletId: { no: 3, type: 'string' },
  chain: { no: 4, type: 'string' },
  network: { no: 5, type: 'string' },
  recordVersion: { no: 6, type: 'uint32' },
  accessKeyRequired: { no: 7, type: 'bool' },
  recoverable: { no: 8, type: 'bool' },
  labels: { no: 9, type: 'bytes' },
} as const satisfies MessageTable;

const signatureTable = {
  signature: { no: 1, type: 'bytes' },
  recoveryId: { no: 2, type: 'uint32' },
} as const satisfies MessageTable;

const signedReceiptTable = {
  statement: { no: 1, type: 'bytes' },
  signature: { no: 2, type: 'bytes' },
  publicKey: { no: 3, type: 'bytes' },
} as const satisfies MessageTable;

const rotateAccessKeyResponseTable = {
  sealed: { no: 1, type: 'bytes' },
  recoveryRecord: { no: 2, type: 'bytes' },
  accessKey: { no: 3, type: 'bytes' },
  recordVersion: { no: 4, type: 'uint32' },
  publicKey: { no: 5, type: 'bytes' },
} as const satisfies MessageTable;

const createWalletResponseTable = {
  sealed: { no: 1, type: 'bytes' },
  publicKey: { no: 2, type: 'bytes' },
  address: { no: 3, type: 'string' },
  accessKey: { no: 4, type: 'bytes' },
  rootVersion: { no: 5, type: 'uint64' },
  recoveryRecord: { no: 6, type: 'bytes' },
} as const satisfies MessageTable;

// Of proto/trust/v1/trust.proto.
const signedStatementTable = {
  kid: { no: 1, type: 'string' },
  statedAt: { no: 2, type: 'int64' },
  rootVersion: { no: 3, type: 'uint64' },
  items: {
    no: 4,
    type: {
      subject: { no: 1, type: 'string' },
      digest: { no: 2, type: 'bytes' },
      observedAt: { no: 3, type: 'int64' },
    },
    repeated: true,
  },
  signature: { no: 5, type: 'bytes' },
} as const satisfies MessageTable;

const keySetTable = {
  issuer: { no: 1, type: 'string' },
  jwksUri: { no: 2, type: 'string' },
  keys: { no: 3, type: 'bytes' },
} as const satisfies MessageTable;

const applicationTrustTable = {
  document: { no: 1, type: 'bytes' },
  statements: { no: 2, type: signedStatementTable, repeated: true },
  keySets: { no: 3, type: keySetTable, repeated: true },
} as const satisfies MessageTable;

const providerStatusTable = {
  issuer: { no: 1, type: 'string' },
  audience: { no: 2, type: 'string' },
  keys: {
    no: 3,
    type: { kid: { no: 1, type: 'string' }, thumbprint: { no: 2, type: 'string' } },
    repeated: true,
  },
  observedAt: { no: 4, type: 'int64' },
  statedAt: { no: 5, type: 'int64' },
  witnesses: { no: 6, type: 'string', repeated: true },
} as const satisfies MessageTable;

/** Every method of signer.v1.Signer except `Calls`, with its request and its response. */
export const signerMethods = {
  CreateApplicationKey: {
    request: { applicationId: { no: 1, type: 'string' } },
    response: { wrappedKey: { no: 1, type: 'bytes' } },
  },
  CreateWallet: {
    request: {
      context: { no: 1, type: walletContextTable },
      jwt: { no: 2, type: 'string' },
      tokenUse: { no: 3, type: 'string' },
    },
    response: createWalletResponseTable,
  },
  Sign: {
    request: {
      context: { no: 1, type: walletContextTable },
      sealed: { no: 2, type: 'bytes' },
      accessKey: { no: 3, type: 'bytes' },
      jwt: { no: 4, type: 'string' },
      tokenUse: { no: 5, type: 'string' },
      operation: { no: 6, type: 'string' },
      payloads: { no: 7, type: 'bytes', repeated: true },
      verdict: { no: 8, type: 'bytes' },
      mfaReceipt: { no: 10, type: 'bytes' },
      receipt: { no: 11, type: 'bool' },
      verdictMac: { no: 12, type: 'bytes' },
      mandate: { no: 13, type: 'bytes' },
    },
    response: {
      signatures: { no: 1, type: signatureTable, repeated: true },
      publicKey: { no: 2, type: 'bytes' },
      mfaReceipt: { no: 3, type: 'bytes' },
      rootVersion: { no: 4, type: 'uint64' },
      receipt: { no: 5, type: signedReceiptTable },
    },
  },
  VerifyWalletRecord: {
    request: {
      context: { no: 1, type: walletContextTable },
      sealed: { no: 2, type: 'bytes' },
      issuer: { no: 3, type: 'string' },
      subject: { no: 4, type: 'string' },
      email: { no: 5, type: 'string' },
      publicKey: { no: 6, type: 'bytes' },
      address: { no: 7, type: 'string' },
    },
    response: { labelsBound: { no: 1, type: 'bool' } },
  },
  RotateAccessKey: {
    request: {
      context: { no: 1, type: walletContextTable },
      sealed: { no: 2, type: 'bytes' },
      accessKey: { no: 3, type: 'bytes' },
      jwt: { no: 4, type: 'string' },
    },
    response: rotateAccessKeyResponseTable,
  },
  RecoverAccessKey: {
    request: {
      context: { no: 1, type: walletContextTable },
      recoveryRecord: { no: 2, type: 'bytes' },
      jwt: { no: 3, type: 'string' },
    },
    response: rotateAccessKeyResponseTable,
  },
  CreatePregeneratedWallet: {
    request: { context: { no: 1, type: walletContextTable }, email: { no: 2, type: 'string' } },
    response: createWalletResponseTable,
  },
  ClaimWallet: {
    request: {
      context: { no: 1, type: walletContextTable },
      sealed: { no: 2, type: 'bytes' },
      jwt: { no: 3, type: 'string' },
      tokenUse: { no: 4, type: 'string' },
      claimedLabels: { no: 5, type: 'bytes' },
    },
    response: {
      sealed: { no: 1, type: 'bytes' },
      recordVersion: { no: 2, type: 'uint32' },
      publicKey: { no: 3, type: 'bytes' },
    },
  },
  ExportPrivateKey: {
    request: {
      context: { no: 1, type: walletContextTable },
      sealed: { no: 2, type: 'bytes' },
      accessKey: { no: 3, type: 'bytes' },
      jwt: { no: 4, type: 'string' },
      tokenUse: { no: 5, type: 'string' },
      verdict: { no: 6, type: 'bytes' },
      mfaReceipt: { no: 8, type: 'bytes' },
      recipientPublicKey: { no: 9, type: 'bytes' },
      verdictMac: { no: 10, type: 'bytes' },
      mandate: { no: 11, type: 'bytes' },
    },
    response: {
      encapsulatedKey: { no: 1, type: 'bytes' },
      ciphertext: { no: 2, type: 'bytes' },
      publicKey: { no: 3, type: 'bytes' },
      mfaReceipt: { no: 4, type: 'bytes' },
      rootVersion: { no: 5, type: 'uint64' },
    },
  },
  GetImportKey: {
    request: { applicationId: { no: 1, type: 'string' }, wrappedApplicationKey: { no: 2, type: 'bytes' } },
    response: { publicKey: { no: 1, type: 'bytes' } },
  },
  HashEmail: {
    request: {
      applicationId: { no: 1, type: 'string' },
      wrappedApplicationKey: { no: 2, type: 'bytes' },
      email: { no: 3, type: 'string' },
    },
    response: { hash: { no: 1, type: 'bytes' } },
  },
  ImportPrivateKey: {
    request: {
      context: { no: 1, type: walletContextTable },
      encapsulatedKey: { no: 2, type: 'bytes' },
      ciphertext: { no: 3, type: 'bytes' },
      jwt: { no: 4, type: 'string' },
      tokenUse: { no: 5, type: 'string' },
    },
    response: createWalletResponseTable,
  },
  VoidVerdict: {
    request: {
      verdict: { no: 1, type: 'bytes' },
      verdictMac: { no: 3, type: 'bytes' },
      mandate: { no: 4, type: 'bytes' },
    },
    response: { statementSignature: { no: 1, type: 'bytes' } },
  },
  RewrapApplicationKey: {
    request: { applicationId: { no: 1, type: 'string' }, wrappedKey: { no: 2, type: 'bytes' } },
    response: { wrappedKey: { no: 1, type: 'bytes' } },
  },
  CosignCheckpoint: {
    request: {
      applicationId: { no: 1, type: 'string' },
      wrappedApplicationKey: { no: 2, type: 'bytes' },
      generation: { no: 3, type: 'uint64' },
      size: { no: 4, type: 'uint64' },
      root: { no: 5, type: 'bytes' },
      oldSize: { no: 6, type: 'uint64' },
      consistencyProof: { no: 7, type: 'bytes', repeated: true },
      witnessed: { no: 8, type: 'string' },
    },
    response: { note: { no: 1, type: 'string' }, publicKey: { no: 2, type: 'bytes' } },
  },
  Attest: {
    request: {
      nonce: { no: 1, type: 'bytes' },
      applicationId: { no: 2, type: 'string' },
      wrappedApplicationKey: { no: 3, type: 'bytes' },
    },
    response: {
      format: { no: 1, type: 'string' },
      document: { no: 2, type: 'bytes' },
      receiptPublicKey: { no: 3, type: 'bytes' },
      checkpointPublicKey: { no: 4, type: 'bytes' },
    },
  },
  UpdateTrust: {
    request: {
      rootDocument: { no: 1, type: 'bytes' },
      applicationId: { no: 2, type: 'string' },
      application: { no: 3, type: applicationTrustTable },
    },
    response: { rootVersion: { no: 1, type: 'uint64' }, documentVersion: { no: 2, type: 'uint64' } },
  },
  GetStatus: {
    request: { applicationId: { no: 1, type: 'string' } },
    response: {
      phase: { no: 1, type: 'string' },
      rootVersion: { no: 2, type: 'uint64' },
      rootHash: { no: 3, type: 'bytes' },
      rootExpiresAt: { no: 4, type: 'int64' },
      metrics: { no: 5, type: 'string' },
      receiptPublicKey: { no: 6, type: 'bytes' },
      documentVersion: { no: 7, type: 'uint64' },
      providers: { no: 8, type: providerStatusTable, repeated: true },
      exchangeKey: { no: 9, type: 'bytes' },
    },
  },
} as const satisfies Record<string, { request: MessageTable; response: MessageTable }>;

export type SignerMethod = keyof typeof signerMethods;
export type SignerRequest<M extends SignerMethod> = MessageOf<(typeof signerMethods)[M]['request']>;
export type SignerResponse<M extends SignerMethod> = MessageOf<(typeof signerMethods)[M]['response']>;
export type ApplicationTrust = MessageOf<typeof applicationTrustTable>;
export type WalletContext = MessageOf<typeof walletContextTable>;

export function isSignerMethod(name: string): name is SignerMethod {
  return Object.hasOwn(signerMethods, name);
}
