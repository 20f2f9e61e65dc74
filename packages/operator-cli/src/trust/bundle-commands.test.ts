import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { bake, keygen, print, sign, verify } from './bundle-commands.js';

const now = 1_800_000_000;
let folder: string;
const at = (name: string): string => path.join(folder, name);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'trust-'));
  await keygen(['--out', at('root.pem')], now);
  await keygen(['--out', at('verdict.pem')], now);
  const key = { ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }), kid: 'k1' };
  const provider = {
    issuer: 'https://issuer.example',
    audience: 'app',
    embedded_wallet: false,
    asserts_email: true,
    jwks: { keys: [key] },
  };
  const application = { id: 'app-1', express_jwt_max_lifetime_seconds: 3600, providers: [provider] };
  writeFileSync(at('applications.json'), JSON.stringify([application]));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function bakeVersion(version: number, out: string, root = 'root.pem.pub') {
  return bake(
    [
      ...[
        '--applications',
        at('applications.json'),
        '--root',
        at(root),
        '--verdict-key',
        at('verdict.pem.pub'),
      ],
      ...['--version', String(version), '--expires-in-days', '30', '--out', at(out)],
    ],
    now,
  );
}

type Jwk = Record<string, unknown>;
function changeProvider(change: (provider: { issuer: string; jwks: { keys: Jwk[] } }) => void): void {
  const applications = JSON.parse(readFileSync(at('applications.json'), 'utf8')) as [
    { providers: [{ issuer: string; jwks: { keys: Jwk[] } }] },
  ];
  change(applications[0].providers[0]);
  writeFileSync(at('applications.json'), JSON.stringify(applications));
}
const anotherKey = (): Jwk => ({
  ...generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }),
  kid: 'k1',
});

describe('the signer of a bundle sees', () => {
  it('another key under the same kid', async () => {
    const before = await bakeVersion(1, 'before.json');
    changeProvider(({ jwks }) => (jwks.keys = [anotherKey()]));
    const after = await bakeVersion(1, 'after.json');
    const keyLines = (text: string) => text.split('\n').filter((line) => line.startsWith('    key '));
    expect(keyLines(after)).toHaveLength(1);
    expect(keyLines(after)).not.toEqual(keyLines(before));
    const changes = (await print([at('after.json'), '--previous', at('before.json')], now)).split(
      'before:\n',
    )[1];
    expect(changes).toMatch(/^- .*key k1 OKP Ed25519 \S{43}\n\+ .*key k1 OKP Ed25519 \S{43}\n$/);
  });

  it('that nothing differs, or every root, provider and power that does', async () => {
    await bakeVersion(1, 'before.json');
    await bakeVersion(2, 'same.json');
    expect(await print([at('same.json'), '--previous', at('before.json')], now)).toContain(
      'trusts the same as before\n',
    );
    changeProvider((provider) => {
      provider.issuer = 'https://other.example';
      Object.assign(provider, { embedded_wallet: true });
    });
    await keygen(['--out', at('other.pem')], now);
    await bakeVersion(2, 'after.json', 'other.pem.pub');
    await sign(['--bundle', at('after.json'), '--key', at('root.pem'), '--out', at('signed.json')], now);
    const text = await print([at('signed.json'), '--previous', at('before.json')], now);
    expect(text).toMatch(/\n- root .*\n/);
    expect(text).toMatch(/\n\+ root .*\n/);
    expect(text).toContain('\n- application app-1 provider https://issuer.example for app (asserts');
    expect(text).toContain(
      '\n+ application app-1 provider https://other.example for app (embedded wallet, asserts',
    );
  });

  it.each([
    'a\n  provider    https://bank.example for shop',
    '\u001b[2K\u001b[1A',
    'a\u202eb',
    'a\u2028b',
    'a b',
    'a\\u{20}b',
  ])('one line for a key whose kid is %j, in visible characters', async (kid) => {
    const plain = await bakeVersion(1, 'plain.json');
    changeProvider(({ jwks }) => (jwks.keys = [{ ...anotherKey(), kid }]));
    const text = await bakeVersion(1, 'baked.json');
    expect(text.split('\n')).toHaveLength(plain.split('\n').length);
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    expect(text).toMatch(/\n {4}key {7}\S+ OKP Ed25519 \S{43}\n/);
    expect(text).not.toContain(` ${kid} `);
  });

  it('how long an RSA key is', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
    changeProvider(({ jwks }) => (jwks.keys = [{ ...publicKey.export({ format: 'jwk' }), kid: 'r' }]));
    expect(await bakeVersion(1, 'baked.json')).toMatch(/\n {4}key {7}r RSA 3072-bit \S{43}\n/);
  });

  it('problems in visible characters, one line each, whatever a member is called', async () => {
    await bakeVersion(1, 'good.json');
    const good = JSON.parse(readFileSync(at('good.json'), 'utf8')) as object;
    writeFileSync(at('bad.json'), JSON.stringify({ ...good, 'a\n\u001b[2K\u009b\u202e': 1 }));
    const shown = '/a\\u{a}\\u{1b}[2K\\u{9b}\\u{202e}: unknown member';
    expect(await print([at('bad.json')], now)).toBe(`NOT A TRUST BUNDLE:\n  ${shown}\n`);
    expect(() =>
      sign(['--bundle', at('bad.json'), '--key', at('root.pem'), '--out', at('signed.json')], now),
    ).toThrow(shown);
    changeProvider((provider) => Object.assign(provider, { 'x\n\u001b[2K': 1 }));
    expect(() => bakeVersion(1, 'baked.json')).toThrow('/x\\u{a}\\u{1b}[2K: unknown member');
  });

  it('the public key of a root as keygen printed it', async () => {
    const told = /^in bundles: +(\S{43})$/m.exec(await keygen(['--out', at('other.pem')], now))?.[1] ?? '';
    expect(await bakeVersion(1, 'baked.json', 'other.pem.pub')).toMatch(new RegExp(`^root .* ${told}$`, 'm'));
  });
});

