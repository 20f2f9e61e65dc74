import type { SignerMethod } from '@wallet-service/signer-protocol';

/**
 * Which caller may call which method, by the DNS name in its certificate. UpdateTrust takes
 * what others signed, so who carries it does not matter.
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
  CosignCheckpoint: ['wallet'],
  Attest: ['wallet', 'operator'],
  UpdateTrust: ['wallet', 'operator'],
  GetStatus: ['wallet', 'operator'],
};
