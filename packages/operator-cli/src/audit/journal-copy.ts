import { closeSync, openSync, writeSync } from 'node:fs';
import { parseJournalPage } from '@wallet-service/journal-format';

const pageSize = 100;

/**
 * Copies an application's whole journal from `GET /v1/audit` to a file of mode 0600, one answer per line.
 * Throws an Error for any answer but 200.
 */
export async function copyJournal(url: string, secretKey: string, file: string): Promise<void> {
  const handle = openSync(file, 'w', 0o600);
  try {
    for (let after: string | null = '0'; after !== null;) {
      const response: Response = await fetch(`${url}/v1/audit?after=${after}&limit=${pageSize}`, {
        headers: { 'x-service-secret-key': secretKey },
      });
      const body = await response.text();
      if (!response.ok) throw new Error(`GET ${url}/v1/audit answered ${response.status}: ${body}`);
      after = parseJournalPage(body).next;
      writeSync(handle, `${body}\n`);
    }
  } finally {
    closeSync(handle);
  }
}
