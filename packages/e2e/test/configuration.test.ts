import { readFileSync } from 'node:fs';
import { IsOptional, type TObject, type TSchema } from 'typebox';
import { isSecretText, serviceVariables } from '@wallet-service/config';
import { variables as console } from '../../../services/console/src/config.js';
import { variables as gateway } from '../../../services/gateway/src/config.js';
import { variables as identity } from '../../../services/identity/src/config.js';
import { variables as policy } from '../../../services/policy/src/config.js';
import { variables as wallet } from '../../../services/wallet/src/config.js';
import { variables as webhooks } from '../../../services/webhooks/src/config.js';
import { variables as witness } from '../../../services/witness/src/config.js';
import { readConfig as readSignerConfig } from '../../../services/enclave-signer/src/shell/config.js';
import { launcherVariables } from '@wallet-service/local-stack';
import { operatorVariables } from '@wallet-service/operator-cli';

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8');

type Row = { readonly name: string; readonly type: string; readonly default: string };

describe('docs/configuration.md', () => {
  it('lists what every service with a database reads', () => {
    expect(rowsOf('Every service with a database')).toEqual(rowsOfSchema(serviceVariables));
  });

  it.each([
    ['identity', own(identity)],
    ['witness', own(witness)],
    ['policy', own(policy)],
    ['wallet', own(wallet)],
    ['webhooks', own(webhooks)],
    ['gateway', gateway.properties],
    ['console', console.properties],
    ["Operator's program", operatorVariables.properties],
    ['Local stack', launcherVariables.properties],
  ] as const)('lists what %s reads, with types and defaults', (section, properties) => {
    expect(rowsOf(section)).toEqual(rowsOfSchema(properties));
  });

  it('lists every variable that the signer reads', () => {
    const asked = new Set([...namesRead('file'), ...namesRead('kms')]);
    expect(new Set(rowsOf('enclave-signer').map(({ name }) => name))).toEqual(asked);
  });
});

/** What a service reads in addition to the variables of all services. */
function own({ properties }: TObject): Record<string, TSchema> {
  return Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in serviceVariables)));
}

/** The names that the signer looks up before it reports what is wrong. */
function namesRead(source: string): string[] {
  const names: string[] = [];
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get(_, name) {
        names.push(String(name));
        return name === 'SEALING_KEY_SOURCE' ? source : undefined;
      },
    },
  );
  expect(() => readSignerConfig(env)).toThrow();
  return names;
}

function rowsOf(section: string): Row[] {
  const text = page.split(/^## /m).find((part) => part.startsWith(`${section}\n`));
  if (text === undefined) throw new Error(`the page has no section ${section}`);
  return [...text.matchAll(/^\| `(\w+)` \| (.+?) \| (.+?) \| .+ \|$/gm)].map(
    ([, name = '', type = '', standard = '']) => ({ name, type, default: standard }),
  );
}

function rowsOfSchema(properties: Readonly<Record<string, TSchema>>): Row[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: typeOf(schema),
    default: defaultOf(schema),
  }));
}

function typeOf(schema: TSchema): string {
  const { type, anyOf, minimum, maximum } = schema as {
    type?: string;
    anyOf?: readonly { const: string }[];
    minimum?: number;
    maximum?: number;
  };
  if (anyOf) {
    const choices = anyOf.map((choice) => `\`${choice.const}\``);
    const last = choices.at(-1) ?? '';
    return choices.length === 1 ? last : `${choices.slice(0, -1).join(', ')} or ${last}`;
  }
  if (type === 'integer' || type === 'number') return `${type}, ${minimum ?? ''} to ${maximum ?? ''}`;
  if (type === 'boolean') return '`true` or `false`';
  return isSecretText(schema) ? 'secret text' : 'text';
}

function defaultOf(schema: TSchema): string {
  const { default: standard } = schema as { default?: string | number | boolean };
  if (standard !== undefined) return standard === '' ? 'none' : `\`${standard}\``;
  return IsOptional(schema) ? 'none' : 'required';
}
