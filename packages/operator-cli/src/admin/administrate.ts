import { UsageError } from '../command-line/flags.js';
import { expectJson } from '../http/http-json.js';

export type AdminTarget = { readonly url: string; readonly operatorKey: string };
export type AdminRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
};

const applications = '/v1/admin/application';
const people = '/v1/admin/person';

/** Options of `key issue` and `person invite`. */
export type AdminOptions = {
  readonly label?: string | undefined;
  /** None: the key has no limits. */
  readonly scopes?: readonly string[];
  /** Date, or date and time, of ISO 8601 in UTC. Undefined: the key never expires. */
  readonly expires?: string | undefined;
  readonly email?: string | undefined;
  readonly isOperator?: boolean;
  readonly application?: string | undefined;
  readonly role?: string | undefined;
};

const requests: Readonly<Record<string, (args: readonly string[], options: AdminOptions) => AdminRequest>> = {
  'application create': (args) => {
    const [name] = exactly(args, 1);
    return { method: 'POST', path: applications, body: { name } };
  },
  'application list': (args) => {
    const after = args[0] === undefined ? '' : `&after=${segment(args[0])}`;
    return { method: 'GET', path: `${applications}?limit=100${after}` };
  },
  'application show': (args) => {
    const [id] = exactly(args, 1);
    return { method: 'GET', path: `${applications}/${segment(id)}` };
  },
  'application feature': (args) => {
    const [id, feature, state] = exactly(args, 3);
    if (state !== 'on' && state !== 'off') throw new UsageError('say on or off');
    const features = { [feature ?? '']: state === 'on' };
    return { method: 'PATCH', path: `${applications}/${segment(id)}`, body: { features } };
  },
  'application unblock': (args) => {
    const [id] = exactly(args, 1);
    return { method: 'DELETE', path: `${applications}/${segment(id)}/approval_rule` };
  },
  'key issue': (args, { label, scopes = [], expires }) => {
    const [id] = exactly(args, 1);
    const body = {
      ...(label !== undefined && { label }),
      ...(scopes.length > 0 && { scopes }),
      ...(expires !== undefined && { time_expires: secondsOf(expires) }),
    };
    const isLimited = Object.keys(body).length > 0;
    return { method: 'POST', path: `${applications}/${segment(id)}/secret_key`, ...(isLimited && { body }) };
  },
  'key list': (args) => {
    const [id] = exactly(args, 1);
    return { method: 'GET', path: `${applications}/${segment(id)}/secret_key` };
  },
  'key revoke': (args) => {
    const [id, key] = exactly(args, 2);
    return { method: 'DELETE', path: `${applications}/${segment(id)}/secret_key/${segment(key)}` };
  },
  'person invite': (args, { isOperator = false, application, role, email }) => {
    const [name] = exactly(args, 1);
    const isMember = application !== undefined && role !== undefined;
    if (isOperator === isMember) throw new UsageError('say either --operator, or --application and --role');
    const access = isMember ? { application_id: application, role } : { is_operator: true };
    return { method: 'POST', path: people, body: { name, ...(email !== undefined && { email }), ...access } };
  },
  'person list': (args) => {
    const after = args[0] === undefined ? '' : `&after=${segment(args[0])}`;
    return { method: 'GET', path: `${people}?limit=100${after}` };
  },
  'person reinvite': (args) => {
    const [id] = exactly(args, 1);
    return { method: 'POST', path: `${people}/${segment(id)}/invitation` };
  },
  'person disable': (args) => {
    const [id] = exactly(args, 1);
    return { method: 'DELETE', path: `${people}/${segment(id)}` };
  },
};

/** The request for the words, such as `key list APPLICATION`. Throws a UsageError for others. */
export function adminRequest(words: readonly string[], options: AdminOptions = {}): AdminRequest {
  const name = words.slice(0, 2).join(' ');
  const make = Object.hasOwn(requests, name) ? requests[name] : undefined;
  if (!make) throw new UsageError('name one of the commands');
  const { label, scopes = [], expires } = options;
  const areGiven = label !== undefined || scopes.length > 0 || expires !== undefined;
  if (areGiven && name !== 'key issue')
    throw new UsageError('--label, --scope and --expires are for key issue');
  const { isOperator = false, application, role, email } = options;
  const isOfPerson = isOperator || [application, role, email].some((one) => one !== undefined);
  if (isOfPerson && name !== 'person invite')
    throw new UsageError('--operator, --application, --role and --email are for person invite');
  return make(words.slice(2), options);
}

/** Sends it to the operator interface. Resolves to the answer. */
export async function administrate(
  { url, operatorKey }: AdminTarget,
  { method, path, body }: AdminRequest,
): Promise<unknown> {
  return expectJson(`${url}${path}`, {
    method,
    headers: { 'x-service-operator-key': operatorKey },
    ...(body !== undefined && { body }),
  });
}

/** The answer, with the address at which the person makes their passkey, if it has an invitation. */
export function withLink(answer: unknown, consoleUrl: string | undefined): unknown {
  if (consoleUrl === undefined || typeof answer !== 'object' || answer === null) return answer;
  if (!('invitation' in answer) || typeof answer.invitation !== 'string') return answer;
  // Browsers send no fragment to a server, so no log has the invitation.
  return { ...answer, link: `${consoleUrl.replace(/\/+$/, '')}/invitation#${answer.invitation}` };
}

function exactly(args: readonly string[], count: number): readonly string[] {
  if (args.length !== count) throw new UsageError(`the command takes ${count} arguments`);
  return args;
}

function segment(text: string | undefined): string {
  return encodeURIComponent(text ?? '');
}

function secondsOf(text: string): number {
  const isTime = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text);
  const ms = isTime ? Date.parse(text) : NaN;
  if (Number.isNaN(ms)) throw new UsageError('--expires must be such as 2027-01-31 or 2027-01-31T18:00Z');
  return ms / 1000;
}
