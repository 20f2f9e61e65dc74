import { errorCodes, type ErrorCode } from '@wallet-service/errors';
import { coreCode } from '../http/core-code.js';
import { errorMeanings } from '../openapi/error-meanings.js';
import { errorAnswers } from '../openapi/error-responses.js';
import { errorRemedies } from '../openapi/error-remedies.js';

const introduction = `## Errors

Each answer with an error has a code. Programs decide by the code, because texts may change. Express and the management
interface answer with a problem (RFC 9457). Its \`type\` is a link to the code on this page, relative to the host of the
installation. \`errors\` has one entry for each wrong field. On the Core interface the code is in capitals. The requests
for pre-generated wallets have no code: their \`error\` is a text.

Give the operator the header \`x-trace-id\` (\`trace_id\` in the body) when you report an error.`;

/** The chapter with all codes: status, cause and remedy. The page makes an anchor of each heading. */
export function errorIndex(): string {
  return [introduction, ...(Object.keys(errorCodes) as ErrorCode[]).map(entryOf)].join('\n\n');
}

function entryOf(code: ErrorCode): string {
  const [problem, core] = [errorAnswers.problem[code].status, errorAnswers.core[code].status];
  const ofCore = core === problem ? '' : `, with status ${core}`;
  return [
    `### ${code}`,
    `Status ${problem}. On the Core interface: \`${coreCode(code)}\`${ofCore}.`,
    `**Cause:** ${errorMeanings[code] ?? 'The request is refused.'}`,
    `**Remedy:** ${errorRemedies[code] ?? 'Give the operator the trace id.'}`,
  ].join('\n\n');
}
