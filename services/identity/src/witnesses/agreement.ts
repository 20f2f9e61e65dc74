import {
  demandAgreement,
  digestOf,
  Refused,
  statementOf,
  type Agreed,
  type RootDocument,
} from '@wallet-service/signer-protocol';
import type { WitnessAnswer } from './ask-witnesses.js';

/** A statement as messages carry it. */
export type WireStatement = NonNullable<WitnessAnswer['statement']>;

/** A content that witnesses state to be the newest, with their statements. */
export type Stated = { readonly content: Uint8Array; readonly statement: WireStatement };

export type Agreement = Agreed & {
  readonly content: Uint8Array;
  /** Of every witness that states this content. */
  readonly statements: readonly WireStatement[];
};

/** The content that enough witnesses agree on, by the same rule as in a signer. `nowMs`: milliseconds. */
export function agreementOn(
  root: RootDocument,
  subject: string,
  stated: readonly Stated[],
  nowMs: number,
): Agreement | undefined {
  const contents = new Map(stated.map(({ content }) => [hexOf(content), content]));
  for (const [digest, content] of contents) {
    const statements = stated.filter((one) => hexOf(one.content) === digest).map((one) => one.statement);
    const agreed = agreedOn(root, subject, content, statements, nowMs);
    if (agreed) return { ...agreed, content, statements };
  }
  return undefined;
}

function agreedOn(
  root: RootDocument,
  subject: string,
  content: Uint8Array,
  statements: readonly WireStatement[],
  nowMs: number,
): Agreed | undefined {
  try {
    return demandAgreement(
      root,
      subject,
      digestOf(content),
      statements.map(statementOf),
      Math.floor(nowMs / 1000),
    );
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function hexOf(content: Uint8Array): string {
  return Buffer.from(digestOf(content)).toString('hex');
}
