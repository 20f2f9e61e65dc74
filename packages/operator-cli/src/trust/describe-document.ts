import {
  digestOf,
  parseApplicationDocument,
  parseRootDocument,
  type ApplicationDocument,
  type DocumentKey,
  type KeySource,
  type RootDocument,
  type Signers,
  type TokenSettings,
} from '@wallet-service/signer-protocol';
import { visibleSentence, visibleWord } from '../command-line/visible-text.js';

export type ReadDocument =
  | { readonly kind: 'root'; readonly document: RootDocument }
  | { readonly kind: 'application'; readonly document: ApplicationDocument };

/** The payload of a root document or of an application document. Throws an Error that names every problem. */
export function readDocument(payload: Uint8Array): ReadDocument {
  const root = parseRootDocument(payload);
  if (root.ok) return { kind: 'root', document: root.document };
  const application = parseApplicationDocument(payload);
  if (application.ok) return { kind: 'application', document: application.document };
  const isRoot = Buffer.from(payload).includes('"root_threshold"');
  throw new Error(
    `the document has problems:\n${describeProblems(isRoot ? root.problems : application.problems)}`,
  );
}

/**
 * What a document trusts, line by line, for the person who signs it. Text that others chose cannot end a line or
 * control a terminal: everything but visible ASCII is written as \u{…}.
 */
export function describeDocument(payload: Uint8Array): string {
  const read = readDocument(payload);
  const hash = `payload hash  ${Buffer.from(digestOf(payload)).toString('hex')}`;
  const head = read.kind === 'root' ? headOfRoot(read.document) : headOfApplication(read.document);
  return `${[...head, hash, ...factsOf(read)].join('\n')}\n`;
}

/** What `payload` says and `previous` did not (+), and the reverse (-). */
export function describeChanges(previous: Uint8Array, payload: Uint8Array): string {
  const [before, after] = [new Set(factsOf(readDocument(previous))), new Set(factsOf(readDocument(payload)))];
  const lines = [
    ...[...before].filter((fact) => !after.has(fact)).map((fact) => `- ${fact}`),
    ...[...after].filter((fact) => !before.has(fact)).map((fact) => `+ ${fact}`),
  ];
  return lines.length === 0 ? 'trusts the same as before\n' : `differs from before:\n${lines.join('\n')}\n`;
}

/** One line each, with names that others chose. */
export function describeProblems(problems: readonly string[]): string {
  return problems.map((problem) => `  ${visibleSentence(problem)}`).join('\n');
}

function headOfRoot({ version, issuedAt, expiresAt }: RootDocument): string[] {
  return [
    'root document',
    `version       ${version}`,
    `issued        ${date(issuedAt)}`,
    `expires       ${date(expiresAt)}`,
  ];
}

function headOfApplication({ applicationId, version }: ApplicationDocument): string[] {
  return [`document of   ${visibleWord(applicationId)}`, `version       ${version}`];
}

function factsOf({ kind, document }: ReadDocument): string[] {
  return kind === 'root' ? factsOfRoot(document) : factsOfApplication(document);
}

function factsOfRoot(root: RootDocument): string[] {
  return [
    ...signersOf('root', root.roots),
    ...root.verdictKeys.map((key) => `verdict key   ${base64url(key)}`),
    ...root.registrars.map((key) => keyLine('registrar', key)),
    ...signersOf('witness', root.witnesses),
    `key sets      count for ${root.keySetMaxAgeSeconds} s after a witness last saw them`,
    `administrators can be replaced by the roots after ${root.administratorDelaySeconds} s`,
  ];
}

function factsOfApplication(document: ApplicationDocument): string[] {
  return [
    `tokens        live for at most ${document.expressJwtMaxLifetimeSeconds} s`,
    ...document.providers.map(
      ({ id, issuer, audience, assertsEmail, tokenSettings }) =>
        `provider      ${visibleWord(issuer)} for ${visibleWord(audience)} (${visibleWord(id)}` +
        `${assertsEmail ? ', asserts e-mail addresses' : ''}${tokenSettings ? tokensOf(tokenSettings) : ''})`,
    ),
    ...document.issuers.map(
      ({ issuer, keySource, pinned }) =>
        `issuer        ${visibleWord(issuer)} with keys ${sourceOf(keySource)}${pinned ? ', pinned' : ''}`,
    ),
    ...(document.administrators ? signersOf('administrator', document.administrators) : []),
  ];
}

function tokensOf({ audienceMatch, audienceClaim, tokenTypes }: TokenSettings): string {
  const types = tokenTypes.map(visibleWord).join(' ');
  return `, ${audienceMatch === 'exact' ? 'exact ' : ''}audience in ${audienceClaim}, tokens of type ${types}`;
}

function sourceOf(source: KeySource): string {
  return source === 'discovery' ? 'found by discovery' : `at ${visibleWord(source.jwksUri)}`;
}

function signersOf(name: string, { keys, threshold }: Signers): string[] {
  return [
    ...keys.map((key) => keyLine(name, key)),
    `${name === 'witness' ? 'witnesses' : `${name}s`} needed ${threshold} of ${keys.length}`,
  ];
}

function keyLine(name: string, key: DocumentKey): string {
  const passkey = key.kind === 'passkey' ? ` passkey of ${visibleWord(key.rpId)}` : '';
  return `${name.padEnd(13)} ${visibleWord(key.kid)} ${base64url(key.publicKey)}${passkey}`;
}

const date = (seconds: number): string => new Date(seconds * 1000).toISOString();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
