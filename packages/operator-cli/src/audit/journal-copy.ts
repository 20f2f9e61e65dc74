import { closeSync, openSync, writeSync } from 'node:fs';
import { parseJournalPage } from '@wallet-service/journal-format';

const pageSize = 100;

/** `GET /v1/audit` of one application. */
export type JournalSource = { readonly url: string; readonly secretKey: string };

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

async function answerOf({ url, secretKey }: JournalSource, query: string): Promise<string> {
  const response = await fetch(`${url}/v1/audit?${query}`, {
    headers: { 'x-service-secret-key': secretKey },
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`GET ${url}/v1/audit answered ${response.status}: ${body}`);
  return body;
}
