import type { SignerMethod } from '@wallet-service/signer-protocol';

/**
 * Which caller may call which method, by the DNS name in its certificate. Anyone listed may deliver a bundle,
 * because its signature decides.
 */
export const allowed: Readonly<Record<SignerMethod, readonly string[]>> = {
  CreateApplicationKey: ['wallet'],
  CreateWallet: ['wallet'],
  Sign: ['wallet'],
  VerifyWalletRecord: ['wallet'],
  RotateAccessKey: ['wallet'],
  RecoverAccessKey: ['wallet'],
  CreatePregeneratedWallet: ['wallet'],
  HashEmail: ['wallet'],
  ClaimWallet: ['wallet'],
  ExportPrivateKey: ['wallet'],
  GetImportKey: ['wallet'],
  ImportPrivateKey: ['wallet'],
  VoidVerdict: ['wallet'],
  RewrapApplicationKey: ['wallet'],
  SignJournalHead: ['wallet'],
  Attest: ['wallet', 'operator'],
  UpdateTrustBundle: ['wallet', 'trust-publisher', 'operator'],
  GetStatus: ['wallet', 'trust-publisher', 'operator'],
};
