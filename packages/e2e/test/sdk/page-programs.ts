import { readFileSync } from 'node:fs';
import path from 'node:path';

// The snippets of a page, as programs. All snippets of a language are one program, in their order, so a reader who
// copies them one after the other has it too.

type Language = 'ts' | 'sh' | 'py';
export type PageProgram = {
  readonly language: Language;
  readonly code: string;
  /** What it prints, as the page says in blocks of `text`. `…` stands for anything. */
  readonly prints: string;
  /** False for fragments, which the page calls so, with a reason. */
  readonly runs: boolean;
};
export type Page = {
  readonly programs: readonly PageProgram[];
  /** What the page prints of a file, and the file. */
  readonly excerpts: readonly { readonly file: string; readonly code: string }[];
};

const fence = /^(?:(.*)\n\n?)?```(\w*)\n([^]*?)^```$/gm;
const isFragment = /Not run by our tests: \w[^]*[.:]$/;
const excerptOf = /^From \[.*\]\(([^)]+)\):$/;

export function readPage(file: string): Page {
  const page: Reading = { whole: new Map(), fragments: [], last: undefined };
  const excerpts: { file: string; code: string }[] = [];
  for (const [, before = '', language = '', code = ''] of readFileSync(file, 'utf8').matchAll(fence)) {
    const [, source] = excerptOf.exec(before) ?? [];
    if (source !== undefined) excerpts.push({ file: path.resolve(path.dirname(file), source), code });
    else if (language === 'json') JSON.parse(code);
    else if (language === 'text') addOutput(page, code);
    else if (language === 'ts' || language === 'sh' || language === 'py')
      addCode(page, language, code, isFragment.test(before));
    else throw new Error(`${file}: a block in the language "${language}", which no test runs`);
  }
  const whole = [...page.whole].map(([language, written]) => ({ language, ...written, runs: true }));
  return { programs: [...whole, ...page.fragments], excerpts };
}

type Written = { code: string; prints: string };
type Reading = {
  readonly whole: Map<Language, Written>;
  readonly fragments: PageProgram[];
  /** Whose output follows. */
  last: Language | undefined;
};

function addCode(page: Reading, language: Language, code: string, fragment: boolean): void {
  if (fragment) {
    page.fragments.push({ language, code, prints: '', runs: false });
    return;
  }
  const { code: sofar = '', prints = '' } = page.whole.get(language) ?? {};
  page.whole.set(language, { code: sofar + code, prints });
  page.last = language;
}

function addOutput({ whole, last }: Reading, output: string): void {
  const program = last && whole.get(last);
  if (!program) throw new Error(`nothing prints this:\n${output}`);
  program.prints += output;
}

/** Whether that is what the page says. White space does not count. */
export function isAsPrinted(output: string, prints: string): boolean {
  const bare = (text: string): string => text.replace(/\s+/g, '');
  const parts = bare(prints)
    .split('…')
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('.*?')}$`).test(bare(output));
}
