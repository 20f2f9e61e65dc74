import { readTraceparent } from './traceparent.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const spanId = '00f067aa0ba902b7';

describe('readTraceparent', () => {
  it.each([
    `00-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-00`,
    `01-${traceId}-${spanId}-01`,
    `cc-${traceId}-${spanId}-01-what-a-later-version-says`,
  ])('reads trace and span from %s', (header) => {
    expect(readTraceparent(header)).toEqual({ traceId, spanId });
  });

  it.each([
    undefined,
    '',
    [`00-${traceId}-${spanId}-01`],
    `00-${traceId}-${spanId}-01-more`,
    `01-${traceId}-${spanId}-01more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-1`,
    `00-${traceId.slice(1)}-${spanId}-01`,
    ` 00-${traceId}-${spanId}-01`,
    `00-${traceId}-${spanId}-01\n`,
    `01-${traceId}-${spanId}-01-${'x'.repeat(500)}`,
  ])('reads nothing from %j', (header) => {
    expect(readTraceparent(header)).toBeUndefined();
  });
});
