// The files that each service can read, from docs/configuration.md. A test compares that page with the code.
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../docs/configuration.md', import.meta.url), 'utf8');
const withDatabase = ['identity', 'policy', 'wallet', 'webhooks'];

/** The signer's root document is in its image, and production refuses an authority of emulators. */
const neverGiven = { 'enclave-signer': ['ROOT_DOCUMENT_FILE', 'KMS_CA_FILE'] };
/** Only jobs have these. */
const ofTheOwner = 'MIGRATION_DATABASE_URL_FILE';

function filesIn(section) {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  const rows = [...(text ?? '').matchAll(/^\| `(\w+)` \| (.+?) \|/gm)];
  if (rows.length === 0) throw new Error(`docs/configuration.md has no table ${section}`);
  return rows
    .flatMap(([, name, type]) =>
      type === 'secret text' ? [`${name}_FILE`] : name.endsWith('_FILE') ? [name] : [],
    )
    .filter((name) => ![...(neverGiven[section] ?? []), ofTheOwner].includes(name));
}

const ofDatabase = filesIn('Every service with a database');

/** Names of variables, by service. */
export const filesOfServices = {
  ...Object.fromEntries(withDatabase.map((service) => [service, [...ofDatabase, ...filesIn(service)]])),
  gateway: filesIn('gateway'),
  witness: [...ofDatabase.filter((name) => name.startsWith('TLS_')), ...filesIn('witness')],
  signer: filesIn('enclave-signer'),
};
