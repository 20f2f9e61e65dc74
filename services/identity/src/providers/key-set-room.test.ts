import { applicationBytes, bytesOfProvider, noRoomBecause } from './key-set-room.js';

it.each([
  ['all that an application may use', applicationBytes, 0],
  ['the last byte of that', 1, applicationBytes - 1],
])('%s fits, and one byte more does not', (_, bytes, ofOthers) => {
  expect(noRoomBecause(bytes, ofOthers)).toBeUndefined();
  expect(noRoomBecause(bytes + 1, ofOthers)).toMatch(
    /would make the application's providers .* take \d+ bytes/,
  );
});

it("counts a provider's names twice, and its key set", () => {
  const provider = { issuer: 'é', audience: 'ab', keySetJson: '{"keys":[]}' };
  expect(bytesOfProvider(provider)).toBe(2 * (2 + 2) + 11 + 128);
});
