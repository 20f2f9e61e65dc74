import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestStack } from '@wallet-service/local-stack';

/** Every secret in the data directory of a stack, in the forms in which careless code would write it. */
export function secretsOf({ dataDir, stack }: TestStack): readonly string[] {
  const inside = (folder: string, names: RegExp): Buffer[] =>
    readdirSync(path.join(dataDir, folder))
      .filter((name) => names.test(name))
      .map((name) => readFileSync(path.join(dataDir, folder, name)));
  const binary = inside('secrets', /^(root|credential-pepper|token-cache|webhook|event)\.key$/);
  const pem = [...inside('secrets', /\.pem$/), ...inside('tls', /\.key$/)];
  const passwords = JSON.parse(
    readFileSync(path.join(dataDir, 'secrets/database-passwords.json'), 'utf8'),
  ) as Record<string, string>;
  return [
    ...binary.flatMap((key) =>
      (['latin1', 'hex', 'base64', 'base64url'] as const).map((form) => key.toString(form)),
    ),
    // The second line, because the first is the same for all keys.
    ...pem.map((file) => file.toString('utf8').split('\n').slice(1, 3).join('').slice(24, 80)),
    ...Object.values(passwords),
    readFileSync(path.join(dataDir, 'postgres/password'), 'utf8').trim(),
    stack.operator_key,
    stack.app.secret_key,
  ];
}
