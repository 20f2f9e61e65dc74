import fc from 'fast-check';
import {
  binaryIn,
  isGrpc,
  percentDecode,
  percentEncode,
  statusIn,
  statusOfHttp,
  timeoutHeader,
  timeoutIn,
} from './grpc-headers.js';
import { status } from './status.js';

it('any message is read as it was written, and has the form of a header', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const encoded = percentEncode(text);
      expect(encoded).toMatch(/^[\x20-\x7e]*$/);
      expect(percentDecode(encoded)).toBe(text);
      expect(decodeURIComponent(encoded)).toBe(text);
    }),
  );
});

it.each([
  ['100%', '100%'],
  ['%zz', '%zz'],
  ['%4', '%4'],
  ['a%20b%', 'a b%'],
  ['%E2%82%AC', '€'],
])('a message of another program is read as far as it is valid: %s', (encoded, text) => {
  expect(percentDecode(encoded)).toBe(text);
});

it('half of a surrogate pair breaks no message', () => {
  expect(percentDecode(percentEncode('\ud800'))).toBe('\ufffd');
});

it('a timeout is read as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999 }), (ms) => {
      expect(timeoutIn({ 'grpc-timeout': timeoutHeader(ms) })).toBe(ms);
    }),
  );
  expect(timeoutIn({ 'grpc-timeout': timeoutHeader(100_000_000_001) })).toBe(99_999_999_000);
  expect(timeoutIn({ 'grpc-timeout': '5S' })).toBe(5_000);
  expect(timeoutIn({})).toBe(Infinity);
});

it.each(['', '5', 'S', '123456789S', '-1S', '1.5S', '5s'])('the timeout %j is malformed', (timeout) => {
  expect(timeoutIn({ 'grpc-timeout': timeout })).toBeNaN();
});

it('only known codes are a status, and everything else is unknown', () => {
  for (const code of Object.values(status)) expect(statusIn({ 'grpc-status': String(code) })).toBe(code);
  expect(statusIn({})).toBeUndefined();
  for (const code of ['17', '-1', '00', 'OK', ''])
    expect(statusIn({ 'grpc-status': code })).toBe(status.UNKNOWN);
});

it('binary values are read with and without padding', () => {
  expect(binaryIn({ 'x-bin': 'AQ' }, 'x-bin')).toEqual(Buffer.from([1]));
  expect(binaryIn({ 'x-bin': 'AQ==, Ag==' }, 'x-bin')).toEqual(Buffer.from([1]));
  expect(binaryIn({}, 'x-bin')).toBeUndefined();
});

it.each(['application/grpc', 'application/grpc+proto', 'application/grpc;x=y', 'Application/GRPC'])(
  '%s is gRPC',
  (type) => {
    expect(isGrpc({ 'content-type': type })).toBe(true);
  },
);

it.each([undefined, 'text/html', 'application/grpc-web', 'application/json'])('%s is not gRPC', (type) => {
  expect(isGrpc(type === undefined ? {} : { 'content-type': type })).toBe(false);
});

it('an HTTP answer has the status that gRPC gives it', () => {
  expect([400, 401, 403, 404, 429, 502, 503, 504, 418].map(statusOfHttp)).toEqual([
    status.INTERNAL,
    status.UNAUTHENTICATED,
    status.PERMISSION_DENIED,
    status.UNIMPLEMENTED,
    status.UNAVAILABLE,
    status.UNAVAILABLE,
    status.UNAVAILABLE,
    status.UNAVAILABLE,
    status.UNKNOWN,
  ]);
});
