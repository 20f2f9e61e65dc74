import path from 'node:path';
import type { Command } from '../command-line/command.js';
import { readFlags } from '../command-line/flags.js';
import { makeComposeFiles } from './compose-files.js';

/** The user of the images. */
const imageUser = 1000;

export const composeInit: Command = {
  takes: '[--out FOLDER] [--host NAME…]',
  about: 'makes certificates, secrets and the first root document for docker-compose.yml',
  details: `
  --out FOLDER   the folder for them (deploy/local)
  --host NAME    a name or address of the load balancer, as often as needed (localhost, 127.0.0.1)

Existing files stay, except certificates of our own authority that expire within 30 days.`,
  async run(args) {
    const flags = readFlags(args, ['out', 'host']);
    const folder = path.resolve(flags.optional('out') ?? 'deploy/local');
    const named = flags.many('host');
    const hosts = named.length > 0 ? named : ['localhost', '127.0.0.1'];
    const uid = process.getuid?.() ?? imageUser;
    const owner = uid === 0 ? { uid: imageUser, gid: imageUser } : undefined;
    const made = await makeComposeFiles({ folder, hosts, owner, now: new Date() });
    console.log(`certificates, secrets and the public halves of the keys of trust are in ${folder}`);
    if (made.rootKeyFile !== undefined)
      console.log(
        `move ${made.rootKeyFile} to a machine without a network: anyone who has it decides whom the signer trusts`,
      );
    if (made.hasBundleOnly)
      console.log(
        'this installation has a trust bundle of an earlier version and no root document: ' +
          'see "From trust bundles to witnesses" in deploy/runbook/trust.md',
      );
    console.log(`back up ${path.join(folder, 'secrets/sealing.key')}: without it no wallet opens again`);
    if (uid !== 0 && uid !== imageUser)
      console.log(
        `the files belong to you, so run: export SERVICE_UID=${uid} SERVICE_GID=${process.getgid?.() ?? uid}`,
      );
    console.log(
      'next: docker compose --profile operator build, and the first start as deploy/runbook.md says',
    );
    return 0;
  },
};
