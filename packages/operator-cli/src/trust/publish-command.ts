import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { connect, definitions } from '@wallet-service/grpc';
import type { Answering } from '../command-line/command.js';
import { readFlags } from '../command-line/flags.js';

const deadlineMs = 10_000;

/**
 * Sends a signed bundle to the wallet service, which delivers it to every signer. Uses the operator's
 * certificate.
 */
export const publish: Answering = async (args) => {
  const flags = readFlags(args, ['bundle', 'wallet', 'ca', 'cert', 'key']);
  const client = connect({
    definition: definitions.wallet,
    targets: flags.many('wallet'),
    tls: {
      ca: readFileSync(flags.one('ca')),
      cert: readFileSync(flags.one('cert')),
      key: readFileSync(flags.one('key')),
    },
    serverName: 'wallet',
  });
  try {
    const signedBundle = readFileSync(flags.one('bundle'));
    const { version } = await client.call(
      'PublishTrustBundle',
      { signedBundle },
      { deadlineMs, traceId: randomUUID() },
    );
    return `published version ${version}\n`;
  } finally {
    client.close();
  }
};
