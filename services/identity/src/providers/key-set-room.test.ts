import { applicationBytes, bundleBytes, bytesInBundle, noRoomBecause } from './key-set-room.js';

const ownShare = 16 * 1024;
const free = bundleBytes / 2;

it.each([
  ['all that an application may take', applicationBytes, { ofApplication: 0, ofAll: 0 }],
  ['the last byte of it', 1, { ofApplication: applicationBytes - 1, ofAll: applicationBytes - 1 }],
  ['the last byte that is free for all', 1, { ofApplication: ownShare, ofAll: free - 1 }],
  ['the own share while nothing is free', ownShare, { ofApplication: 0, ofAll: free }],
  ['the last byte of all', 1, { ofApplication: 0, ofAll: bundleBytes - 1 }],
])('%s has room, and one byte more has none', (_, bytes, room) => {
  expect(noRoomBecause(bytes, room)).toBeUndefined();
  expect(noRoomBecause(bytes + 1, room)).toMatch(/would make the application's providers take \d+ bytes/);
});

it('a provider counts with its names twice and its key set', () => {
  const provider = { issuer: 'é', audience: 'ab', keySetJson: '{"keys":[]}' };
  expect(bytesInBundle(provider)).toBe(2 * (2 + 2) + 11 + 128);
});

it('a hundred applications have their share side by side', () => {
  const others = 99 * ownShare;
  expect(noRoomBecause(ownShare, { ofApplication: 0, ofAll: others })).toBeUndefined();
});
