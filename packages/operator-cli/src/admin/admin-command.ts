import type { Command } from '../command-line/command.js';
import { readFlags } from '../command-line/flags.js';
import { administrate, adminRequest } from './administrate.js';

export const admin: Command = {
  takes: '[--url URL] [--operator-key-file FILE] WORDS',
  about: 'tenants, their secret keys and features, over the operator interface',
  details: `
  application create NAME                   a new tenant, with its API key and its first secret key (shown only now)
  application list [AFTER]                  the tenants, 100 a page; AFTER is the page's \`next\`
  application show ID
  application feature ID NAME on|off        such as pregenerated_wallets
  key issue APPLICATION [--label TEXT] [--scope SCOPE]... [--expires TIME]
                                            another secret key (shown only now); without --scope and --expires it has
                                            no limits. TIME: 2027-01-31 or 2027-01-31T18:00Z
  key list APPLICATION
  key revoke APPLICATION KEY

  --url                 default: GATEWAY_URL; in the repository, the stack that runs in DATA_DIR
  --operator-key-file   default: OPERATOR_KEY_FILE, or that stack's`,
  async run(args, surroundings) {
    const flags = readFlags(args, ['url', 'operator-key-file', 'label', 'scope', 'expires'], { words: true });
    const named = { url: flags.optional('url'), operatorKeyFile: flags.optional('operator-key-file') };
    const limits = { scopes: flags.many('scope'), expires: flags.optional('expires') };
    const request = adminRequest(flags.words, { label: flags.optional('label'), ...limits });
    const answer = await administrate(await surroundings.adminTarget(named), request);
    console.log(answer === undefined ? 'done' : JSON.stringify(answer, undefined, 2));
    return 0;
  },
};
