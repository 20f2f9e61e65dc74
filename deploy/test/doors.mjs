// What a stolen certificate opens. Tries every certificate at every method of every service of the running stack, in
// both forms of a call, from inside the service's own network. Only calls that the access tables allow may get an
// answer. All others must be refused with the right code.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { decodeReplyFrames, doors, encodeCallFrames } from './access-tables.mjs';
import { idOf } from './docker.mjs';

const { SECRETS_DIR: secrets, NODE_IMAGE: image } = process.env;
const tls = path.resolve(secrets, 'tls');
const intruder = readFileSync(new URL('./intruder.mjs', import.meta.url), 'utf8');
const containers = {
  identity: ['identity'],
  policy: ['policy'],
  webhooks: ['webhooks'],
  wallet: ['wallet-1', 'wallet-2'],
  signer: ['signer-1', 'signer-2'],
  witness: ['witness-a', 'witness-b', 'witness-c'],
};
/** Of the processes, of the operator, and of the load balancer, whose certificate is only for servers. */
const callers = readdirSync(tls)
  .filter((name) => name.endsWith('.crt') && name !== 'ca.crt')
  .map((name) => name.replace('.crt', ''));
/** The callers that the tables name. */
const named = Object.values(doors).flatMap(({ methods }) => Object.values(methods).flatMap(Object.keys));
const untried = [...new Set([...named, ...Object.keys(doors)])].filter((name) => !callers.includes(name));
const nobody = 'who has no certificate';
const mayConnect = (caller) => ![nobody, 'edge'].includes(caller);

/** The code of an error on the wire. Undefined: there was none. */
const codeIn = (bytes) => (bytes.length === 0 ? undefined : JSON.parse(bytes.toString('utf8')).code);

/** The code that a caller without a grant must get. Undefined: an answer, or an error about the message. */
function refusalOf(service, need) {
  if (need === undefined)
    return service === 'signer' ? 'signer.caller-not-allowed' : 'auth.caller-not-allowed';
  return ['nothing', 'user-token'].includes(need) ? undefined : 'auth.grant-invalid';
}

const refusals = ['signer.caller-not-allowed', 'auth.caller-not-allowed', 'auth.grant-invalid'];
const isOpen = ({ heard }) => !refusals.includes(heard);
const isRight = ({ wanted, heard }) =>
  wanted === undefined ? heard !== undefined && !refusals.includes(heard) : heard === wanted;

/** Returns the faults, one line each, and prints what each certificate opens. */
export function doorFaults() {
  const faults = untried.map((name) => `no certificate of ${name} to try`);
  const attempts = Object.entries(doors).flatMap(([name, { service, methods }]) =>
    containers[name].flatMap((container) => {
      const names = Object.keys(methods);
      if (names.length < (name === 'witness' ? 1 : 5))
        faults.push(`only ${names.length} methods of ${name} are known`);
      const outcomes = breakIn(container, name, callsOf(service, names));
      return outcomes.flatMap(({ caller, error, answers }) => {
        if (mayConnect(caller) !== (error === undefined))
          faults.push(`${container} ${error ? 'does not let in' : 'lets in'} ${caller}: ${error ?? ''}`);
        return error
          ? []
          : codesOf(answers, names).map(({ method, form, heard }) => {
              const wanted = refusalOf(name, methods[method][caller]);
              return { at: `${container}, ${form}`, caller, name, method, wanted, heard };
            });
      });
    }),
  );
  for (const caller of callers.filter(mayConnect)) {
    const own = attempts.filter((each) => each.caller === caller);
    const open = new Set(own.filter(isOpen).map(({ name, method }) => `${name}/${method}`));
    console.log(
      `       ${caller.padEnd(15)} ${own.length} calls, open: ${[...open].join(', ') || 'nothing'}`,
    );
  }
  return [
    ...faults,
    ...attempts
      .filter((each) => !isRight(each))
      .map(
        ({ at, caller, method, wanted, heard }) =>
          `${at}: ${caller} gets ${heard ?? 'nothing'} from ${method}, not ${wanted ?? 'an answer'}`,
      ),
  ];
}

/** Every method in the unary form, and then all of them in one stream. */
function callsOf(service, names) {
  const frames = names.map((method, index) => ({
    ...{ id: index + 1, method, request: Buffer.alloc(0), timeoutMs: 5_000 },
    ...{ traceId: 'a'.repeat(32), parentSpanId: '', grant: Buffer.alloc(0) },
  }));
  return [
    ...names.map((method) => ({ path: `/${service}/${method}`, message: '', isStream: false })),
    { path: `/${service}/Calls`, message: encodeCallFrames(frames).toString('base64'), isStream: true },
  ];
}

/** The answer of each method in each form: the code of an error, or `ok`. Undefined: nothing came. */
function codesOf(answers, names) {
  const bytesOf = (text) => Buffer.from(text ?? '', 'base64');
  const stream = answers.at(-1);
  const ofStream = codeIn(bytesOf(stream.error));
  const frames = messagesIn(bytesOf(stream.data)).flatMap((message) => decodeReplyFrames(message).frames);
  return names.flatMap((method, index) => {
    const { status, error } = answers[index];
    const reply = frames.find(({ id }) => id === index + 1);
    const inStream = ofStream ?? (reply && (codeIn(Buffer.from(reply.error)) ?? 'ok'));
    return [
      { method, form: 'unary', heard: status === '0' ? 'ok' : codeIn(bytesOf(error)) },
      { method, form: 'in a stream', heard: inStream },
    ];
  });
}

function messagesIn(data) {
  const messages = [];
  for (let at = 0; at + 5 <= data.length;) {
    const length = data.readUInt32BE(at + 1);
    messages.push(data.subarray(at + 5, at + 5 + length));
    at += 5 + length;
  }
  return messages;
}

/** For each certificate, and for no certificate: `answers` to the calls, or the `error` of the connection. */
function breakIn(container, service, calls) {
  const who = [nobody, ...callers];
  const certificates = [null, ...callers.map((name) => ({ cert: `${name}.crt`, key: `${name}.key` }))];
  const place = ['--network', `container:${idOf(container)}`, '--volume', `${tls}:/tls:ro`];
  const command = [image, 'node', '--input-type=module', '--eval', intruder];
  const { status, stdout, stderr } = spawnSync(
    'docker',
    ['run', '--rm', '--interactive', '--user', '0:0', ...place, ...command],
    { input: JSON.stringify({ service, certificates, calls }), encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`the intruder at ${container} failed: ${stderr.slice(0, 500)}`);
  return JSON.parse(stdout).map((outcome, index) => ({ caller: who[index], ...outcome }));
}
