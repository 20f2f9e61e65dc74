import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../../docs/production.md', import.meta.url), 'utf8');

export const password = 'p%40ss';

/** A line for Redis's configuration that makes a user just as docs/production.md says. `more`: as its bullets say. */
export function documentedUser(name: string, more = ''): string {
  const line = page.split('\n').find((each) => each.startsWith(`user ${name} `));
  if (line === undefined) throw new Error(`docs/production.md has no user ${name}`);
  return `${line.replace('PASSWORD', decodeURIComponent(password))} ${more}`;
}

/** The commands that the page adds in a cluster. */
export const inCluster = /^- In a cluster, add `(.+)`\.$/m.exec(page)?.[1] ?? '';
