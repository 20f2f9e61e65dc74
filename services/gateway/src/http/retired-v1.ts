import { ErrorWithHeaders } from './error-with-headers.js';

/**
 * The answer to a request to a v1 wallet path. This service has no v1 wallets, so it is always 410. Before
 * the date it also announces the retirement: Deprecation (RFC 9745) and Sunset (RFC 8594).
 */
export function retiredVersion(successor: string, retiresAt: Date, now: Date): ErrorWithHeaders {
  const date = retiresAt.toISOString().slice(0, 10);
  const verb = now < retiresAt ? 'ends' : 'ended';
  const announcement = now < retiresAt && {
    deprecation: `@${Math.floor(retiresAt.getTime() / 1000)}`,
    sunset: retiresAt.toUTCString(),
  };
  return new ErrorWithHeaders(
    'request.version-retired',
    `version 1 of the wallet interface ${verb} on ${date} and this service has no v1 wallets; use ${successor}`,
    { link: `<${successor}>; rel="successor-version"`, ...announcement },
    { details: { successor } },
  );
}
