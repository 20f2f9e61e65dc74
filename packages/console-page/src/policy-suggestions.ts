import type { Cursor, Path } from './json-cursor.ts';
import {
  actionsOf,
  chains,
  fieldsOf,
  methodsOf,
  operators,
  scopes,
  sources,
  sourcesFor,
  takesList,
  type Named,
} from './policy-language.ts';
import { conditionMembers, policyMembers, ruleMembers, windowLengths } from './policy-members.ts';

/** Something that can stand where the cursor is. */
export type Suggestion = Named & {
  /** In JSON. Of a key: with its colon and a first value. */
  readonly text: string;
};

type Facts = Readonly<Record<string, unknown>>;

/** `policy`: as far as it can be read. */
export function suggestionsAt(
  { wants, path }: Pick<Cursor, 'wants' | 'path'>,
  policy: unknown,
): readonly Suggestion[] {
  if (wants === 'key') return keysOf(path, policy);
  const last = path.at(-1);
  const around = path.slice(0, -1);
  if (isRules(around)) return [newRule(recordAt(policy, []))];
  if (isConditions(around)) return newConditions(policy, path);
  if (around.at(-1) === 'value' && isCondition(around.slice(0, -1)))
    return texts(valuesOf(recordAt(policy, around.slice(0, -1))));
  if (isCondition(around)) return ofCondition(String(last), recordAt(policy, around), policy, path);
  if (isRule(around)) return ofRule(String(last), recordAt(policy, []));
  return around.length === 0 ? ofPolicy(String(last)) : [];
}

const isRules = (path: Path): boolean => path.length === 1 && path[0] === 'rules';
const isRule = (path: Path): boolean => path.length === 2 && path[0] === 'rules';
const isConditions = (path: Path): boolean => path.length === 3 && path[2] === 'conditions';
const isCondition = (path: Path): boolean => path.length === 4 && path[2] === 'conditions';

function recordAt(value: unknown, path: Path): Facts {
  let found = value;
  for (const step of path) found = isRecord(found) ? found[step] : undefined;
  return isRecord(found) ? found : {};
}

function isRecord(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null;
}

function keysOf(path: Path, policy: unknown): readonly Suggestion[] {
  const given = recordAt(policy, path);
  const members =
    path.length === 0
      ? policyMembers
      : isRule(path)
        ? ruleMembers.filter(({ name }) => name !== 'approvals' || given['action'] === 'require_approval')
        : isCondition(path)
          ? conditionMembers.filter(({ name }) => isUsual(name) || hasMember(given, name))
          : [];
  return members.map(({ name, about, fresh }) => ({ name, about, text: `"${name}": ${fresh}` }));
}

const isUsual = (name: string): boolean => ['field_source', 'field', 'operator', 'value'].includes(name);

function hasMember({ field_source: source, field }: Facts, name: string): boolean {
  if (name === 'token' && field === 'native_amount') return false;
  return sources.some((each) => each.name === source && each.more?.includes(name));
}

function ofPolicy(member: string): readonly Suggestion[] {
  if (member === 'chain') return texts(chains);
  if (member === 'scope') return texts(scopes);
  return member === 'is_active' ? bare([named('true'), named('false')]) : [];
}

function ofRule(member: string, { chain, scope }: Facts): readonly Suggestion[] {
  if (member === 'method') return texts(methodsOf[String(chain)] ?? []);
  if (member !== 'action') return [];
  return texts(actionsOf[String(scope)] ?? Object.values(actionsOf).flat());
}

function ofCondition(member: string, condition: Facts, policy: unknown, path: Path): readonly Suggestion[] {
  const { field_source: source, field, operator } = condition;
  switch (member) {
    case 'field_source':
      return texts(sourcesAt(policy, path));
    case 'field':
      return texts(fieldNames(condition));
    case 'operator': {
      const allowed = fieldsOf(source, field)?.operators;
      return texts(operators.filter(({ name }) => allowed?.includes(name) ?? true));
    }
    case 'value':
      return takesList(operator)
        ? [{ name: '[ ]', about: 'a list of values', text: '[]' }]
        : texts(valuesOf(condition));
    case 'window_seconds':
      return bare(windowLengths);
    default:
      return [];
  }
}

