import { AppError } from '@wallet-service/errors';

/**
 * Limits concurrent fetches that callers wait for to `most`, and to `mostOfOne` per application. Tenants
 * choose the hosts, and a tenant whose hosts hang must not keep others from registering theirs. Throws
 * `service.overloaded` beyond that.
 */
export function createFetchGate<Source, Result>(
  fetch: (source: Source) => Promise<Result>,
  { most, mostOfOne }: { readonly most: number; readonly mostOfOne: number },
): (source: Source, applicationId: string) => Promise<Result> {
  const running = new Map<string, number>();
  let all = 0;
  return async (source, applicationId) => {
    const own = running.get(applicationId) ?? 0;
    if (own >= mostOfOne) throw overloaded(`${mostOfOne} key sets of the application are being fetched`);
    if (all >= most) throw overloaded('too many key sets are being fetched');
    running.set(applicationId, own + 1);
    all += 1;
    try {
      return await fetch(source);
    } finally {
      all -= 1;
      const left = (running.get(applicationId) ?? 1) - 1;
      if (left === 0) running.delete(applicationId);
      else running.set(applicationId, left);
    }
  };
}

function overloaded(message: string): AppError {
  return new AppError('service.overloaded', message, { retryAfterSeconds: 2 });
}
