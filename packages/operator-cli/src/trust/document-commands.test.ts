import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  encodeApplicationDocument,
  encodeSignedDocument,
  parseApplicationDocument,
  parseSignedDocument,
  signDocument,
  type ApplicationDocument,
} from '@wallet-service/signer-protocol';
import { editApplication, keygen, makeRoot, print, sign, verify } from './document-commands.js';
import { readPrivateKey } from './key-files.js';

const now = 1_800_000_000;
let folder: string;
const at = (name: string): string => path.join(folder, name);

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'trust-'));
  for (const name of ['root-1', 'root-2', 'verdict', 'registrar', 'witness', 'anna', 'ben'])
    await keygen(['--out', at(`${name}.pem`)], now);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function makeVersion(version: number, out: string, more: readonly string[] = []) {
  return makeRoot(
    [
      ...['--root', at('root-1.pem.pub'), '--root', at('root-2.pem.pub'), '--root-threshold', '2'],
      ...['--verdict-key', at('verdict.pem.pub'), '--registrar', at('registrar.pem.pub')],
      ...['--witness', at('witness.pem.pub'), '--witness-threshold', '1'],
      ...['--version', String(version), '--expires-in-days', '700', '--out', at(out), ...more],
    ],
    now,
  );
}

const signWith = (key: string, document: string, out = document) =>
  sign(['--document', at(document), '--key', at(`${key}.pem`), '--out', at(out)], now);

async function bothRootsSign(document: string): Promise<void> {
  await signWith('root-1', document);
  await signWith('root-2', document);
}

const firstDocument: ApplicationDocument = {
  applicationId: 'app-1',
  version: 1,
  expressJwtMaxLifetimeSeconds: 3600,
  providers: [{ id: 'p1', issuer: 'https://issuer.example', audience: 'app', assertsEmail: true }],
  issuers: [{ issuer: 'https://issuer.example', keySource: 'discovery' }],
};

function writeApplication(file: string, change: Partial<ApplicationDocument> = {}): void {
  const payload = encodeApplicationDocument({ ...firstDocument, ...change });
  const signature = signDocument('application', payload, readPrivateKey(at('registrar.pem')));
  writeFileSync(at(file), encodeSignedDocument({ payload, signatures: [signature] }));
}

function readApplication(file: string): ApplicationDocument {
  const signed = parseSignedDocument(readFileSync(at(file)), 100_000);
  const read = signed.ok ? parseApplicationDocument(signed.document.payload) : undefined;
  if (!read?.ok) throw new Error('not an application document');
  return read.document;
}

describe('the ceremony of a root document', () => {
  it('makes it, has it signed by each root, and says that signers accept it', async () => {
    await makeVersion(1, 'baked.json');
    await bothRootsSign('baked.json');
    expect(await makeVersion(2, 'next.json', ['--previous', at('baked.json')])).toContain(
      'trusts the same as before\n',
    );
    await bothRootsSign('next.json');
    expect(await verify(['--document', at('next.json'), '--baked', at('baked.json')], now)).toContain(
      'accepts this document',
    );
    expect(await print([at('next.json')], now)).toMatch(/names as signers: [0-9a-f]{16}, [0-9a-f]{16}\n$/);
  });

  it('names what differs: witnesses, thresholds, times', async () => {
    await makeVersion(1, 'baked.json');
    await keygen(['--out', at('other.pem')], now);
    const text = await makeVersion(2, 'next.json', [
      ...['--witness', at('other.pem.pub'), '--key-set-max-age-hours', '12', '--previous', at('baked.json')],
    ]);
    expect(text).toMatch(/\n- witnesses needed 1 of 1\n/);
    expect(text).toMatch(/\n\+ witness {7}[0-9a-f]{16} \S{43}\n/);
    expect(text).toMatch(/\n\+ key sets {6}count for 43200 s/);
  });

  it('is refused with too few roots, no higher version, or after its expiry', async () => {
    await makeVersion(1, 'baked.json');
    await bothRootsSign('baked.json');
    await makeVersion(2, 'next.json');
    await signWith('root-1', 'next.json');
    const check = (document: string, time = now) =>
      verify(['--document', at(document), '--baked', at('baked.json')], time);
    expect(() => check('next.json')).toThrow('may not take the place');
    await signWith('root-1', 'next.json');
    expect(() => check('next.json')).toThrow('may not take the place');
    await signWith('root-2', 'next.json');
    await check('next.json');
    expect(() => check('next.json', now + 701 * 86_400)).toThrow('may not take the place');
    await makeVersion(1, 'again.json', ['--key-set-max-age-hours', '9']);
    await bothRootsSign('again.json');
    expect(() => check('again.json')).toThrow('may not take the place');
  });
});

