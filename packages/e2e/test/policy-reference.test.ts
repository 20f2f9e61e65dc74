import { requestJson } from '@wallet-service/operator-cli/http-json';
import { demoCustomer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// Compares what the API document says that rules may contain with what the policy service says when they contain
// something else.

let stack: SharedStack;
let reference: string;
let examples: readonly object[];

beforeAll(async () => {
  stack = await sharedStack('policy reference');
  const { body } = await requestJson(`${stack.stack.api_url}/openapi.json`);
  const document = JSON.stringify(body);
  const { description } = (body as { info: { description: string } }).info;
  examples = [...description.matchAll(/```json\n([^]*?)\n```/g)].map(
    ([, text = '']) => JSON.parse(text) as object,
  );
  reference = (/"title":"Rule","description":"((?:[^"\\]|\\.)*)"/.exec(document) ?? [])[1] ?? '';
});

const condition = { field_source: 'nowhere', field: 'nothing', operator: 'eq', value: '1' };

/** The names that the policy service offers instead of a wrong one. */
async function offered(chain: string, rule: object): Promise<readonly string[]> {
  const policy = { name: 'p', chain, scope: 'GLOBAL', rules: [{ name: 'r', action: 'DENY', ...rule }] };
  const { status, body } = await demoCustomer(stack.stack).manage('POST', '/v1/policy', policy);
  expect(status).toBe(422);
  const { errors } = body as { errors: { message: string }[] };
  const [, list = ''] =
    /(?:there are|must be one of) (.*?)(?: for the chain \w+)?$/.exec(errors[0]?.message ?? '') ?? [];
  return list.split(', ').filter((name) => name !== '');
}

const ways = [
  ['ETH', 'eth_signTransaction'],
  ['ETH', 'eth_signTypedData_v4'],
  ['ETH', 'personal_sign'],
  ['ETH', 'eth_sign7702Authorization'],
  ['SOL', 'signTransaction'],
  ['SOL', 'signMessage'],
  ['BTC', 'signTransaction'],
] as const;
const options = { spending_window: { window_seconds: 3600 } } as const;

it('names every method and operator', async () => {
  for (const chain of ['ETH', 'SOL', 'BTC']) {
    const methods = await offered(chain, { method: 'none', conditions: [condition] });
    expect(methods).toContain('*');
    for (const method of methods) expect(reference).toContain(method);
  }
  const time = { field_source: 'system', field: 'current_unix_timestamp', operator: 'like', value: '1' };
  const operators = await offered('ETH', { method: '*', conditions: [time] });
  expect(operators).toContain('not_in');
  for (const operator of operators) expect(reference).toMatch(new RegExp(`\\b${operator}\\b`));
});

it.each(ways)('names every field source and field for %s %s', async (chain, method) => {
  const sources = await offered(chain, { method, conditions: [condition] });
  expect(sources).toContain('system');
  for (const source of sources) {
    expect(reference).toContain(`- ${source}`);
    const [, line = ''] = new RegExp(`- ${source}\\b(.*?)(?:\\\\n|$)`).exec(reference) ?? [];
    const wrong = {
      ...condition,
      field_source: source,
      ...(source === 'spending_window' && options.spending_window),
    };
    for (const field of await offered(chain, { method, conditions: [wrong] })) {
      // `byte_length` is another name of `length`. For the instructions of token programs the line has the programs'
      // names, and one member as an example.
      const name = source === 'solana_token_program_instruction' ? (field.split('.')[0] ?? '') : field;
      if (name !== 'byte_length')
        expect([source, line]).toEqual([source, expect.stringContaining(name.replace('Checked', ''))]);
    }
  }
});

it('shows examples of policies that the policy service takes', async () => {
  expect(examples.length).toBeGreaterThan(5);
  for (const example of examples) {
    const { status, body } = await demoCustomer(stack.stack).manage('POST', '/v1/policy', example);
    expect([example, status, body]).toEqual([example, 201, expect.objectContaining(example)]);
  }
});
