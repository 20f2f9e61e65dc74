import fc from 'fast-check';
import { isAllowedOrigin, problemOfAllowedOrigins } from './allowed-origin.js';

const problemOf = (origin: string) => problemOfAllowedOrigins([origin])?.message;

describe('an allowed origin', () => {
  it.each([
    'https://app.example.com',
    'https://app.example.com:8443',
    'https://*.example.com',
    'https://*.example.com:8443',
    'https://*.preview.example.co.uk',
    'https://xn--bcher-kva.example',
    'https://my_host.example',
    'https://localhost',
    'https://192.0.2.1',
    'https://[2001:db8::1]:8443',
    'http://localhost',
    'http://localhost:3000',
    'http://127.0.0.1:5173',
  ])('may be %s', (origin) => {
    expect(problemOf(origin)).toBeUndefined();
  });

  it.each([
    ['*', 'must not be *'],
    ['null', 'must not be null'],
    ['', 'must be an origin'],
    ['app.example.com', 'must be an origin'],
    ['//app.example.com', 'must be an origin'],
    ['https://', 'must be an origin'],
    ['https://*', 'must be an origin'],
    ['https://*example.com', 'must be an origin'],
    ['https://app.*.com', 'must be an origin'],
    ['https://*.*.example.com', 'must be an origin'],
    ['https://*.example.com/*', 'must be an origin'],
    ['https://*.0.0.1', 'must be an origin'],
    ['https://*.com', 'must name a domain of yours'],
    ['https://*.com.', 'must name a domain of yours'],
    ['http://*.example.com', 'must be an origin'],
    ['http://app.example.com', 'must begin with https://'],
    ['http://localhost.example.com', 'must begin with https://'],
    ['http://127.0.0.2', 'must begin with https://'],
    ['ftp://app.example.com', 'must begin with https://'],
    ['javascript:alert(1)', 'must begin with https://'],
    ['chrome-extension://abcdefgh', 'must begin with https://'],
    ['https://app.example.com/', 'must be written as browsers send it: https://app.example.com'],
    ['https://app.example.com/path', 'must be written as browsers send it: https://app.example.com'],
    ['https://app.example.com?', 'must be written as browsers send it: https://app.example.com'],
    ['https://app.example.com#a', 'must be written as browsers send it: https://app.example.com'],
    ['https://user@app.example.com', 'must be written as browsers send it: https://app.example.com'],
    ['https://app.example.com:443', 'must be written as browsers send it: https://app.example.com'],
    ['http://localhost:80', 'must be written as browsers send it: http://localhost'],
    ['HTTPS://APP.example.com', 'must be written as browsers send it: https://app.example.com'],
    ['https://*.EXAMPLE.com', 'must be written as browsers send it: https://*.example.com'],
    ['https://bücher.example', 'must be written as browsers send it: https://xn--bcher-kva.example'],
    ['https://0x7f.1', 'must be written as browsers send it: https://127.0.0.1'],
    [' https://app.example.com', 'must be written as browsers send it: https://app.example.com'],
    ['https://app.example.com\n', 'must be written as browsers send it: https://app.example.com'],
    [`https://${'a.'.repeat(130)}example`, 'at most 255'],
  ])('may not be %j', (origin, message) => {
    expect(problemOf(origin)).toContain(message);
  });

  it('is named by its place, and may not be given twice or too often', () => {
    const one = 'https://app.example.com';
    expect(problemOfAllowedOrigins([one, '*'])?.index).toBe(1);
    expect(problemOfAllowedOrigins([one, one])).toEqual({ index: 1, message: 'is given twice' });
    const many = Array.from({ length: 51 }, (_, index) => `https://app${index}.example.com`);
    expect(problemOfAllowedOrigins(many.slice(1))).toBeUndefined();
    expect(problemOfAllowedOrigins(many)?.message).toContain('at most 50');
  });
});

describe('the origin of a request', () => {
  const allowed = [
    'https://app.example.com',
    'https://*.example.org',
    'https://*.dev.example.net:8443',
    'http://localhost:3000',
  ];

  it.each([
    'https://app.example.com',
    'https://a.example.org',
    'https://pr-1.example.org',
    'https://a.dev.example.net:8443',
    'http://localhost:3000',
  ])('is allowed: %s', (origin) => {
    expect(isAllowedOrigin(allowed, origin)).toBe(true);
  });

  it.each([
    'null',
    '',
    '*',
    'https://*.example.org',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.',
    'https://app.example.com.evil.example',
    'https://evil.example/https://app.example.com',
    'https://APP.example.com',
    'https://example.org',
    'https://.example.org',
    'https://a.b.example.org',
    'https://aexample.org',
    'http://a.example.org',
    'https://a.example.org:8443',
    'https://a.dev.example.net',
    'https://dev.example.net:8443',
    'https://evil.example?.example.org',
    'https://evil.example#.example.org',
    'https://evil%2e.example.org',
    'https://user@a.example.org',
    'https://a.example.org, https://app.example.com',
    'http://localhost',
    'http://localhost:3001',
    'http://127.0.0.1:3000',
  ])('is not allowed: %j', (origin) => {
    expect(isAllowedOrigin(allowed, origin)).toBe(false);
  });

  // The second oracle parses where the code compares text.
  it('is allowed only if it has the scheme, port and host of an entry', () => {
    const label = fc.constantFrom('a', 'app', 'xn--bcher-kva', 'a-b', '*', '');
    const host = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join('.'));
    const origins = fc
      .tuple(
        fc.constantFrom('https://', 'http://', 'https:', ''),
        host,
        fc.constantFrom('', ':8443', ':443', '/'),
      )
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(origins, { maxLength: 6 }), origins, (list, origin) => {
        const valid = list.filter((each) => problemOf(each) === undefined);
        const url = URL.canParse(origin) ? new URL(origin) : undefined;
        const isExpected =
          url?.origin === origin &&
          !origin.includes('*') &&
          valid.some((entry) => {
            const [head = '', ...tail] = url.host.split('.');
            const [first, ...rest] = entry.replace(/^https?:\/\//, '').split('.');
            const isScheme = entry.startsWith(`${url.protocol}//`);
            const isHost = first === '*' ? /^[a-z0-9_-]+$/.test(head) : head === first;
            // A name with a dot at its end is another name.
            return isScheme && isHost && tail.length === rest.length && tail.join('.') === rest.join('.');
          });
        expect(isAllowedOrigin(valid, origin)).toBe(isExpected);
      }),
      { numRuns: 5000 },
    );
  });
});
