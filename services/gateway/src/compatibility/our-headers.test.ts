import { doubleMeaning, ourHeaders } from './our-headers.js';

describe('ourHeaders', () => {
  it.each([
    [{ 'x-magic-api-key': 'k' }, { 'x-service-api-key': 'k' }],
    [{ 'x-magic-secret-key': 'k' }, { 'x-service-secret-key': 'k' }],
    [{ 'x-magic-chain': 'ETH' }, { 'x-service-chain': 'ETH' }],
    [{ 'x-magic-chain': 'ETH', 'x-service-chain': 'ETH' }, { 'x-service-chain': 'ETH' }],
    [{ 'x-magic-api-key': '', 'x-service-api-key': 'k' }, { 'x-service-api-key': 'k' }],
    [{ 'x-oidc-provider-id': '' }, {}],
    [{ 'x-magic-trace-id': 'ABCD-ef' }, { 'x-magic-trace-id': 'ABCD-ef', 'x-trace-id': 'abcdef' }],
    [
      { 'x-magic-trace-id': 'a', 'x-trace-id': 'b' },
      { 'x-magic-trace-id': 'a', 'x-trace-id': 'b' },
    ],
    [{ 'content-type': 'text/plain;charset=UTF-8' }, { 'content-type': 'application/json' }],
    [{ 'content-type': 'text/plain; charset=latin1' }, { 'content-type': 'text/plain; charset=latin1' }],
    [{ 'x-magic-operator-key': 'k' }, { 'x-magic-operator-key': 'k' }],
  ])('reads %j as %j', (given, expected) => {
    const before = JSON.stringify(given);
    expect(ourHeaders(given)).toEqual(expected);
    expect(doubleMeaning(ourHeaders(given))).toBeUndefined();
    expect(JSON.stringify(given)).toBe(before);
  });

  it('leaves two values of one header to be refused', () => {
    const given = { 'x-magic-api-key': 'a', 'x-service-api-key': 'b' };
    expect(doubleMeaning(ourHeaders(given))).toEqual(['X-Magic-API-Key', 'X-Service-API-Key']);
  });
});
