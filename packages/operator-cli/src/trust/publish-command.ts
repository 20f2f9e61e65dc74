import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, definitions } from '@wallet-service/grpc';
import type { Answering } from '../command-line/command.js';
import { readFlags } from '../command-line/flags.js';

const deadlineMs = 10_000;

/**
 * Sends a signed root document to the identity service, which brings it to witnesses and signers. Uses the
 * operator's certificate.
 */
export const publish: Answering = async (args) => {
  const flags = readFlags(args, ['document', 'identity', 'ca', 'cert', 'key']);
  const client = connect({
    definition: definitions.identity,
    targets: flags.many('identity'),
    tls: {
      ca: readFileSync(flags.one('ca')),
      cert: readFileSync(flags.one('cert')),
      key: readFileSync(flags.one('key')),
    },
    serverName: 'identity',
  });
  try {
    const signedDocument = readFileSync(flags.one('document'));
    const { version } = await client.call(
      'PublishRootDocument',
      { signedDocument },
      { deadlineMs, traceId: randomUUID() },
    );
    return `published version ${version}\n`;
  } finally {
    client.close();
  }
};
