import { createExpressClient, type Chain } from '@wallet-service/local-stack/express-client';
import { ownApplication, type OwnApplication } from './own-application.js';
import { walletUser, type WalletUser } from './wallet-user.js';
import { sharedStack } from '../stacks.js';

/** One of the requests that have the same effect on the chain once they are signed. */
export type Way = {
  readonly name: string;
  /** The last part of `/v2/wallet/sign/{operation}`. */
  readonly operation: string;
  readonly body: object;
  /** The error code that it gets whatever the rule says, when the answer is not one of the usual ones. */
  readonly always?: string;
};

type Condition = { readonly field_source: string; readonly field: string; readonly operator: string };
export type RuleKind = {
  readonly name: string;
  readonly method: string;
  /**
   * `value` of `covering` is that of the effect. With `harmless` in its place the rule is about something else. Absent
   * where the effect may be anything.
   */
  readonly condition: Condition & { readonly [option: string]: unknown };
  readonly covering: unknown;
  readonly harmless?: unknown;
};

/** Something that a thief wants signed, all rules that should prevent it, and all ways in which the thief may try. */
export type Effect = {
  readonly name: string;
  /** By the address of the wallet. */
  readonly ways: (wallet: string) => readonly Way[];
  readonly rules: readonly RuleKind[];
  /** What the service itself answers while there are policies and none of them allows it. */
  readonly unlessAllowed?: string;
};

/** The same for all rules about the fields of one source. */
export function rulesBy(field_source: string, method: string, options: object = {}) {
  return (field: string, operator: string, covering: unknown, harmless?: unknown): RuleKind => ({
    name: `${field_source}.${field} ${operator} (${method})`,
    method,
    condition: { field_source, field, operator, ...options },
    covering,
    harmless,
  });
}

/** Everything is signed after the first and before the last second. */
export const anyMethod = rulesBy('system', '*')('current_unix_timestamp', 'gt', 1, 200_000_000_000);

const text = 'I give everything to the thief';
export const promiseBase64 = Buffer.from(text).toString('base64');
const ofMessage = rulesBy('message', 'signMessage');
/** On SOL and BTC. */
export const promiseRules: readonly RuleKind[] = [
  ofMessage('content', 'contains', 'everything', 'nothing'),
  ofMessage('length', 'gt', 10, 1000),
  anyMethod,
];

/** On SOL and BTC no hash is signed at all. */
export const hashAlone = (name: string): Way => ({
  name,
  operation: 'data',
  body: { raw_data_hash: `0x${'11'.repeat(32)}` },
  always: 'chain.operation-unsupported',
});

/** Asks for the key itself. Its path differs from that of signatures. */
export const keyForTheThief: Effect = {
  name: 'the key for the thief',
  unlessAllowed: 'policy.denied: export',
  ways: () => [
    {
      name: 'export',
      operation: '../export',
      body: { recipient_public_key: '3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=' },
    },
  ],
  rules: [
    rulesBy('system', 'exportPrivateKey')('current_unix_timestamp', 'gt', 1, 200_000_000_000),
    anyMethod,
  ],
};

/** An application, and one of its users. */
export type Tried = { readonly application: OwnApplication; readonly user: WalletUser };

/** An application of its own on the shared stack, where policies count, and a user of it. */
export async function newTried(name: string, chain: Chain, settings: object = {}): Promise<Tried> {
  const stack = await sharedStack(name);
  const application = ownApplication(stack);
  await application.settle({ policy_evaluation_enabled: true, ...settings });
  return { application, user: await walletUser(createExpressClient(stack.stack), chain) };
}

/**
 * Expectations for every pair of a rule and a way. There are two applications: one has the rule, and the other one
 * a rule about something else.
 */
export function everyPairOf(
  chain: Chain,
  effects: readonly Effect[],
  underTest: () => readonly [Tried, Tried],
): void {
  const table = effects.flatMap((effect) => effect.rules.map((rule) => ({ effect, rule })));
  it.each(table.map(({ effect, rule }) => [effect.name, rule.name, effect, rule] as const))(
    '%s: a DENY rule about %s refuses every way, and one about something else refuses none',
    async (_, name, effect, rule) => {
      const every = async ({ application, user }: Tried, value: unknown, usual: string) => {
        const ways = effect.ways(user.address);
        const outcomes = await application.underPolicy(denying(chain, rule, value), async (policyId) => {
          const answers = await Promise.all(ways.map((way) => outcomeOf(user, way, policyId)));
          return Object.fromEntries(ways.map((way, index) => [way.name, answers[index]]));
        });
        expect(outcomes).toEqual(Object.fromEntries(ways.map((way) => [way.name, way.always ?? usual])));
      };
      const [one, other] = underTest();
      await Promise.all([
        every(one, rule.covering, `denied by ${name}`),
        rule.harmless === undefined || every(other, rule.harmless, effect.unlessAllowed ?? 'signed'),
      ]);
    },
  );
}

/** The methods and field sources that the service knows for a chain, read from its refusal of unknown ones. */
async function knownTo({ application }: { readonly application: OwnApplication }, chain: Chain) {
  const listed = async (method: string) => {
    const condition = { field_source: 'none', field: 'none', operator: 'eq' };
    const refusal = await application.refusalOf(denying(chain, { name: 'none', method, condition }, 1));
    const [, names = ''] = /(?:one of|there are) (.+?)(?: for the chain [A-Z]+)?$/.exec(refusal) ?? [];
    return names.split(', ');
  };
  const methods = await listed('none');
  const sources = await Promise.all(methods.map(listed));
  return { methods, sources: [...new Set(sources.flat())] };
}

/** Asserts that the table has every method except `elsewhere` and every field source. */
export function everyKindOf(
  chain: Chain,
  effects: readonly Effect[],
  elsewhere: readonly string[],
  underTest: () => { readonly application: OwnApplication },
): void {
  it('the table has rules for every method and every field source that the service knows', async () => {
    const { methods, sources } = await knownTo(underTest(), chain);
    const rules = effects.flatMap((effect) => effect.rules);
    const missing = (known: readonly string[], had: readonly string[]) =>
      known.filter((each) => !had.includes(each));
    expect(methods.length).toBeGreaterThan(3);
    expect(missing(methods, [...rules.map(({ method }) => method), ...elsewhere])).toEqual([]);
    expect(
      missing(
        sources,
        rules.map(({ condition }) => condition.field_source),
      ),
    ).toEqual([]);
  });
}

/** A GLOBAL policy with this one rule. */
export function denying(
  chain: Chain,
  { name, method, condition }: Pick<RuleKind, 'name' | 'method' | 'condition'>,
  value: unknown,
): object {
  const rule = { name, method, action: 'DENY', conditions: [{ ...condition, value }] };
  return { name: `by ${name}`, chain, scope: 'GLOBAL', rules: [rule] };
}

/** 'signed', the rule of the policy that denies it, or the code of any other refusal with its reason. */
export async function outcomeOf(
  user: WalletUser,
  { operation, body }: Pick<Way, 'operation' | 'body'>,
  policyId?: string,
): Promise<string> {
  const { status, body: answer } = await user.attempt(operation, body);
  if (status === 200) return 'signed';
  const problem = answer as { code: string; policy_id?: string; rule?: string; reason?: string };
  if (status === 403 && policyId !== undefined && problem.policy_id === policyId)
    return `denied by ${problem.rule ?? ''}`;
  return problem.code === 'policy.denied' ? `policy.denied: ${problem.reason ?? ''}` : problem.code;
}
