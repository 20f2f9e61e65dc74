import type { Command } from '../command-line/command.js';
import { readFlags } from '../command-line/flags.js';
import { operatorConfig } from '../config.js';
import { administrate, adminRequest, withLink } from './administrate.js';

const taken = [
  ...['url', 'operator-key-file', 'console-url', 'label', 'scope', 'expires'],
  ...['application', 'role', 'email'],
];

export const admin: Command = {
  takes: '[--url URL] [--operator-key-file FILE] WORDS',
  about: 'tenants, their secret keys and features, and people, over the operator interface',
  details: `
  application create NAME                   a new tenant, with its API key and its first secret key (shown only now)
  application list [AFTER]                  the tenants, 100 a page; AFTER is the page's \`next\`
  application show ID
  application feature ID NAME on|off        such as pregenerated_wallets
  application unblock ID                    no change of it needs approvals any more, because its owners are gone
  key issue APPLICATION [--label TEXT] [--scope SCOPE]... [--expires TIME]
                                            another secret key (shown only now); without --scope and --expires it has
                                            no limits. TIME: 2027-01-31 or 2027-01-31T18:00Z
  key list APPLICATION
  key revoke APPLICATION KEY
  person invite NAME --operator | --application ID --role ROLE  [--email ADDRESS]
                                            somebody who may sign in; the invitation is shown only now. ROLE: owner,
                                            developer, auditor, support. ADDRESS: for an identity provider of people
  person list [AFTER]
  person reinvite PERSON                    another invitation, for a person who has lost their passkeys
  person disable PERSON                     ends all access of a person, for good

  --url                 default: GATEWAY_URL; in the repository, the stack that runs in DATA_DIR
  --operator-key-file   default: OPERATOR_KEY_FILE, or that stack's
  --console-url         default: CONSOLE_URL. With it, invitations are shown as links of the console, too`,
  async run(args, surroundings) {
    const flags = readFlags(args, taken, { words: true, switches: ['operator'] });
    const named = { url: flags.optional('url'), operatorKeyFile: flags.optional('operator-key-file') };
    const limits = { scopes: flags.many('scope'), expires: flags.optional('expires') };
    const access = {
      isOperator: flags.has('operator'),
      application: flags.optional('application'),
      role: flags.optional('role'),
      email: flags.optional('email'),
    };
    const request = adminRequest(flags.words, { label: flags.optional('label'), ...limits, ...access });
    const answer = await administrate(await surroundings.adminTarget(named), request);
    const shown = withLink(answer, flags.optional('console-url') ?? operatorConfig().consoleUrl);
    console.log(shown === undefined ? 'done' : JSON.stringify(shown, undefined, 2));
    return 0;
  },
};
