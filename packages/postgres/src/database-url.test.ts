import { credentialsOf, databaseNameOf, editDatabaseUrl, serversOf } from './database-url.js';

describe('serversOf', () => {
  it.each([
    ['postgres://u:p@h:5432/db', ['postgres://u:p@h:5432/db any']],
    ['postgresql://u:p%40@h/db?sslmode=disable', ['postgresql://u:p%40@h/db?sslmode=disable any']],
    ['postgres://u:p@h/db?target_session_attrs=primary', ['postgres://u:p@h/db primary']],
    ['postgres://u@a:1,b:2/db', ['postgres://u@a:1/db read-write', 'postgres://u@b:2/db read-write']],
    [
      'postgres://u:p@[::1]:5432,b/db?sslmode=require&sslrootcert=/a%20b&target_session_attrs=any',
      [
        'postgres://u:p@[::1]:5432/db?sslmode=verify-full&sslrootcert=%2Fa%20b any',
        'postgres://u:p@b/db?sslmode=verify-full&sslrootcert=%2Fa%20b any',
      ],
    ],
    [
      'postgres://u@a,b/db?target_session_attrs=prefer-standby',
      ['a/db standby', 'b/db standby', 'a/db any', 'b/db any'].map((end) => `postgres://u@${end}`),
    ],
  ])('reads %s', (url, servers) => {
    expect(serversOf(url).map(({ url: one, wanted }) => `${one} ${wanted}`)).toEqual(servers);
  });

  it.each([
    ['another protocol', 'mysql://u:hunter2@h/db', /begin with postgres/],
    ['a # in the password', 'postgres://u:hunter2#x@h/db', /percent-encode/],
    [
      'an unknown wish',
      'postgres://u:hunter2@h/db?target_session_attrs=master',
      /must be one of any, read-write/,
    ],
    ['a server without a name', 'postgres://u:hunter2@a,,b/db', /1 to 8 servers/],
    ['a port that is none', 'postgres://u:hunter2@a:99999,b/db', /1 to 8 servers/],
    ['too many servers', `postgres://u:hunter2@${'a,'.repeat(8)}b/db`, /1 to 8 servers/],
  ])('refuses %s without showing the password', (_, url, message) => {
    expect(() => serversOf(url)).toThrow(message);
    expect(() => serversOf(url)).toThrow(/^(?!.*hunter2)/s);
  });
});

it('changes parts of a URL and leaves its servers', () => {
  const edited = editDatabaseUrl('postgres://a:b@one:1,two:2/db?sslmode=disable', (parts) => {
    parts.username = 'role';
    parts.password = encodeURIComponent('p/?#@:%');
    parts.pathname = '/other%20one';
  });
  expect(edited).toBe('postgres://role:p%2F%3F%23%40%3A%25@one:1,two:2/other%20one?sslmode=disable');
  expect(credentialsOf(edited)).toEqual({ role: 'role', password: 'p/?#@:%' });
  expect(databaseNameOf(edited)).toBe('other one');
  expect(databaseNameOf('postgres://a@h')).toBeUndefined();
});
