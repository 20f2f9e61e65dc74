import {
  demandAgreement,
  digestOf,
  Refused,
  statementOf,
  testimonyOf,
  type Agreed,
  type RootDocument,
  type Testimony,
} from '@wallet-service/signer-protocol';
import type { AnswerOf, WitnessAnswer } from './ask-witnesses.js';

/** A statement as messages carry it. */
export type WireStatement = NonNullable<WitnessAnswer['statement']>;

/** A content that enough witnesses state to be the newest. */
export type Agreement = Agreed & { readonly content: Uint8Array };

export function statementsIn(answers: readonly AnswerOf[]): readonly WireStatement[] {
  return answers.flatMap(({ answer }) => answer.statement ?? []);
}

/** What the answers state, for the same rule as in a signer. `nowMs`: milliseconds. */
export function testimonyIn(root: RootDocument, answers: readonly AnswerOf[], nowMs: number): Testimony {
  return testimonyOf(root, statementsIn(answers).map(statementOf), Math.floor(nowMs / 1000));
}

/** The one of the contents that enough witnesses agree on. */
export function agreementOn(
  testimony: Testimony,
  subject: string,
  contents: readonly Uint8Array[],
): Agreement | undefined {
  const different = new Map(contents.map((content) => [hexOf(content), content]));
  for (const content of different.values()) {
    const agreed = agreedOn(testimony, subject, content);
    if (agreed) return { ...agreed, content };
  }
  return undefined;
}

function agreedOn(testimony: Testimony, subject: string, content: Uint8Array): Agreed | undefined {
  try {
    return demandAgreement(testimony, subject, digestOf(content));
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function hexOf(content: Uint8Array): string {
  return Buffer.from(digestOf(content)).toString('hex');
}
