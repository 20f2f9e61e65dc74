import { closeSync, openSync, writeSync } from 'node:fs';
import { parseJournalPage } from '@wallet-service/journal-format';

const pageSize = 100;

/** Where the journal is read: `/v1/audit` of an application, or `/v1/admin/audit`, with the header of a key. */
export type JournalSource = { readonly url: string; readonly headers: Readonly<Record<string, string>> };

/**
 * Copies an application's journal from its entry `from` on to a file of mode 0600, one answer per line. Throws an
 * Error for any answer but 200.
 */
export async function copyJournal(source: JournalSource, file: string, from: bigint): Promise<void> {
  const handle = openSync(file, 'w', 0o600);
  try {
    for (let after: string | null = String(from - 1n); after !== null;) {
      const body = await answerOf(source, `after=${after}&limit=${pageSize}`);
      after = parseJournalPage(body).next;
      writeSync(handle, `${body}\n`);
    }
  } finally {
    closeSync(handle);
  }
}

/** The application whose journal it is. */
export async function applicationOf(source: JournalSource): Promise<string> {
  return parseJournalPage(await answerOf(source, 'limit=1')).application_id;
}

async function answerOf({ url, headers }: JournalSource, query: string): Promise<string> {
  const response = await fetch(`${url}?${query}`, { headers });
  const body = await response.text();
  if (!response.ok) throw new Error(`GET ${url} answered ${response.status}: ${body}`);
  return body;
}
