import { createHash } from 'node:crypto';
import { parseTrustBundle, type TrustedProvider } from '@wallet-service/signer-protocol';

/** What a bundle trusts, line by line, to be read by the person who signs it. */
export function describeBundle(payload: Uint8Array): string {
  const parsed = parseTrustBundle(payload);
  if (!parsed.ok) return `NOT A TRUST BUNDLE:\n  ${parsed.problems.join('\n  ')}\n`;
  const { bundle } = parsed;
  const lines = [
    `version       ${bundle.version}`,
    `issued        ${date(bundle.issuedAt)}`,
    `expires       ${date(bundle.expiresAt)}`,
    `payload hash  ${createHash('sha256').update(payload).digest('hex')}`,
    ...bundle.roots.map(({ kid, publicKey }) => `root          ${kid} ${base64url(publicKey)}`),
    ...bundle.verdictKeys.map((key) => `verdict key   ${base64url(key)}`),
    ...bundle.applications.flatMap((application) => [
      `application   ${application.id} (tokens of at most ${application.expressJwtMaxLifetimeSeconds} s)`,
      ...application.providers.flatMap(describeProvider),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

function describeProvider(provider: TrustedProvider): string[] {
  const powers = [
    ...(provider.embeddedWallet ? ['embedded wallet'] : []),
    ...(provider.assertsEmail ? ['asserts e-mail addresses'] : []),
  ];
  return [
    `  provider    ${provider.issuer} for ${provider.audience}${powers.length > 0 ? ` (${powers.join(', ')})` : ''}`,
    ...provider.jwks.keys.map(({ kid, kty, alg }) => `    key       ${kid} ${kty}${alg ? ` ${alg}` : ''}`),
  ];
}

const date = (seconds: number): string => new Date(seconds * 1000).toISOString();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
