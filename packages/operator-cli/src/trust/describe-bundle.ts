import { createHash } from 'node:crypto';
import {
  parseTrustBundle,
  type PublicJwk,
  type TrustBundle,
  type TrustedProvider,
} from '@wallet-service/signer-protocol';
import { keyThumbprint } from './key-thumbprint.js';
import { visibleSentence, visibleWord } from '../command-line/visible-text.js';

/**
 * What a bundle trusts, line by line, for the person who signs it. Keys are named by their thumbprints,
 * because the publisher of a key chooses its kid. Text that others chose cannot end a line or control a
 * terminal: everything but visible ASCII is written as \u{…}.
 */
export function describeBundle(payload: Uint8Array): string {
  const parsed = parseTrustBundle(payload);
  if (!parsed.ok) return `NOT A TRUST BUNDLE:\n${describeProblems(parsed.problems)}\n`;
  const { bundle } = parsed;
  const lines = [
    `version       ${bundle.version}`,
    `issued        ${date(bundle.issuedAt)}`,
    `expires       ${date(bundle.expiresAt)}`,
    `payload hash  ${createHash('sha256').update(payload).digest('hex')}`,
    ...bundle.roots.map(({ kid, publicKey }) => `root          ${visibleWord(kid)} ${base64url(publicKey)}`),
    ...bundle.verdictKeys.map((key) => `verdict key   ${base64url(key)}`),
    ...bundle.applications.flatMap((application) => [
      `application   ${limitsOf(application)}`,
      ...application.providers.flatMap((provider) => [
        `  provider    ${nameOf(provider)}${powersOf(provider)}`,
        ...provider.jwks.keys.map((key) => `    key       ${keyLine(key)}`),
      ]),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** One line each, with names that others chose. */
export function describeProblems(problems: readonly string[]): string {
  return problems.map((problem) => `  ${visibleSentence(problem)}`).join('\n');
}

/**
 * What `payload` trusts and `previous` did not (+), and the reverse (-). Throws for anything but a bundle.
 */
export function describeChanges(previous: Uint8Array, payload: Uint8Array): string {
  const [before, after] = [factsOf(previous), factsOf(payload)];
  const lines = [
    ...[...before].filter((fact) => !after.has(fact)).map((fact) => `- ${fact}`),
    ...[...after].filter((fact) => !before.has(fact)).map((fact) => `+ ${fact}`),
  ];
  return lines.length === 0 ? 'trusts the same as before\n' : `differs from before:\n${lines.join('\n')}\n`;
}

function factsOf(payload: Uint8Array): ReadonlySet<string> {
  const parsed = parseTrustBundle(payload);
  if (!parsed.ok) throw new Error(describeBundle(payload));
  const { roots, verdictKeys, applications } = parsed.bundle;
  return new Set([
    ...roots.map(({ kid, publicKey }) => `root ${visibleWord(kid)} ${base64url(publicKey)}`),
    ...verdictKeys.map((key) => `verdict key ${base64url(key)}`),
    ...applications.flatMap((application) => [
      `application ${limitsOf(application)}`,
      ...application.providers.flatMap((provider) => {
        const name = `application ${visibleWord(application.id)} provider ${nameOf(provider)}`;
        return [
          `${name}${powersOf(provider)}`,
          ...provider.jwks.keys.map((key) => `${name} key ${keyLine(key)}`),
        ];
      }),
    ]),
  ]);
}

function limitsOf({ id, expressJwtMaxLifetimeSeconds }: TrustBundle['applications'][number]): string {
  return `${visibleWord(id)} (tokens of at most ${expressJwtMaxLifetimeSeconds} s)`;
}

function nameOf({ issuer, audience }: TrustedProvider): string {
  return `${visibleWord(issuer)} for ${visibleWord(audience)}`;
}

function powersOf({ embeddedWallet, assertsEmail }: TrustedProvider): string {
  const powers = [
    ...(embeddedWallet ? ['embedded wallet'] : []),
    ...(assertsEmail ? ['asserts e-mail addresses'] : []),
  ];
  return powers.length > 0 ? ` (${powers.join(', ')})` : '';
}

function keyLine(key: PublicJwk): string {
  const { kid, kty, alg, crv } = key;
  return [
    visibleWord(kid),
    kty,
    ...[crv ?? sizeOf(key), alg].filter((part) => part !== undefined).map(visibleWord),
    keyThumbprint(key),
  ].join(' ');
}

/** The length of an RSA key's modulus. */
function sizeOf({ n = '' }: PublicJwk): string {
  const modulus = BigInt(`0x0${Buffer.from(n, 'base64url').toString('hex')}`);
  return `${modulus.toString(2).length}-bit`;
}

const date = (seconds: number): string => new Date(seconds * 1000).toISOString();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