/** For the rule that the path leads into. */
function sourcesAt(policy: unknown, path: Path): readonly Named[] {
  return sourcesFor(recordAt(policy, [])['chain'], recordAt(policy, path.slice(0, 2))['method']);
}

function fieldNames({ field_source: source, abi }: Facts): readonly Named[] {
  const groups = sources.find(({ name }) => name === source)?.fields ?? [];
  const known = groups.flatMap(({ fields, about, open }) => [
    ...fields.map((name) => ({ name, about })),
    ...(open && open.begins !== '' ? [{ name: open.begins, about }] : []),
  ]);
  return source === 'ethereum_calldata' ? [...known, ...argumentsIn(abi)] : known;
}

/** The arguments of an ABI's functions. */
function argumentsIn(abi: unknown): readonly Named[] {
  return functionsIn(abi).flatMap(({ name, inputs }) =>
    listOf(inputs).flatMap((input) =>
      typeof input['name'] === 'string' && input['name'] !== ''
        ? [
            {
              name: `${String(name)}.${input['name']}`,
              about: typeof input['type'] === 'string' ? input['type'] : '',
            },
          ]
        : [],
    ),
  );
}

function functionsIn(abi: unknown): readonly Facts[] {
  return listOf(abi).filter(({ type, name }) => type === 'function' && typeof name === 'string');
}

const listOf = (value: unknown): readonly Facts[] => (Array.isArray(value) ? value.filter(isRecord) : []);

function valuesOf({ field_source: source, field, abi }: Facts): readonly Named[] {
  if (source === 'ethereum_calldata' && field === 'function_name')
    return functionsIn(abi).map(({ name }) => named(String(name)));
  return (fieldsOf(source, field)?.values ?? []).map(named);
}

function newRule({ chain, scope }: Facts): Suggestion {
  const rule = {
    name: '',
    method: methodsOf[String(chain)]?.[0]?.name ?? '',
    action: (actionsOf[String(scope)] ?? [])[0]?.name ?? 'DENY',
    conditions: [],
  };
  return { name: 'rule', about: 'a new rule', text: JSON.stringify(rule, undefined, 2) };
}

function newConditions(policy: unknown, path: Path): readonly Suggestion[] {
  return sourcesAt(policy, path).map(({ name, about }) => {
    const { more = [], fields } = sources.find((source) => source.name === name) ?? { fields: [] };
    const [first] = fields;
    const condition = {
      ...{ field_source: name, field: first?.fields[0] ?? '', operator: first?.operators[0] ?? '' },
      ...(more.includes('abi') && { abi: [] }),
      ...(more.includes('window_seconds') && { window_seconds: 86_400 }),
      value: '',
    };
    return { name, about: `a condition about ${about}`, text: JSON.stringify(condition, undefined, 2) };
  });
}

const named = (name: string): Named => ({ name, about: '' });
const texts = (names: readonly Named[]): readonly Suggestion[] =>
  names.map(({ name, about }) => ({ name, about, text: JSON.stringify(name) }));
const bare = (names: readonly Named[]): readonly Suggestion[] =>
  names.map(({ name, about }) => ({ name, about, text: name }));

/** What a suggestion becomes in the text, and where the cursor is then. */
export type Insertion = {
  readonly text: string;
  readonly cursor: number;
  /** A value is to follow at once. */
  readonly goesOn: boolean;
};

/** A key that has a value already gets no other. What follows is kept apart by a comma. */
export function insertionOf(
  { name, text }: Pick<Suggestion, 'name' | 'text'>,
  wants: Cursor['wants'],
  { after, indentation }: { readonly after: string; readonly indentation: string },
): Insertion {
  const next = after.trimStart();
  if (wants === 'key' && next.startsWith(':')) {
    const key = JSON.stringify(name);
    return { text: key, cursor: key.length, goesOn: false };
  }
  const indented = text.replaceAll('\n', `\n${indentation}`);
  const empty = indented.search(/""|\[\]/);
  const isBegun = name.endsWith('_');
  return {
    text: indented + (/^["{[\w-]/.test(next) ? ',' : ''),
    cursor: empty >= 0 ? empty + 1 : indented.length - (isBegun ? 1 : 0),
    goesOn: wants === 'key' && empty >= 0,
  };
}
