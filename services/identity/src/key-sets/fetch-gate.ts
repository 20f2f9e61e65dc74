import { AppError } from '@wallet-service/errors';

/** Lets at most `most` fetches run at once that callers wait for. Throws `service.overloaded` beyond that: tenants choose the hosts. */
export function createFetchGate<Result>(
  fetch: (uri: string) => Promise<Result>,
  most: number,
): (uri: string) => Promise<Result> {
  let running = 0;
  return async (uri) => {
    if (running >= most) {
      throw new AppError('service.overloaded', 'too many key sets are being fetched', {
        retryAfterSeconds: 2,
      });
    }
    running += 1;
    try {
      return await fetch(uri);
    } finally {
      running -= 1;
    }
  };
}
