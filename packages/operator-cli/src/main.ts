import { Refused } from '@wallet-service/signer-protocol';
import { bake, keygen, print, sign, verify, type Command } from './trust/bundle-commands.js';
import { UsageError } from './command-line/flags.js';
import { propose } from './trust/propose-command.js';
import { publish } from './trust/publish-command.js';
import { verifyAttestation } from './attestation/verify-attestation-command.js';
import { visibleSentence } from './command-line/visible-text.js';

const commands: Readonly<Record<string, Command>> = {
  keygen,
  propose,
  bake,
  sign,
  verify,
  publish,
  print,
  'verify-attestation': verifyAttestation,
};

const usage = `pnpm trust <command>

keygen  --out FILE                                    a new root key: FILE (private, keep it offline) and FILE.pub
propose --identity TARGET --ca F --cert F --key F --out APPLICATIONS
                                                      what the identity service proposes to trust
bake    --applications APPLICATIONS --root PUB… --verdict-key PUB… --version N --expires-in-days N [--previous OLD] --out BUNDLE
                                                      a bundle, for the signer's image or to be signed
sign    --bundle BUNDLE [--previous OLD] --key FILE --out SIGNED
                                                      signs an update with a root key, on the offline machine
verify  --bundle SIGNED --baked BUNDLE                whether a signer with that baked bundle accepts the update
publish --bundle SIGNED --wallet TARGET --ca F --cert F --key F
                                                      hands the update to the wallet service
print   FILE [--previous OLD]                         what a bundle trusts; --previous: and what differs from OLD, signed or not
verify-attestation --url URL --measurements FILE [--root PEM]
                                                      whether every signer that a gateway shows runs the published enclave image; also
                                                      pnpm attest:verify. --root: another than AWS's, for emulators; proves nothing
`;

const [name, ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name ?? '') ? commands[name ?? ''] : undefined;
try {
  if (name === '--help') {
    process.stdout.write(usage);
    process.exit(0);
  }
  if (!command) throw new UsageError('name one of the commands');
  process.stdout.write(await command(args, Math.floor(Date.now() / 1000)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (error instanceof Refused) process.stderr.write(`${visibleSentence(JSON.stringify(error.details))}\n`);
  if (error instanceof UsageError) process.stderr.write(`\n${usage}`);
  process.exitCode = 1;
}
