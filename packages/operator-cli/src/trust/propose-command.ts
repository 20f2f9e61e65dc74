import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, definitions } from '@wallet-service/grpc';
import type { Answering } from '../command-line/command.js';
import { readFlags } from '../command-line/flags.js';

const deadlineMs = 10_000;

/** Fetches identity's proposal, with the operator's certificate. It is the input of `bake`. */
export const propose: Answering = async (args) => {
  const flags = readFlags(args, ['identity', 'ca', 'cert', 'key', 'out']);
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
    const { applicationsJson } = await client.call(
      'ProposeTrustBundle',
      {},
      { deadlineMs, traceId: randomUUID() },
    );
    const applications = JSON.parse(applicationsJson) as unknown[];
    writeFileSync(flags.one('out'), `${JSON.stringify(applications, undefined, 2)}\n`);
    return `${applications.length} applications in ${flags.one('out')}\n`;
  } finally {
    client.close();
  }
};
