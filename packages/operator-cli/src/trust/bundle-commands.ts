import { readFileSync, writeFileSync } from 'node:fs';
import {
  base64urlOf,
  encodeTrustBundle,
  parseStrictJson,
  parseTrustBundle,
  readBakedTrustBundle,
  signTrustBundle,
  verifyTrustBundle,
  type TrustBundle,
} from '@wallet-service/signer-protocol';
import type { Answering } from '../command-line/command.js';
import { describeBundle, describeChanges, describeProblems } from './describe-bundle.js';
import { readFlags, UsageError } from '../command-line/flags.js';
import { generateKeyFiles, readPrivateKey, readPublicKey } from './key-files.js';

const daySeconds = 86_400;

export const keygen: Answering = (args) => {
  const flags = readFlags(args, ['out']);
  const file = flags.one('out');
  const { privatePem, publicPem } = generateKeyFiles();
  writeNew(file, privatePem, 0o600);
  writeNew(`${file}.pub`, publicPem, 0o644);
  const { kid, publicKey } = readPublicKey(`${file}.pub`);
  return (
    `private key: ${file} (keep it offline)\npublic key:  ${file}.pub\n` +
    `kid:         ${kid}\nin bundles:  ${base64urlOf(publicKey)}\n`
  );
};

export const bake: Answering = (args, now) => {
  const flags = readFlags(args, [
    'applications',
    'root',
    'verdict-key',
    'version',
    'expires-in-days',
    'previous',
    'out',
  ]);
  const roots = flags.many('root').map(readPublicKey);
  const verdictKeys = flags.many('verdict-key').map((file) => readPublicKey(file).publicKey);
  if (roots.length === 0 || verdictKeys.length === 0) {
    throw new UsageError('at least one --root and one --verdict-key are needed');
  }
  const empty = encodeTrustBundle({
    version: flags.wholeNumber('version'),
    issuedAt: now,
    expiresAt: now + flags.wholeNumber('expires-in-days') * daySeconds,
    roots,
    verdictKeys,
    applications: [],
  });
  const members = parseStrictJson(Buffer.from(empty).toString('utf8')) as Record<string, unknown>;
  const applications = parseStrictJson(readFileSync(flags.one('applications'), 'utf8'));
  const payload = Buffer.from(`${JSON.stringify({ ...members, applications }, undefined, 2)}\n`);
  parse(payload);
  const text = describe(payload, flags.optional('previous'));
  writeFileSync(flags.one('out'), payload);
  return text;
};

export const sign: Answering = (args) => {
  const flags = readFlags(args, ['bundle', 'previous', 'key', 'out']);
  const payload = readFileSync(flags.one('bundle'));
  parse(payload);
  const text = describe(payload, flags.optional('previous'));
  writeFileSync(flags.one('out'), signTrustBundle(payload, readPrivateKey(flags.one('key'))));
  return `signed:\n${text}`;
};

export const print: Answering = (args) => {
  const flags = readFlags(args, ['previous'], { words: true });
  const [file] = flags.words;
  if (file === undefined) throw new UsageError('name the file of a bundle');
  return describe(payloadOf(readFileSync(file)), flags.optional('previous'));
};

export const verify: Answering = (args, now) => {
  const flags = readFlags(args, ['bundle', 'baked']);
  const { bundle: baked } = readBakedTrustBundle(readFileSync(flags.one('baked')));
  const payload = verifyTrustBundle(readFileSync(flags.one('bundle')), baked.roots);
  const { version, expiresAt } = parse(payload);
  if (version <= baked.version) throw new UsageError(`version ${version} is not above ${baked.version}`);
  if (expiresAt <= now) throw new UsageError('the bundle has expired');
  return `a signer with ${flags.one('baked')} accepts this bundle:\n${describeBundle(payload)}`;
};

function parse(payload: Uint8Array): TrustBundle {
  const parsed = parseTrustBundle(payload);
  if (!parsed.ok) throw new UsageError(`the bundle has problems:\n${describeProblems(parsed.problems)}`);
  return parsed.bundle;
}

/** Includes what differs from the bundle in the file `previous`, if one is named. */
function describe(payload: Uint8Array, previous: string | undefined): string {
  const changes = previous === undefined ? '' : describeChanges(payloadOf(readFileSync(previous)), payload);
  return `${describeBundle(payload)}${changes}`;
}

/** The payload of a file with a payload or the signed form. */
function payloadOf(file: Buffer): Uint8Array {
  const json = parseStrictJson(file.toString('utf8')) as { payload?: unknown };
  return typeof json.payload === 'string' ? Buffer.from(json.payload, 'base64url') : file;
}

function writeNew(file: string, content: string, mode: number): void {
  // A key that exists is never overwritten: it may be the only copy.
  writeFileSync(file, content, { mode, flag: 'wx' });
}
