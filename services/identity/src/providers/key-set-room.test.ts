import { applicationBytes, bundleBytes, bytesInBundle, noRoomBecause } from './key-set-room.js';

const ownShare = 16 * 1024;
const free = bundleBytes / 2;

it.each([
  ['all that an application may use', applicationBytes, { ofApplication: 0, ofAll: 0 }],
  ['the last byte of that', 1, { ofApplication: applicationBytes - 1, ofAll: applicationBytes - 1 }],
  ['the last byte that any application may use', 1, { ofApplication: ownShare, ofAll: free - 1 }],
  ["an application's own share while nothing else is free", ownShare, { ofApplication: 0, ofAll: free }],
  ['the very last byte', 1, { ofApplication: 0, ofAll: bundleBytes - 1 }],
])('%s fits, and one byte more does not', (_, bytes, room) => {
  expect(noRoomBecause(bytes, room)).toBeUndefined();
  expect(noRoomBecause(bytes + 1, room)).toMatch(/would make the application's providers take \d+ bytes/);
});

it("counts a provider's names twice, and its key set", () => {
  const provider = { issuer: 'é', audience: 'ab', keySetJson: '{"keys":[]}' };
  expect(bytesInBundle(provider)).toBe(2 * (2 + 2) + 11 + 128);
});

it('lets a hundred applications have their share at the same time', () => {
  const others = 99 * ownShare;
  expect(noRoomBecause(ownShare, { ofApplication: 0, ofAll: others })).toBeUndefined();
});
