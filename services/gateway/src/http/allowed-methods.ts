import type { Route } from '../route.js';

/** The methods that a path has, empty for an unknown path. Decides between 404 and 405. */
export function createAllowedMethods(
  routes: readonly Pick<Route, 'method' | 'path'>[],
): (path: string) => readonly string[] {
  const patterns = routes.map(({ method, path }) => ({
    method,
    pattern: new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:[a-z_]+/g, '[^/]+')}/?$`),
  }));
  return (path) => [
    ...new Set(
      patterns
        .filter(({ pattern }) => pattern.test(path))
        .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    ),
  ];
}
