import { concerns, descriptionOf, endpointIdOf, eventTypesOf } from './endpoint.js';

const start = { wallet: 10n, policy: 0n, identity: 5n };

describe('an endpoint gets events', () => {
  it.each([
    ['of all types when it names none', [], 'wallet.created', 'wallet', 11n, true],
    ['of the types it names', ['wallet.created'], 'wallet.created', 'wallet', 11n, true],
    ['of no other type', ['policy.changed'], 'wallet.created', 'wallet', 11n, false],
    ['none up to its start', [], 'wallet.created', 'wallet', 10n, false],
    ['those after its start in that feed', [], 'policy.changed', 'policy', 1n, true],
  ] as const)('%s', (_, eventTypes, type, source, position, told) => {
    expect(concerns({ eventTypes, start }, { type, source, position })).toBe(told);
  });
});

it('sorts its types and lists each once', () => {
  expect(eventTypesOf(['wallet.created', 'policy.changed', 'wallet.created'])).toEqual([
    'policy.changed',
    'wallet.created',
  ]);
});

it('refuses an unknown type, a long description and an id of another form', () => {
  expect(() => eventTypesOf(['wallet.lost'])).toThrow('/event_types/0');
  expect(() => descriptionOf('x'.repeat(256))).toThrow('/description');
  expect(() => endpointIdOf('1')).toThrow('no such webhook endpoint');
});
