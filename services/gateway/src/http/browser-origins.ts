import { AppError } from '@wallet-service/errors';
import { createStalenessBoundedReader, isAllowedOrigin, RecentlyUsed } from '@wallet-service/values';
import type { KeptRead } from '@wallet-service/values';
import type { RequestContext, Services } from '../clients/services.js';
import type { RequestHeaders } from './authenticate-user.js';
import { browserOriginOf, readableBy, type CorsHeaders } from './cors.js';

/** Which web pages may call an application on the Express interface. */
export type BrowserOrigins = {
  /**
   * For refusals that come before the application is asked: by the origins that it had last. Readable if none
   * is known, because such a refusal says nothing about any application.
   */
  readonly beforehand: (headers: RequestHeaders) => CorsHeaders;
  /** Throws `request.origin-not-allowed`. Whoever sends no Origin is no browser on another page. */
  readonly admit: (headers: RequestHeaders, context: RequestContext) => Promise<CorsHeaders>;
};

const maxApplications = 10_000;
const maxKeyLength = 256;

export function createBrowserOrigins(
  identity: Services['identity'],
  elapsedMs: () => number,
): BrowserOrigins {
  const kept = new RecentlyUsed<string, KeptRead<readonly string[]>>(
    'gateway.allowed-origins',
    maxApplications,
  );
  const current = createStalenessBoundedReader(kept, elapsedMs);

  return {
    beforehand(headers) {
      const origin = browserOriginOf(headers);
      if (origin === undefined) return {};
      const known = kept.get(apiKeyOf(headers) ?? '')?.value;
      return known === undefined || isAllowedOrigin(known, origin) ? readableBy(origin) : {};
    },

    async admit(headers, context) {
      const origin = browserOriginOf(headers);
      const apiKey = apiKeyOf(headers);
      // Without a key the caller is refused for that.
      if (origin === undefined || apiKey === undefined) return {};
      const allowed = await current.get(apiKey, async () => {
        const { allowedOrigins, maxStalenessMs } = await identity('GetAllowedOrigins', { apiKey }, context);
        return { value: allowedOrigins, maxStalenessMs };
      });
      if (isAllowedOrigin(allowed, origin)) return readableBy(origin);
      throw notAllowed();
    },
  };
}

function apiKeyOf(headers: RequestHeaders): string | undefined {
  const key = headers['x-service-api-key'];
  return typeof key === 'string' && key !== '' && key.length <= maxKeyLength ? key : undefined;
}

function notAllowed(): AppError {
  const path = 'header Origin';
  const message =
    'is not among the allowed_origins of the application: add it with PATCH /v1/application. Callers that are ' +
    'no web page must not send it';
  return new AppError('request.origin-not-allowed', `${path} ${message}`, { fields: [{ path, message }] });
}
