import path from 'node:path';
import Type, { type TString } from 'typebox';
import { secretText } from './secret-text.js';

type Form = 'one' | 'sentinel' | 'cluster';
type Credentials = { readonly username?: string; readonly password?: string };

/** Where a Redis is, and how it is spoken to. */
export type RedisServers = Credentials & {
  /** `one`: a single address. `sentinel`: `hosts` are sentinels, which know the primary. `cluster`: nodes of it. */
  readonly form: Form;
  readonly hosts: readonly { readonly host: string; readonly port: number }[];
  /** The number of the database. 0 unless the form is `one`. */
  readonly database: number;
  /** With `sentinel`: the name under which the sentinels know the primary. */
  readonly primary: string;
  readonly sentinel: Credentials;
  /** With TLS: the PEM file of the authorities, or undefined for those that Node trusts. */
  readonly tls: { readonly caFile: string | undefined } | undefined;
};

/** The schema of a variable with the URL of a Redis. `readConfig` refuses what `parseRedisUrl` does. */
export function redisUrl(): TString {
  return Type.Refine(
    secretText(),
    (url) => mistakeIn(url) === undefined,
    (url) => mistakeIn(url) ?? '',
  );
}

function mistakeIn(url: string): string | undefined {
  try {
    parseRedisUrl(url);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const schemes = ['redis', 'rediss', 'redis+sentinel', 'rediss+sentinel', 'redis+cluster', 'rediss+cluster'];
const parts =
  /^(?<scheme>[a-z+]+):\/\/((?<user>[^:/?#@]*)(:(?<password>[^/?#@]*))?@)?(?<hosts>[^/?#@]*)(\/(?<place>[^?#@]*))?(\?(?<query>[^#]*))?$/;

/**
 * Reads one of the forms in docs/configuration.md. Throws a RangeError that says how the URL must be. It does not
 * quote the URL, because that has passwords in it.
 */
export function parseRedisUrl(url: string): RedisServers {
  const scheme = schemes.find((each) => url.startsWith(`${each}://`));
  if (scheme === undefined) throw new RangeError(`must begin with one of ${schemes.join(', ')}, and ://`);
  const found = parts.exec(url)?.groups;
  if (!found) throw new RangeError('must have each / ? # @ of a user name or password percent-encoded');
  const form = (scheme.split('+')[1] ?? 'one') as Form;
  return {
    form,
    hosts: hostsOf(found['hosts'] ?? '', form),
    ...credentialsOf(decoded(found['user']), decoded(found['password'])),
    ...placeOf(found['place'] ?? '', form),
    ...optionsOf(new URLSearchParams(found['query']), form, scheme.startsWith('rediss')),
  };
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text);
  } catch {
    throw new RangeError('must have each % of a user name or password percent-encoded, as %25');
  }
}

// Redis before 6 has no users, and its URL has a password only.
function credentialsOf(username: string | undefined, password: string | undefined): Credentials {
  return { ...(username && { username }), ...(password && { password }) };
}

const address = /^(\[(?<v6>[0-9a-f:.]+)\]|(?<name>[\w.-]+))(:(?<port>\d{1,5}))?$/i;

function hostsOf(text: string, form: Form): RedisServers['hosts'] {
  const hosts = text.split(',').map((each) => {
    const found = address.exec(each)?.groups;
    const host = found?.['v6'] ?? found?.['name'];
    const port = Number(found?.['port'] ?? (form === 'sentinel' ? 26_379 : 6_379));
    if (host === undefined || port < 1 || port > 65_535)
      throw new RangeError(
        'must have hosts such as redis.example:6379 or [2001:db8::1]:6379, with a comma between',
      );
    return { host, port };
  });
  if (hosts.length > 1 && form === 'one')
    throw new RangeError('must have one host: several need redis+sentinel:// or redis+cluster://');
  return hosts;
}

function placeOf(text: string, form: Form): Pick<RedisServers, 'database' | 'primary'> {
  if (form === 'sentinel') {
    if (/^[\w.-]+$/.test(text)) return { database: 0, primary: text };
    throw new RangeError(
      'must have / and the name under which the sentinels know the primary, after the hosts',
    );
  }
  if (!/^\d{0,3}$/.test(text) || (form === 'cluster' && Number(text) > 0))
    throw new RangeError(
      'must have nothing after the hosts but / and the number of a database, 0 in a cluster',
    );
  return { database: Number(text), primary: '' };
}

function optionsOf(
  options: URLSearchParams,
  form: Form,
  isTls: boolean,
): Pick<RedisServers, 'sentinel' | 'tls'> {
  const known = form === 'sentinel' ? ['ca', 'sentinel_username', 'sentinel_password'] : ['ca'];
  const names = [...options.keys()];
  if (names.length > new Set(names).size || names.some((name) => !known.includes(name)))
    throw new RangeError(`must have no option but ${known.join(', ')}, and each only once`);
  const option = (name: string): string | undefined => options.get(name) ?? undefined;
  const caFile = option('ca');
  if (caFile !== undefined && !isTls) throw new RangeError('must begin with rediss if it has the option ca');
  if (caFile !== undefined && !path.isAbsolute(caFile))
    throw new RangeError('must have the absolute path of a file as the option ca');
  return {
    sentinel: credentialsOf(option('sentinel_username'), option('sentinel_password')),
    tls: isTls ? { caFile } : undefined,
  };
}
