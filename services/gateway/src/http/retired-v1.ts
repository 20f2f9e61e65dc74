import { AppError } from '@wallet-service/errors';

/**
 * What a request to a v1 wallet path is told. This service has no v1 wallets, so the answer is 410 at any time; before the date it also
 * announces the retirement: Deprecation (RFC 9745) and Sunset (RFC 8594).
 */
export function retiredVersion(successor: string, retiresAt: Date): AppError {
  return new AppError(
    'request.version-retired',
    `version 1 of the wallet interface ends on ${retiresAt.toISOString().slice(0, 10)} and this service has no v1 wallets; use ${successor}`,
    { details: { successor } },
  );
}

export function retirementHeaders(successor: string, retiresAt: Date, now: Date): Record<string, string> {
  const link = `<${successor}>; rel="successor-version"`;
  if (now >= retiresAt) return { link };
  return {
    link,
    deprecation: `@${Math.floor(retiresAt.getTime() / 1000)}`,
    sunset: retiresAt.toUTCString(),
  };
}
