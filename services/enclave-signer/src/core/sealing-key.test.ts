import { randomBytes } from 'node:crypto';
import { ApplicationKeys } from './application-key.js';
import { sealingKeyOf } from './sealing-key.js';

const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));

it('unwraps what it wrapped, for the same application', async () => {
  const sealingKey = sealingKeyOf(random(32), random);
  const key = random(32);
  const wrapped = await sealingKey.wrap('app', key);
  expect(new Uint8Array(await sealingKey.unwrap('app', wrapped))).toEqual(key);
  await expect(sealingKey.unwrap('app2', wrapped)).rejects.toHaveProperty(
    'refusal',
    'application-key-invalid',
  );
});

it('wipes the bytes that it was made from', () => {
  const bytes = random(32);
  sealingKeyOf(bytes, random);
  expect(bytes).toEqual(new Uint8Array(32));
});

it('refuses what another sealing key wrapped, every flipped bit and every other length', async () => {
  const sealingKey = sealingKeyOf(random(32), random);
  const wrapped = await sealingKey.wrap('app', random(32));
  const refused = async (bytes: Uint8Array, key = sealingKey) => {
    await expect(key.unwrap('app', bytes)).rejects.toHaveProperty('refusal', 'application-key-invalid');
  };
  await refused(wrapped, sealingKeyOf(random(32), random));
  for (let at = 0; at < wrapped.length; at += 1) {
    await refused(wrapped.map((byte, index) => (index === at ? byte ^ 0x40 : byte)));
    await refused(wrapped.slice(0, at));
  }
});

it('accepts exactly 32 bytes', () => {
  for (const length of [0, 16, 31, 33])
    expect(() => sealingKeyOf(random(length), random)).toThrow('32 bytes');
});

it('remembers an unwrapped key for its own application only, in a bounded cache', async () => {
  const sealingKey = sealingKeyOf(random(32), random);
  const keys = new ApplicationKeys(sealingKey, 2);
  const wrapped = await sealingKey.wrap('app', random(32));
  const first = await keys.open('app', wrapped);
  expect(await keys.open('app', wrapped)).toBe(first);
  await expect(keys.open('app2', wrapped)).rejects.toHaveProperty('refusal', 'application-key-invalid');
  for (const name of ['b', 'c', 'd']) await keys.open(name, await sealingKey.wrap(name, random(32)));
  expect(keys.size).toBe(2);
  expect(JSON.stringify(first)).toBe('{}');
  keys.wipe();
  expect(keys.size).toBe(0);
});
