import { format } from 'oxfmt';
import { readFileSync } from 'node:fs';

const options = JSON.parse(readFileSync(new URL('../../.oxfmtrc.json', import.meta.url), 'utf8'));

/** TypeScript as `pnpm fmt` writes it. Throws an Error for source that cannot be read. */
export async function formatted(source) {
  const { code, errors } = await format('source.ts', source, options);
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return code;
}
