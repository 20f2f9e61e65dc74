import { readOutgoingUrl } from './outgoing-url.js';

const strict = { allowedPorts: [443], allowLoopback: false };

function problemOf(uri: string, rules = strict): string | undefined {
  const reading = readOutgoingUrl(uri, rules);
  return reading.ok ? undefined : reading.problem;
}

describe('readOutgoingUrl', () => {
  it.each([
    ['https://login.example.com/.well-known/jwks.json'],
    ['https://login.example.com:443/keys?tenant=1'],
    ['HTTPS://LOGIN.example.com/keys'],
  ])('accepts %s', (uri) => {
    expect(problemOf(uri)).toBeUndefined();
  });

  it.each([
    ['', '1 to 2048'],
    [`https://a.example/${'x'.repeat(2048)}`, '1 to 2048'],
    ['login.example.com/keys', 'absolute https'],
    ['//login.example.com/keys', 'absolute https'],
    ['https:login.example.com', 'absolute https'],
    ['https://', 'absolute https'],
    ['ftp://login.example.com/keys', 'absolute https'],
    ['file:///etc/passwd', 'absolute https'],
    ['data:application/json,{}', 'absolute https'],
    ['gopher://login.example.com', 'absolute https'],
    ['http://login.example.com/keys', 'https'],
    ['http://localhost/keys', 'https'],
    ['https://user@login.example.com/', 'user name'],
    ['https://user:pw@login.example.com/', 'user name'],
    ['https://login.example.com/#keys', 'fragment'],
    ['https://login.example.com:8443/', 'port 443'],
    ['https://login.example.com:22/', 'port 443'],
    ['https://localhost:8443/', 'port 443'],
    ['https://login.example.com/a b', 'blanks'],
    [' https://login.example.com/', 'blanks'],
    ['https://login.example.com/\n', 'blanks'],
    ['https://login.example.com\\@evil.example/', 'blanks or backslashes'],
  ])('refuses %p', (uri, reason) => {
    expect(problemOf(uri)).toContain(reason);
  });

  it.each([
    '10.0.0.1',
    '127.0.0.1',
    '0x7f000001',
    '2130706433',
    '0.0.0.0',
    '100.64.0.1',
    '169.254.169.254',
    '168.63.129.16',
    '172.16.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[::10.0.0.1]',
    '[64:ff9b::a00:1]',
    '[64:ff9b:1::1]',
    '[fc00::1]',
    '[fe80::1]',
    '[fec0::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    'localhost',
    'LOCALHOST.',
    'hooks.localhost',
    'printer.local',
    'vault.service.internal',
    'router.home.arpa',
    'wallet',
  ])('refuses %s, which is private by its text', (host) => {
    expect(problemOf(`https://${host}/hook`)).toBe('is not at a public address');
  });

  it.each([
    '93.184.215.14',
    '[2606:2800:21f:cb07:6820:80da:af6b:8b2c]',
    'local.example',
    'internal.example.com',
  ])('accepts %s', (host) => {
    expect(problemOf(`https://${host}/hook`)).toBeUndefined();
  });

  it('accepts other ports when the operator lists them', () => {
    expect(problemOf('https://idp.example:8443/', { ...strict, allowedPorts: [443, 8443] })).toBeUndefined();
  });

  it('accepts http and any port on loopback only, when development allows it', () => {
    const development = { allowedPorts: [443], allowLoopback: true };
    for (const host of ['localhost', '127.0.0.1', '[::1]', '0x7f000001', '2130706433']) {
      expect(problemOf(`http://${host}:4000/jwks`, development)).toBeUndefined();
    }
    expect(problemOf('http://idp.example/jwks', development)).toBe('must use https');
    expect(problemOf('http://localhost.example:4000/jwks', development)).toBe('must use https');
    expect(problemOf('http://169.254.169.254/jwks', development)).toBe('must use https');
    expect(problemOf('http://127.0.0.2/jwks', development)).toBe('must use https');
  });
});
