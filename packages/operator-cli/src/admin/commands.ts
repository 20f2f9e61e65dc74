import { expectJson } from '../http/http-json.js';

export type AdminTarget = { readonly url: string; readonly operatorKey: string };
export class AdminUsageError extends Error {}

export const adminUsage = `pnpm admin [--url URL] [--operator-key-file FILE] <command>

application create NAME                   a new tenant, with its API key and its first secret key (shown only now)
application list [AFTER]                  the tenants, 100 a page; AFTER is the page's \`next\`
application show ID
application feature ID NAME on|off        such as pregenerated_wallets
key issue APPLICATION                     one more secret key (shown only now)
key list APPLICATION
key revoke APPLICATION KEY

Without --url: EXPRESS_URL, or the stack that runs in DATA_DIR. Without --operator-key-file: OPERATOR_KEY_FILE, or that stack's.
`;

type Command = (args: readonly string[]) => {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
};

const applications = '/v1/admin/application';

const commands: Readonly<Record<string, Command>> = {
  'application create': (args) => {
    const [name] = exactly(args, 1);
    return { method: 'POST', path: applications, body: { name } };
  },
  'application list': (args) => {
    const after = args[0] === undefined ? '' : `&after=${segment(args[0])}`;
    return { method: 'GET', path: `${applications}?limit=100${after}` };
  },
  'application show': (args) => {
    const [id] = exactly(args, 1);
    return { method: 'GET', path: `${applications}/${segment(id)}` };
  },
  'application feature': (args) => {
    const [id, feature, state] = exactly(args, 3);
    if (state !== 'on' && state !== 'off') throw new AdminUsageError('say on or off');
    const features = { [feature ?? '']: state === 'on' };
    return { method: 'PATCH', path: `${applications}/${segment(id)}`, body: { features } };
  },
  'key issue': (args) => {
    const [id] = exactly(args, 1);
    return { method: 'POST', path: `${applications}/${segment(id)}/secret_key` };
  },
  'key list': (args) => {
    const [id] = exactly(args, 1);
    return { method: 'GET', path: `${applications}/${segment(id)}/secret_key` };
  },
  'key revoke': (args) => {
    const [id, key] = exactly(args, 2);
    return { method: 'DELETE', path: `${applications}/${segment(id)}/secret_key/${segment(key)}` };
  },
};

/** Carries out one command over the operator interface. Returns what the service answered; throws AdminUsageError for unknown words. */
export async function administrate(target: AdminTarget, words: readonly string[]): Promise<unknown> {
  const command = commands[words.slice(0, 2).join(' ')];
  if (!command) throw new AdminUsageError('name one of the commands');
  const { method, path, body } = command(words.slice(2));
  return expectJson(`${target.url}${path}`, {
    method,
    headers: { 'x-service-operator-key': target.operatorKey },
    ...(body !== undefined && { body }),
  });
}

function exactly(args: readonly string[], count: number): readonly string[] {
  if (args.length !== count) throw new AdminUsageError(`the command takes ${count} arguments`);
  return args;
}

function segment(text: string | undefined): string {
  return encodeURIComponent(text ?? '');
}