describe("the ceremony of an application's administrators", () => {
  it('registers them, and then nobody changes providers without them', async () => {
    await makeVersion(1, 'baked.json');
    await bothRootsSign('baked.json');
    writeApplication('held.json');
    const names = ['--administrator', at('anna.pem.pub'), '--administrator', at('ben.pem.pub')];
    const registered = await editApplication(
      ['--document', at('held.json'), ...names, '--administrator-threshold', '2', '--out', at('v2.json')],
      now,
    );
    expect(registered).toMatch(/\n\+ administrators needed 2 of 2\n/);
    await signWith('anna', 'v2.json');
    await signWith('ben', 'v2.json');
    const check = (document: string, held: string) =>
      verify(['--document', at(document), '--baked', at('baked.json'), '--held', at(held)], now);
    // Identity adds the registrar's signature when it gets the document.
    expect(() => check('v2.json', 'held.json')).toThrow('neither by a registrar nor by the roots');
    await signWith('registrar', 'v2.json');
    expect(await check('v2.json', 'held.json')).toContain('accept this document at once');

    const move = ['--jwks-uri', 'https://issuer.example https://keys.example/jwks'];
    const moved = await editApplication(
      ['--document', at('v2.json'), ...move, '--remove-provider', 'p1', '--out', at('v3.json')],
      now,
    );
    expect(moved).toContain(
      '\n- provider      https://issuer.example for app (p1, asserts e-mail addresses)\n',
    );
    expect(moved).toContain(
      '\n+ issuer        https://issuer.example with keys at https://keys.example/jwks, pinned\n',
    );
    expect(readApplication('v3.json')).toMatchObject({
      version: 3,
      issuers: [{ keySource: { jwksUri: 'https://keys.example/jwks' }, pinned: true }],
    });
    await signWith('anna', 'v3.json');
    await signWith('registrar', 'v3.json');
    expect(() => check('v3.json', 'v2.json')).toThrow('is not signed by enough of the administrators');
    await signWith('ben', 'v3.json');
    // The registrar appointed them, and the issuer is from before.
    expect(() => check('v3.json', 'v2.json')).toThrow('which is pinned until the roots sign');
    await bothRootsSign('v3.json');
    await check('v3.json', 'v2.json');
    const unpin = ['--document', at('v2.json'), '--unpin', '--out', at('unpinned.json')];
    expect(await editApplication(unpin, now)).toContain(
      '\n- issuer        https://issuer.example with keys found by discovery, pinned\n',
    );

    await editApplication(
      ['--document', at('v2.json'), '--no-administrators', '--out', at('roots.json')],
      now,
    );
    await signWith('registrar', 'roots.json');
    expect(() => check('roots.json', 'v2.json')).toThrow('not signed by enough administrators');
    await bothRootsSign('roots.json');
    expect(await check('roots.json', 'v2.json')).toContain('after the delay of the root document');
  });

  it.each([
    [['--jwks-uri', 'https://other.example https://x.example'], 'knows no issuer https://other.example'],
    [['--jwks-uri', 'https://issuer.example'], "must be 'ISSUER URI'"],
    [['--remove-provider', 'p2'], 'has no provider p2'],
    [['--audience-match', 'p2 exact'], 'has no provider p2'],
    [['--audience-match', 'p1'], "--audience-match must be 'ID VALUE'"],
    [['--audience-match', 'p1 any'], 'must be one of contains, exact'],
    [['--audience-claim', 'p1 sub'], 'must be one of aud, azp, client_id'],
    [['--audience-claim', 'p1 aud', '--audience-claim', 'p1 azp'], 'once for each provider'],
    [['--token-types', 'p1 JWT,jwt'], 'must not name a type twice'],
    [['--token-types', 'p1 logout+jwt'], 'no proof of a login'],
  ])('refuses %j', (flags, message) => {
    writeApplication('held.json');
    const edit = () => editApplication(['--document', at('held.json'), ...flags, '--out', at('x.json')], now);
    expect(edit).toThrow(message);
  });
});

