import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  acceptRootDocument,
  base64urlOf,
  encodeApplicationDocument,
  encodeRootDocument,
  encodeSignedDocument,
  judgeApplicationDocument,
  maxApplicationDocumentBytes,
  parseApplicationDocument,
  parseSignedDocument,
  readBakedTrust,
  signDocument,
  type ApplicationDocument,
  type DocumentKey,
  type SignedDocument,
  type Signers,
} from '@wallet-service/signer-protocol';
import type { Answering } from '../command-line/command.js';
import { readFlags, UsageError, type Flags } from '../command-line/flags.js';
import { describeChanges, describeDocument, describeProblems, readDocument } from './describe-document.js';
import {
  defaultAdministratorDelaySeconds,
  defaultKeySetMaxAgeSeconds,
  ed25519Key,
} from './first-root-document.js';
import { tokenSettingsFlags, withTokenSettings } from './edited-token-settings.js';
import { generateKeyFiles, readPrivateKey, readPublicKey } from './key-files.js';

const daySeconds = 86_400;
const hourSeconds = 3_600;

export const keygen: Answering = (args) => {
  const flags = readFlags(args, ['out']);
  const file = flags.one('out');
  const { privatePem, publicPem } = generateKeyFiles();
  writeNew(file, privatePem, 0o600);
  writeNew(`${file}.pub`, publicPem, 0o644);
  const { kid, publicKey } = readPublicKey(`${file}.pub`);
  return (
    `private key: ${file}\npublic key:  ${file}.pub\n` +
    `kid:         ${kid}\nin documents: ${base64urlOf(publicKey)}\n`
  );
};

export const makeRoot: Answering = (args, now) => {
  const flags = readFlags(args, [
    ...['root', 'root-threshold', 'verdict-key', 'registrar', 'witness', 'witness-threshold', 'version'],
    ...['expires-in-days', 'key-set-max-age-hours', 'administrator-delay-hours', 'previous', 'out'],
  ]);
  const keys = (name: string): readonly DocumentKey[] => {
    const read = flags.many(name).map((file) => ed25519Key(readPublicKey(file).publicKey));
    if (read.length === 0) throw new UsageError(`at least one --${name} is needed`);
    return read;
  };
  const signers = (name: string): Signers => ({
    keys: keys(name),
    threshold: flags.wholeNumber(`${name}-threshold`),
  });
  const payload = encodeRootDocument({
    version: flags.wholeNumber('version'),
    issuedAt: now,
    expiresAt: now + flags.wholeNumber('expires-in-days') * daySeconds,
    roots: signers('root'),
    verdictKeys: keys('verdict-key').map(({ publicKey }) => publicKey),
    registrars: keys('registrar'),
    witnesses: signers('witness'),
    keySetMaxAgeSeconds: hours(flags, 'key-set-max-age-hours') ?? defaultKeySetMaxAgeSeconds,
    administratorDelaySeconds: hours(flags, 'administrator-delay-hours') ?? defaultAdministratorDelaySeconds,
  });
  return writeUnsigned(payload, flags);
};

export const editApplication: Answering = (args) => {
  const flags = readFlags(
    args,
    [
      ...['document', 'administrator', 'administrator-threshold', 'jwks-uri', 'remove-provider', 'out'],
      ...tokenSettingsFlags,
    ],
    { switches: ['no-administrators', 'unpin'] },
  );
  const { payload } = readSigned(flags.one('document'));
  const read = parseApplicationDocument(payload);
  if (!read.ok) throw new UsageError(`the document has problems:\n${describeProblems(read.problems)}`);
  const next = edited(read.document, flags);
  return writeUnsigned(encodeApplicationDocument(next), flags, payload);
};

export const sign: Answering = (args) => {
  const flags = readFlags(args, ['document', 'previous', 'key', 'out']);
  const { payload, signatures } = readSigned(flags.one('document'));
  const { kind, document } = readDocument(payload);
  const { kid, privateKey } = readPrivateKey(flags.one('key'));
  const name =
    kind === 'root' ? nameIn(document.roots.keys, kid) : nameIn(document.administrators?.keys, kid);
  const signature = signDocument(kind, payload, { kid: name, privateKey });
  const others = signatures.filter((other) => other.kid !== name);
  writeFileSync(flags.one('out'), encodeSignedDocument({ payload, signatures: [...others, signature] }));
  return `signed by ${[...others, signature].map((each) => each.kid).join(', ')}:\n${describe(payload, flags)}`;
};

export const print: Answering = (args) => {
  const flags = readFlags(args, ['previous'], { words: true });
  const [file] = flags.words;
  if (file === undefined) throw new UsageError('name the file of a document');
  const { payload, signatures } = readSigned(file);
  const by = signatures.map(({ kid }) => kid).join(', ');
  return `${describe(payload, flags)}${by === '' ? 'not signed\n' : `names as signers: ${by}\n`}`;
};

