/** What a server must be like (libpq's `target_session_attrs`). */
export type Wanted = 'any' | 'read-write' | 'read-only' | 'primary' | 'standby';

/** One server of a database URL, in the order in which they are tried. */
export type ServerToTry = {
  /** A URL that names only this server. */
  readonly url: string;
  readonly wanted: Wanted;
};

const wantedValues = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'];
const mostServers = 8;

/**
 * The servers of a database URL, `postgres://role:password@host:port,host:port/database?…` (libpq, "Specifying
 * Multiple Hosts"). Without `target_session_attrs` several servers are asked for one that can write, unlike libpq,
 * and a single one is taken as it is. `sslmode` `require`, `prefer` and `verify-ca` mean `verify-full`. Throws an
 * Error that doesn't contain the URL.
 */
export function serversOf(url: string): readonly ServerToTry[] {
  const { before, hosts, after } = partsOf(url);
  const [path, search] = splitOnce(after, '?');
  const query = new URLSearchParams(search);
  const several = hosts.length > 1;
  const wanted = query.get('target_session_attrs') ?? (several ? 'read-write' : 'any');
  if (!wantedValues.includes(wanted))
    throw new Error(`target_session_attrs of the database URL must be one of ${wantedValues.join(', ')}`);
  query.delete('target_session_attrs');
  if (['require', 'prefer', 'verify-ca'].includes(query.get('sslmode') ?? ''))
    query.set('sslmode', 'verify-full');
  const rest = query.size === 0 ? path : `${path}?${query.toString().replaceAll('+', '%20')}`;
  const urls = hosts.map((host) => `${before}${host}${rest}`);
  // A single server without a name is a socket, which `host` names.
  const isNamed = several || hosts[0] !== '';
  if (
    hosts.length > mostServers ||
    (isNamed && (hosts.includes('') || !urls.every((one) => URL.canParse(one))))
  )
    throw new Error(
      `the database URL must name 1 to ${mostServers} servers, as host:port, with a comma between them`,
    );
  const all = (as: Wanted): ServerToTry[] => urls.map((one) => ({ url: one, wanted: as }));
  return wanted === 'prefer-standby' ? [...all('standby'), ...all('any')] : all(wanted as Wanted);
}

/** Changes a database URL, whose host in `edit` stands for all of its servers. */
export function editDatabaseUrl(url: string, edit: (parts: URL) => void): string {
  const { before, hosts, after } = partsOf(url);
  const placeholder = 'the.servers';
  const parts = new URL(`${before}${placeholder}${after}`);
  edit(parts);
  const [head, tail] = splitOnce(parts.href, placeholder);
  return `${head}${hosts.join(',')}${tail}`;
}

export function credentialsOf(url: string): { readonly role: string; readonly password: string } {
  const { username, password } = new URL(`${partsOf(url).before}host`);
  return { role: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** Undefined when it names none. Throws as `serversOf` does. */
export function databaseNameOf(url: string): string | undefined {
  const [path] = splitOnce(partsOf(url).after, '?');
  return decodeURIComponent(path.slice(1)) || undefined;
}

function partsOf(url: string): {
  readonly before: string;
  readonly hosts: readonly string[];
  readonly after: string;
} {
  const [, scheme, authority, after] = /^(postgres(?:ql)?:\/\/)([^/?#]*)([^#]*)$/.exec(url) ?? [];
  if (scheme === undefined || authority === undefined || after === undefined)
    throw new Error(
      'the database URL must begin with postgres:// and percent-encode / ? and # in its password',
    );
  const hostsAt = authority.lastIndexOf('@') + 1;
  return {
    before: scheme + authority.slice(0, hostsAt),
    hosts: authority.slice(hostsAt).split(','),
    after,
  };
}

function splitOnce(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
