import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import {
  endOfPage,
  entriesOfPage,
  parseJournalPage,
  type JournalFound,
  type JournalPageJson,
  type PlacedEntry,
} from '@wallet-service/journal-format';

/**
 * A copy of one application's journal: the answers of `GET /v1/audit` from the entry `from` to the last, one per line.
 * The last one names the end of the journal.
 */
export async function readExportedJournal(file: string, from: bigint): Promise<JournalFound> {
  let last: JournalPageJson | undefined;
  for await (const page of pagesOf(file)) last = page;
  if (!last) throw new Error(`${file} is empty`);
  return { ...endOfPage(last), entries: entriesOf(file), from };
}

async function* pagesOf(file: string): AsyncGenerator<JournalPageJson> {
  const lines = createInterface({ input: createReadStream(file, 'utf8'), crlfDelay: Infinity });
  for await (const line of lines) if (line !== '') yield parseJournalPage(line);
}

async function* entriesOf(file: string): AsyncGenerator<PlacedEntry> {
  for await (const page of pagesOf(file)) yield* entriesOfPage(page);
}
