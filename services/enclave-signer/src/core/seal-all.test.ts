import { randomBytes } from 'node:crypto';
import { ApplicationKey } from './application-key.js';
import { deriveKeys } from './curves.js';
import type { RecordContext } from './owner-context.js';
import { sealAll } from './seal-all.js';
import type { WalletKeys } from './sealed-record.js';
import { SignatureFault } from './signatures.js';

const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
const applicationKey = new ApplicationKey(random(32));
const networks = { ETH: 'ETHEREUM', BTC: 'BTC_MAINNET', SOL: 'SOL_MAINNET' };

const contextOf = (chain: keyof typeof networks): RecordContext => ({
  applicationId: 'app',
  walletId: 'wallet',
  owner: { kind: 'user', issuer: 'https://id.example.com/', subject: 'alice' },
  chain,
  network: networks[chain],
  recordVersion: 1,
  accessKeyRequired: true,
  recoverable: true,
  labels: new Uint8Array(32),
});

describe.each(['ETH', 'BTC', 'SOL'] as const)('%s', (chain) => {
  const made = (): WalletKeys => {
    const secret = random(32);
    return { secret, ...deriveKeys(secret, chain, networks[chain]) };
  };

  it('seals keys of which one is the public key of the other, and wipes them', () => {
    const keys = made();
    expect(sealAll(keys, contextOf(chain), applicationKey, random).sealed.length).toBeGreaterThan(100);
    expect(Buffer.concat([keys.secret, keys.privateKey]).every((byte) => byte === 0)).toBe(true);
  });

  it('wipes keys that it cannot seal', () => {
    const keys = made();
    const fail = (): never => {
      throw new Error('no randomness');
    };
    expect(() => sealAll(keys, contextOf(chain), applicationKey, fail)).toThrow('no randomness');
    expect(Buffer.concat([keys.secret, keys.privateKey]).every((byte) => byte === 0)).toBe(true);
  });

  it('seals no key under the public key of another, as a fault would make it', () => {
    const keys = { ...made(), publicKey: made().publicKey };
    expect(() => sealAll(keys, contextOf(chain), applicationKey, random)).toThrow(SignatureFault);
  });
});
