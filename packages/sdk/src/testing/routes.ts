import type { Operation } from '../core/operation.js';
import * as generated from '../generated/operations.js';
import type { TestedOperation } from '../generated/testing.js';
import { applicationHandlers } from './application.js';
import { coreHandlers } from './core.js';
import { expressHandlers } from './express.js';
import { policyHandlers } from './policies.js';
import type { Handler } from './state.js';

/** Every operation that the test server does. */
export function handlersOfAll(): Readonly<Record<TestedOperation, Handler>> {
  return { ...expressHandlers(), ...coreHandlers(), ...applicationHandlers, ...policyHandlers };
}

export type Route = { readonly operation: Operation; readonly path: Readonly<Record<string, string>> };

type Find = (method: string, path: string) => Route | undefined;

/** Finds the operation of the API for a path that can be decoded. Paths without parameters come first. */
export function createRouter(): Find {
  const operations: readonly Operation[] = Object.values(generated);
  return (method, path) => {
    const found = operations.flatMap((operation) => {
      const parameters = operation.method === method ? parametersOf(operation.path, path) : undefined;
      return parameters ? [{ operation, path: parameters }] : [];
    });
    return found.find(({ operation }) => !operation.path.includes('{')) ?? found[0];
  };
}

/** Whether it is percent-encoded UTF-8. */
export function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function parametersOf(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = path.replace(/(.)\/$/, '$1').split('/');
  if (wanted.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const text = decodeURIComponent(given[index] ?? '');
    if (part.startsWith('{')) parameters[part.slice(1, -1)] = text;
    else if (part !== text) return undefined;
  }
  return parameters;
}
