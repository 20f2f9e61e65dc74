import { printing, type Command } from '../command-line/command.js';
import { editApplication, keygen, makeRoot, print, sign, verify } from './document-commands.js';
import { publish } from './publish-command.js';

/** By name. The signer defines the rules of trust. These commands make, show and deliver what it accepts. */
export const trustCommands: Readonly<Record<string, Command>> = {
  'trust keygen': {
    takes: '--out FILE',
    about: 'makes a key of a root, registrar, witness or administrator: FILE (private) and FILE.pub',
    run: printing(keygen),
  },
  'trust make-root': {
    takes:
      '--root PUB… --root-threshold M --verdict-key PUB… --registrar PUB… --witness PUB… --witness-threshold K ' +
      '--version N --expires-in-days N [--key-set-max-age-hours N] [--administrator-delay-hours N] ' +
      '[--previous OLD] --out DOCUMENT',
    about: 'makes a root document, to be signed',
    run: printing(makeRoot),
  },
  'trust edit-application': {
    takes:
      '--document CURRENT [--administrator PUB… --administrator-threshold M | --no-administrators] ' +
      "[--unpin] [--jwks-uri 'ISSUER URI'…] [--audience-match 'ID contains|exact'…] " +
      "[--audience-claim 'ID aud|azp|client_id'…] [--token-types 'ID TYPE,TYPE'…] [--remove-provider ID…] " +
      '--out DOCUMENT',
    about: "makes the next version of an application's document, to be signed",
    run: printing(editApplication),
  },
  'trust sign': {
    takes: '--document DOCUMENT [--previous OLD] --key FILE --out SIGNED',
    about: 'adds a signature of a root or an administrator, and prints what it is for',
    run: printing(sign),
  },
  'trust verify': {
    takes: '--document SIGNED --baked ROOT [--held DOCUMENT]',
    about: 'checks that signers and witnesses with that root document accept the document',
    run: printing(verify),
  },
  'trust publish': {
    takes: '--document SIGNED --identity TARGET --ca FILE --cert FILE --key FILE',
    about: 'sends a root document to the identity service',
    run: printing(publish),
  },
  'trust print': {
    takes: 'FILE [--previous OLD]',
    about: 'prints what a document trusts and, with --previous, what differs from OLD, signed or not',
    run: printing(print),
  },
};
