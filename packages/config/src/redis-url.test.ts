import Type from 'typebox';
import type { ConfigError } from './config-error.js';
import { readConfig } from './read-config.js';
import { parseRedisUrl, redisUrl } from './redis-url.js';

const plain = { form: 'one', database: 0, primary: '', sentinel: {}, tls: undefined };

it.each([
  ['redis://cache', { ...plain, hosts: [{ host: 'cache', port: 6379 }] }],
  ['redis://[2001:db8::1]:7000/3', { ...plain, database: 3, hosts: [{ host: '2001:db8::1', port: 7000 }] }],
  [
    'redis://:old%20way@cache:6380/',
    { ...plain, password: 'old way', hosts: [{ host: 'cache', port: 6380 }] },
  ],
  [
    'rediss://u:p%40:w@cache?ca=/etc/ca.pem',
    {
      ...plain,
      username: 'u',
      password: 'p@:w',
      hosts: [{ host: 'cache', port: 6379 }],
      tls: { caFile: '/etc/ca.pem' },
    },
  ],
  [
    'rediss+sentinel://u:p@s1,s2:26380/main?sentinel_username=s&sentinel_password=a%26b',
    {
      ...plain,
      form: 'sentinel',
      primary: 'main',
      username: 'u',
      password: 'p',
      sentinel: { username: 's', password: 'a&b' },
      hosts: [
        { host: 's1', port: 26_379 },
        { host: 's2', port: 26_380 },
      ],
      tls: { caFile: undefined },
    },
  ],
  [
    'redis+cluster://n1:7001,n2',
    {
      ...plain,
      form: 'cluster',
      hosts: [
        { host: 'n1', port: 7001 },
        { host: 'n2', port: 6379 },
      ],
    },
  ],
])('reads %s', (url, expected) => {
  expect(parseRedisUrl(url)).toEqual(expected);
});

it.each([
  ['http://u:hunter2@cache', /must begin with one of redis, rediss, /],
  ['cache:6379', /must begin with/],
  ['redis+tls://cache', /must begin with/],
  ['redis://u:hunter2/x@cache', /each \/ \? # @ of a user name or password percent-encoded/],
  ['redis://u:hunter2#@cache', /percent-encoded/],
  ['redis://u:hunter2%@cache', /percent-encoded, as %25/],
  ['redis://', /must have hosts/],
  ['redis://cache:0', /must have hosts/],
  ['redis://cache:99999', /must have hosts/],
  ['redis+cluster://a,,b', /must have hosts/],
  ['redis://a,b', /one host: several need redis\+sentinel/],
  ['redis://cache/main', /number of a database/],
  ['redis+cluster://a/1', /0 in a cluster/],
  ['redis+sentinel://u:hunter2@a,b', /the name under which the sentinels know the primary/],
  ['redis+sentinel://a/main/1', /the name under which/],
  ['redis://cache?ca=/ca.pem', /must begin with rediss/],
  ['rediss://cache?ca=ca.pem', /absolute path/],
  ['rediss://cache?family=6', /no option but ca, and each only once/],
  ['rediss://cache?ca=/a&ca=/b', /only once/],
  ['rediss://cache?sentinel_password=hunter2', /no option but ca,/],
])('refuses %s as a setting, with the remedy and without a password', (REDIS_URL, remedy) => {
  let mistakes: readonly string[] = [];
  try {
    readConfig(Type.Object({ REDIS_URL: Type.Optional(redisUrl()) }), { REDIS_URL });
  } catch (error) {
    mistakes = (error as ConfigError).mistakes;
  }
  expect(mistakes).toEqual([expect.stringMatching(remedy)]);
  expect(mistakes[0]).toMatch(/^REDIS_URL must /);
  expect(mistakes[0]).not.toContain('hunter2');
});
