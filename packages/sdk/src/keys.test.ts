import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519';
import fc from 'fast-check';
import { concat, fromBase64, toBase64, toHex, utf8 } from './core/encoding.js';
import type { ExportedKey, ImportWalletRequest, WalletWithAccessKey } from './generated/schemas.js';
import { exportKey, exportWallet, importWallet } from './keys.js';

// The service is played by another implementation of HPKE. The real one is in packages/e2e/test/sdk.

const kem = new DhkemX25519HkdfSha256();
const suite = new CipherSuite({ kem, kdf: new HkdfSha256(), aead: new Aes256Gcm() });
const wallet = { chain: 'ETH', address: '0xAb', publicKey: '0x02aa' } as const;
const privateKey = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** As the signer writes it, with one field of four bytes of length before each. */
function fields(domain: string, ...texts: (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const parts = [domain, ...texts].map((text) => (typeof text === 'string' ? utf8(text) : text));
  const sized = parts.map((part) => concat(Uint8Array.of(0, 0, 0, part.length), part));
  return concat(Uint8Array.of(0, 0, 0, texts.length), ...sized);
}

type Changes = { answer?: Partial<ExportedKey>; boundTo?: string; recipient?: string };

async function sealedKey(recipient: string, plaintext: object, changes: Changes = {}): Promise<ExportedKey> {
  const recipientKey = fromBase64(changes.recipient ?? recipient);
  const recipientPublicKey = await kem.deserializePublicKey(recipientKey);
  const info = utf8('wallet-service/export/1');
  const bound = ['application', 'wallet', changes.boundTo ?? wallet.address, fromBase64(recipient)];
  const associatedData = fields('wallet-service/export/1', ...bound);
  const sender = await suite.createSenderContext({ recipientPublicKey, info });
  const ciphertext = await sender.seal(utf8(JSON.stringify(plaintext)), associatedData);
  return {
    ...{ wallet_id: 'wallet', public_address: wallet.address, public_key: wallet.publicKey },
    encapsulated_key: toBase64(new Uint8Array(sender.enc)),
    ciphertext: toBase64(new Uint8Array(ciphertext)),
    info: toBase64(info),
    associated_data: toBase64(associatedData),
    ...changes.answer,
  };
}

const clientOf = (plaintext: object, changes: Changes = {}) => ({
  exportKey: (_chain: string, body: { recipient_public_key: string }) =>
    sealedKey(body.recipient_public_key, plaintext, changes),
});

it('opens what the service sealed to the key of this export', async () => {
  await fc.assert(
    fc.asyncProperty(privateKey, async (key) => {
      const words = { mnemonic: 'abandon about', derivation_path: "m/44'" };
      const plaintext = { private_key: toHex(key).slice(2), ...words };
      const { privateKey: opened, ...more } = await exportKey(clientOf(plaintext), wallet);
      expect(toHex(opened)).toBe(toHex(key));
      expect(more).toEqual({
        ...{ walletId: 'wallet', address: wallet.address, publicKey: wallet.publicKey },
        ...{ mnemonic: 'abandon about', derivationPath: "m/44'" },
      });
    }),
    { numRuns: 5 },
  );
});

const plaintext = { private_key: '11'.repeat(32) };
const strangers = toBase64(utf8('a public key of somebody else...'));

it.each<[string, Changes, object]>([
  ['another wallet', { answer: { public_address: '0xCd' }, boundTo: '0xCd' }, plaintext],
  ['another public key', { answer: { public_key: '0x03' } }, plaintext],
  ['a key that was sealed for another wallet', { boundTo: '0xCd' }, plaintext],
  ['a key that was sealed to somebody else', { recipient: strangers }, plaintext],
  ['another domain', { answer: { info: toBase64(utf8('wallet-service/import/1')) } }, plaintext],
  ['associated data without fields', { answer: { associated_data: '' } }, plaintext],
  ['what is not base64', { answer: { ciphertext: '§' } }, plaintext],
  ['a key of 31 bytes', {}, { private_key: '11'.repeat(31) }],
  ['no key', {}, {}],
])('hands out nothing of an answer with %s', async (_, changes, sealed) => {
  await expect(exportKey(clientOf(sealed, changes), wallet)).rejects.toMatchObject({
    code: 'client.answer-mismatch',
  });
});

it('exports a wallet of Core by its id', async () => {
  const export_ = async (body: { recipient_public_key: string }) => ({
    data: await sealedKey(body.recipient_public_key, plaintext),
  });
  const server = { wallets: { export: export_ } };
  const credentials = { op_jwt: 'token', access_key: 'key' };
  const exported = await exportWallet(server, { ...credentials, wallet_id: 'wallet' });
  expect(exported).toMatchObject({ walletId: 'wallet', privateKey: new Uint8Array(32).fill(0x11) });
  expect(Object.keys(exported)).not.toContain('mnemonic');
  await expect(exportWallet(server, { ...credentials, wallet_id: 'other' })).rejects.toMatchObject({
    code: 'client.answer-mismatch',
  });
});

const tokenOf = (claims: object): string => `e30.${toBase64(utf8(JSON.stringify(claims)))}.c2ln`;
const owner = { iss: 'https://issuer.example', sub: 'ännchen' };

async function importer(subject = owner.sub) {
  const recipient = await kem.generateKeyPair();
  const publicKey = new Uint8Array(await kem.serializePublicKey(recipient.publicKey));
  const info = utf8('wallet-service/import/1');
  const associatedData = fields('wallet-service/import/1', 'application', owner.iss, subject, 'ETH', 'EVM');
  const sent: [ImportWalletRequest, string | undefined][] = [];
  const key = {
    public_key: toBase64(publicKey),
    info: toBase64(info),
    associated_data: toBase64(associatedData),
  };
  return {
    sent,
    wallets: {
      importKey: (query: object) => {
        expect(query).toEqual({ network: 'EVM', issuer: owner.iss, subject: owner.sub });
        return Promise.resolve({ data: key });
      },
      import: (body: ImportWalletRequest, options: { idempotencyKey?: string } = {}) => {
        sent.push([body, options.idempotencyKey]);
        return Promise.resolve({ wallet_id: 'new' } as WalletWithAccessKey);
      },
    },
    open: async (body: ImportWalletRequest) => {
      const enc = fromBase64(body.encapsulated_key);
      const context = await suite.createRecipientContext({ recipientKey: recipient.privateKey, enc, info });
      return new Uint8Array(await context.open(fromBase64(body.ciphertext), associatedData));
    },
  };
}

const body = { auth_jwt: tokenOf(owner), network: 'EVM', metadata: { resource_id: 'r' } };

it('seals a key so that the service opens it, with the same bytes again for the same idempotency key', async () => {
  const server = await importer();
  await fc.assert(
    fc.asyncProperty(privateKey, async (key) => {
      server.sent.length = 0;
      const before = toHex(key);
      const options = { idempotencyKey: 'mine' };
      const newer = { ...body, auth_jwt: tokenOf({ ...owner, iat: 1 }) };
      expect(await importWallet(server, key, body, options)).toEqual({ wallet_id: 'new' });
      await importWallet(server, key, newer, options);
      await importWallet(server, key, body, { idempotencyKey: 'other' });
      await importWallet(server, key, body);
      const [first, again, other, without] = server.sent.map(([one]) => one) as [
        ImportWalletRequest,
        ...ImportWalletRequest[],
      ];
      expect(toHex(await server.open(first))).toBe(before);
      expect(again).toEqual({ ...first, auth_jwt: newer.auth_jwt });
      expect(first).toMatchObject(body);
      const sealed = [first, other, without].map((one) => one?.encapsulated_key);
      expect(new Set(sealed).size).toBe(3);
      expect(server.sent.map(([, used]) => used)).toEqual(['mine', 'mine', 'other', expect.any(String)]);
      expect(toHex(key)).toBe(before);
    }),
    { numRuns: 3 },
  );
});

it('sends no key that was meant for another user, or that cannot be one', async () => {
  const server = await importer('somebody else');
  const key = new Uint8Array(32).fill(1);
  await expect(importWallet(server, key, body)).rejects.toMatchObject({ code: 'client.answer-mismatch' });
  const seed = new Uint8Array(64);
  for (const attempt of [
    importWallet(server, seed, body),
    importWallet(server, key, { ...body, auth_jwt: 'opaque' }),
    importWallet(server, key, { ...body, auth_jwt: tokenOf({ iss: 'x' }) }),
  ])
    await expect(attempt).rejects.toMatchObject({ code: 'client.request-invalid' });
  expect(server.sent).toEqual([]);
});