describe('the signer of a document sees', () => {
  it.each([
    'a\n  provider    https://bank.example for shop',
    '\u001b[2K\u001b[1A',
    'a\u202eb',
    'a\u2028b',
    'a b',
    'a\\u{20}b',
  ])('one line for an audience %j, in visible characters', async (audience) => {
    const changed = { ...firstDocument.providers[0], audience } as ApplicationDocument['providers'][0];
    writeApplication('plain.json');
    const plain = await print([at('plain.json')], now);
    const payload = Buffer.from(encodeApplicationDocument({ ...firstDocument, providers: [changed] }));
    writeFileSync(at('odd.json'), payload);
    let text: string;
    try {
      text = await print([at('odd.json')], now);
    } catch (error) {
      // Control characters are refused, not shown.
      expect((error as Error).message).toContain('/providers/0/audience');
      return;
    }
    expect(text.split('\n')).toHaveLength(plain.split('\n').length);
    expect(text).toMatch(/^[\n\x20-\x7e]*$/);
    expect(text).not.toContain(` ${audience} `);
  });

  it('problems in visible characters, one line each, whatever a member is called', async () => {
    await makeVersion(1, 'good.json');
    const { payload } = JSON.parse(readFileSync(at('good.json'), 'utf8')) as { payload: string };
    const good = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    writeFileSync(at('bad.json'), JSON.stringify({ ...good, 'a\n\u001b[2K\u009b\u202e': 1 }));
    const shown = '/a\\u{a}\\u{1b}[2K\\u{9b}\\u{202e}: unknown member';
    expect(() => print([at('bad.json')], now)).toThrow(shown);
    expect(() => signWith('root-1', 'bad.json', 'signed.json')).toThrow(shown);
  });

  it('the public key of a root as keygen printed it', async () => {
    const told = /^in documents: (\S{43})$/m.exec(await keygen(['--out', at('other.pem')], now))?.[1] ?? '';
    const text = await makeVersion(1, 'root.json', ['--root', at('other.pem.pub')]);
    expect(text).toMatch(new RegExp(`^root .* ${told}$`, 'm'));
  });
});

describe('the trust commands', () => {
  it('keygen keeps the private key to its owner and never overwrites a key', () => {
    expect(statSync(at('root-1.pem')).mode & 0o777).toBe(0o600);
    expect(() => keygen(['--out', at('root-1.pem')], now)).toThrow('EEXIST');
  });

  it.each([
    [['--out', 'a', '--out', 'b'], /--out may be given once/],
    [[], /--out is missing/],
    [['--unknown', 'x'], /--unknown/],
  ])('refuses the flags %j', (args, message) => {
    expect(() => keygen(args, now)).toThrow(message);
  });
});

it('sets which tokens a provider takes, and shows it to those who sign', async () => {
  writeApplication('v1.json');
  const settings = [
    '--audience-match',
    'p1 exact',
    '--audience-claim',
    'p1 azp',
    '--token-types',
    'p1 at+jwt,JWT',
  ];
  const shown = await editApplication(
    ['--document', at('v1.json'), ...settings, '--out', at('v2.json')],
    now,
  );
  expect(shown).toContain('- provider      https://issuer.example for app (p1, asserts e-mail addresses)\n');
  expect(shown).toContain(
    '+ provider      https://issuer.example for app (p1, asserts e-mail addresses, exact audience in azp, tokens of ' +
      'type at+jwt JWT)\n',
  );
  expect(readApplication('v2.json').providers[0]?.tokenSettings).toEqual({
    audienceMatch: 'exact',
    audienceClaim: 'azp',
    tokenTypes: ['at+jwt', 'JWT'],
  });
  const more = ['--audience-match', 'p1 contains', '--audience-claim', 'p1 aud'];
  const types = ['--token-types', 'p1 absent,JWT,at+jwt,id_token+jwt'];
  await editApplication(['--document', at('v2.json'), ...more, ...types, '--out', at('v3.json')], now);
  expect(readApplication('v3.json').providers).toEqual(firstDocument.providers);
});
