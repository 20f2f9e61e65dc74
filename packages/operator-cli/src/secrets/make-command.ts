import path from 'node:path';
import { makePrivateFolder } from '@wallet-service/local-certificates/private-file';
import type { Command } from '../command-line/command.js';
import { readFlags } from '../command-line/flags.js';
import { serviceSecrets } from './service-secrets.js';

export const secretsMake: Command = {
  takes: '--out FOLDER',
  about: "makes the services' secrets, one file each, for example for Kubernetes Secrets",
  details: `
  --out FOLDER   the folder for them (mode 0600)

Existing files stay. \`compose init\` makes the same secrets, and more: certificates, database URLs,
witnesses' keys and a root document.`,
  run(args) {
    const folder = makePrivateFolder(path.resolve(readFlags(args, ['out']).one('out')));
    const files = Object.entries(serviceSecrets(folder)).filter(([name]) => name.endsWith('File'));
    for (const [, file] of files) console.log(file);
    console.log(`back up ${path.join(folder, 'sealing.key')}: without it no wallet opens again`);
    return 0;
  },
};