export const verify: Answering = (args, now) => {
  const flags = readFlags(args, ['document', 'baked', 'held']);
  const baked = readBakedTrust(readFileSync(flags.one('baked')));
  const signed = readFileSync(flags.one('document'));
  const { payload } = readSigned(flags.one('document'));
  const read = readDocument(payload);
  if (read.kind === 'root') {
    acceptRootDocument(baked, baked, signed, now);
    return `a signer with ${flags.one('baked')} accepts this document:\n${describeDocument(payload)}`;
  }
  const judge = (held: Parameters<typeof judgeApplicationDocument>[1], file: Uint8Array) =>
    judgeApplicationDocument(baked.document, held, read.document.applicationId, file);
  const heldFile = flags.optional('held');
  const held = heldFile === undefined ? undefined : judge(undefined, readFileSync(heldFile));
  if (held?.outcome === 'refused') throw new UsageError(`the held document ${held.problem}`);
  const judged = judge(held?.next, signed);
  if (judged.outcome === 'refused') throw new UsageError(`the document ${judged.problem}`);
  const when = judged.outcome === 'after-delay' ? 'after the delay of the root document' : 'at once';
  return `witnesses accept this document ${when}:\n${describeDocument(payload)}`;
};

function edited(document: ApplicationDocument, flags: Flags): ApplicationDocument {
  const sources = new Map(
    flags.many('jwks-uri').map((text) => {
      const [issuer = '', uri = ''] = text.split(' ');
      if (uri === '') throw new UsageError("--jwks-uri must be 'ISSUER URI', in one pair of quotes");
      return [issuer, uri];
    }),
  );
  for (const issuer of sources.keys())
    if (!document.issuers.some((known) => known.issuer === issuer))
      throw new UsageError(`the document knows no issuer ${issuer}`);
  const removed = flags.many('remove-provider');
  for (const id of removed)
    if (!document.providers.some((provider) => provider.id === id))
      throw new UsageError(`the document has no provider ${id}`);
  const named = flags.many('administrator').map((file) => ed25519Key(readPublicKey(file).publicKey));
  const { administrators: before, ...rest } = document;
  const administrators = flags.has('no-administrators')
    ? undefined
    : named.length > 0
      ? { keys: named, threshold: flags.wholeNumber('administrator-threshold') }
      : before;
  // A registrar may appoint the first administrators only with the issuers of before pinned.
  const pinned = before === undefined && administrators !== undefined ? ({ pinned: true } as const) : {};
  return {
    ...rest,
    version: document.version + 1,
    providers: withTokenSettings(document.providers, flags).filter(({ id }) => !removed.includes(id)),
    issuers: document.issuers.map((known) => {
      const uri = sources.get(known.issuer);
      const keySource = uri === undefined ? known.keySource : { jwksUri: uri };
      return flags.has('unpin') ? { issuer: known.issuer, keySource } : { ...known, keySource, ...pinned };
    }),
    ...(administrators && { administrators }),
  };
}

/** The name of the key in the document. A key that the document does not name signs under its usual one. */
function nameIn(keys: readonly DocumentKey[] | undefined, kid: string): string {
  return keys?.find((key) => key.kid.endsWith(kid))?.kid ?? kid;
}

function hours(flags: Flags, name: string): number | undefined {
  return flags.optional(name) === undefined ? undefined : flags.wholeNumber(name) * hourSeconds;
}

function writeUnsigned(payload: Uint8Array, flags: Flags, before?: Uint8Array): string {
  readDocument(payload);
  writeFileSync(flags.one('out'), encodeSignedDocument({ payload, signatures: [] }));
  return describe(payload, flags, before);
}

/** Includes what differs from the document before, or in the file `--previous`, if there is one. */
function describe(payload: Uint8Array, flags: Flags, before?: Uint8Array): string {
  const file = before === undefined ? flags.optional('previous') : undefined;
  const previous = file === undefined ? before : readSigned(file).payload;
  return `${describeDocument(payload)}${previous === undefined ? '' : describeChanges(previous, payload)}`;
}

/** A file with the signed form, or with a payload alone. */
function readSigned(file: string): SignedDocument {
  if (!existsSync(file)) throw new UsageError(`${file} does not exist`);
  const bytes = readFileSync(file);
  const parsed = parseSignedDocument(bytes, maxApplicationDocumentBytes);
  if (parsed.ok) return parsed.document;
  if (bytes.includes('"payload"'))
    throw new UsageError(`${file} is no signed document:\n${describeProblems(parsed.problems)}`);
  return { payload: bytes, signatures: [] };
}

function writeNew(file: string, content: string, mode: number): void {
  // A key that exists is never overwritten: it may be the only copy.
  writeFileSync(file, content, { mode, flag: 'wx' });
}
