import { printing, type Command } from '../command-line/command.js';
import { bake, keygen, print, sign, verify } from './bundle-commands.js';
import { propose } from './propose-command.js';
import { publish } from './publish-command.js';

/**
 * By name. The signer defines the rules of a trust bundle. These commands make, show and deliver what it
 * accepts.
 */
export const trustCommands: Readonly<Record<string, Command>> = {
  'trust keygen': {
    takes: '--out FILE',
    about: 'makes a trust root key: FILE (private, keep it offline) and FILE.pub',
    run: printing(keygen),
  },
  'trust propose': {
    takes: '--identity TARGET --ca FILE --cert FILE --key FILE --out APPLICATIONS',
    about: 'fetches what the identity service proposes to trust',
    run: printing(propose),
  },
  'trust bake': {
    takes:
      '--applications APPLICATIONS --root PUB… --verdict-key PUB… --version N --expires-in-days N ' +
      '[--previous OLD] --out BUNDLE',
    about: "makes a bundle, for the signer's image or to be signed",
    run: printing(bake),
  },
  'trust sign': {
    takes: '--bundle BUNDLE [--previous OLD] --key FILE --out SIGNED',
    about: 'signs an update with a trust root key, on the offline machine',
    run: printing(sign),
  },
  'trust verify': {
    takes: '--bundle SIGNED --baked BUNDLE',
    about: 'checks that a signer with that baked bundle accepts the update',
    run: printing(verify),
  },
  'trust publish': {
    takes: '--bundle SIGNED --wallet TARGET --ca FILE --cert FILE --key FILE',
    about: 'sends the update to the wallet service',
    run: printing(publish),
  },
  'trust print': {
    takes: 'FILE [--previous OLD]',
    about: 'prints what a bundle trusts and, with --previous, what differs from OLD, signed or not',
    run: printing(print),
  },
};
