import path from 'node:path';
import { readArguments } from '@wallet-service/operator-cli/read-arguments';
import { runCommand } from './command/run-command.js';
import { makeComposeFiles } from '@wallet-service/operator-cli/compose';
import { repositoryRoot } from './command/repository-root.js';

/** The user of the images. */
const imageUser = 1000;

const { values } = readArguments(
  `pnpm compose:init: certificates, secrets and the first trust bundle for docker-compose.yml
  --out FOLDER   where they go (deploy/local)
  --host NAME    a name or address of the load balancer, as often as needed (localhost, 127.0.0.1)`,
  {
    out: { type: 'string', default: path.join(repositoryRoot(), 'deploy/local') },
    host: { type: 'string', multiple: true, default: ['localhost', '127.0.0.1'] },
  },
);

await runCommand(async ({ announce }) => {
  const uid = process.getuid?.() ?? imageUser;
  const owner = uid === 0 ? { uid: imageUser, gid: imageUser } : undefined;
  const files = await makeComposeFiles({ folder: values.out, hosts: values.host, owner, now: new Date() });
  announce(`certificates, secrets and the baked trust bundle are in ${values.out}`);
  if (files.trustRootKeyFile !== undefined)
    announce(
      `move ${files.trustRootKeyFile} to a machine without a network: whoever has it decides whom the signer trusts`,
    );
  announce(`back up ${path.join(values.out, 'secrets/root.key')}: without it no wallet opens again`);
  if (uid !== 0 && uid !== imageUser)
    announce(
      `the files belong to you, so run: export SERVICE_UID=${uid} SERVICE_GID=${process.getgid?.() ?? uid}`,
    );
  announce('next: docker compose --profile operator build && docker compose up --detach');
});