describe('the trust commands', () => {
  it('keygen keeps the private key to its owner and never overwrites a key', () => {
    expect(statSync(at('root.pem')).mode & 0o777).toBe(0o600);
    expect(() => keygen(['--out', at('root.pem')], now)).toThrow('EEXIST');
  });

  it('bake makes a bundle, and print says what it trusts', async () => {
    await bakeVersion(1, 'baked.json');
    const text = await print([at('baked.json')], now);
    expect(text).toContain('version       1\n');
    expect(text).toContain('application   app-1 (tokens of at most 3600 s)');
    expect(text).toContain('provider    https://issuer.example for app (asserts e-mail addresses)');
    expect(text).toContain('key       k1 OKP');
  });

  it('sign makes an update that a signer with the baked bundle accepts', async () => {
    await bakeVersion(1, 'baked.json');
    await bakeVersion(2, 'update.json');
    await sign(['--bundle', at('update.json'), '--key', at('root.pem'), '--out', at('signed.json')], now);
    expect(await verify(['--bundle', at('signed.json'), '--baked', at('baked.json')], now)).toContain(
      'accepts this bundle',
    );
    expect(await print([at('signed.json')], now)).toContain('version       2\n');
  });

  it('verify refuses an update of no higher version', async () => {
    await bakeVersion(2, 'baked.json');
    await bakeVersion(2, 'update.json');
    await sign(['--bundle', at('update.json'), '--key', at('root.pem'), '--out', at('signed.json')], now);
    expect(() => verify(['--bundle', at('signed.json'), '--baked', at('baked.json')], now)).toThrow(
      'not above',
    );
  });

  it('verify refuses an expired update', async () => {
    await bakeVersion(1, 'baked.json');
    await bakeVersion(2, 'update.json');
    await sign(['--bundle', at('update.json'), '--key', at('root.pem'), '--out', at('signed.json')], now);
    const later = now + 31 * 86_400;
    expect(() => verify(['--bundle', at('signed.json'), '--baked', at('baked.json')], later)).toThrow(
      'expired',
    );
  });

  it('verify refuses an update that another root signed', async () => {
    await bakeVersion(1, 'baked.json');
    await keygen(['--out', at('other.pem')], now);
    await bakeVersion(2, 'update.json', 'other.pem.pub');
    await sign(['--bundle', at('update.json'), '--key', at('other.pem'), '--out', at('signed.json')], now);
    expect(() => verify(['--bundle', at('signed.json'), '--baked', at('baked.json')], now)).toThrow();
  });

  it('bake refuses applications that no signer would accept, and names each problem', () => {
    const [application] = JSON.parse(readFileSync(at('applications.json'), 'utf8')) as [
      { providers: [{ jwks: unknown }] },
    ];
    application.providers[0].jwks = { keys: [{ kty: 'oct', kid: 'k', k: 'AAAA' }] };
    writeFileSync(at('applications.json'), JSON.stringify([{ ...application, surprise: 1 }]));
    expect(() => bakeVersion(1, 'baked.json')).toThrow(/surprise[^]*jwks|jwks[^]*surprise/);
  });

  it.each([
    [['--out', 'a', '--out', 'b'], /--out may be given once/],
    [[], /--out is missing/],
    [['--unknown', 'x'], /--unknown/],
  ])('refuses the flags %j', (args, message) => {
    expect(() => keygen(args, now)).toThrow(message);
  });
});
