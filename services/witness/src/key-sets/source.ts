import type { KeySource } from '@wallet-service/signer-protocol';

/** An issuer, and where its keys are found. */
export type Source = { readonly issuer: string; readonly keySource: KeySource };

/** The host that answers for a source. Empty if there is none. */
export function hostOfSource({ issuer, keySource }: Source): string {
  const uri = keySource === 'discovery' ? issuer : keySource.jwksUri;
  return URL.canParse(uri) ? new URL(uri).hostname : '';
}
