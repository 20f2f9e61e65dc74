// The operator's commands of deploy/runbook.md that no other test runs, as written there, on the running stack.
import { execFile } from 'node:child_process';
import { chownSync, copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { publicKeyOf, publish, sign as signDocument, startWith, verify } from './ceremony.mjs';
import { manage } from './client.mjs';
import { query } from './docker.mjs';
import { sh } from './shell.mjs';

const { SECRETS_DIR: folder, TEST_DIR: work, URL: url, COMPOSE: compose, TRUST: trust } = process.env;
const secret = (name) => path.join(folder, 'secrets', name);

/** Replaces a secret's file, and keeps its owner and mode. */
function replaceSecret(name, bytes) {
  const file = secret(name);
  const { uid, gid } = statSync(file);
  rmSync(file);
  writeFileSync(file, bytes, { mode: 0o400 });
  chownSync(file, uid, gid);
}

/** Keeps owner and mode too. */
function copySecret(name, copy) {
  const { uid, gid } = statSync(secret(name));
  copyFileSync(secret(name), secret(copy));
  chownSync(secret(copy), uid, gid);
}

/** A tenant and its secret keys, by `pnpm admin`. */
export async function adminFaults() {
  const admin = async (...args) => {
    const env = { ...process.env, GATEWAY_URL: url, OPERATOR_KEY_FILE: secret('operator.key') };
    const command = ['packages/operator-cli/dist/main.js', 'admin', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env });
    return stdout === 'done\n' ? undefined : JSON.parse(stdout);
  };
  const statusWith = async (key) =>
    (await fetch(`${url}/v1/application`, { headers: { 'x-service-secret-key': key } })).status;
  const application = await admin('application', 'create', 'of the test');
  const issued = await admin('key', 'issue', application.id);
  const listed = await admin('key', 'list', application.id);
  const first = listed.data.find(({ id }) => id !== issued.id);
  const before = [await statusWith(application.secret_key), await statusWith(issued.secret_key)];
  await admin('key', 'revoke', application.id, first.id);
  const after = [await statusWith(application.secret_key), await statusWith(issued.secret_key)];
  const seen = [...before, ...after].join();
  return seen === '200,200,401,200' ? [] : [`the two keys gave ${seen}`];
}

export async function auditFaults() {
  // 3: whole, but without notes nobody can tell whether it was longer before.
  const said = await sh(`${compose} run --rm wallet-1 audit 2>&1 || [ $? -eq 3 ]`);
  console.log(`       ${said.trim().split('\n').at(-1).slice(0, 160)}`);
  return [];
}

const noPayments = {
  ...{ name: 'of the exchange', chain: 'ETH', scope: 'GLOBAL' },
  rules: [
    {
      ...{ name: 'no payments', method: 'personal_sign', action: 'DENY' },
      conditions: [{ field_source: 'message', field: 'content', operator: 'contains', value: 'pay' }],
    },
  ],
};

const refusalOf = (work) =>
  work.then(
    () => undefined,
    (error) => `${error.stdout ?? ''}${error.stderr ?? ''}`,
  );

/** Three people, of whom two must sign: all other ceremonies after this one are theirs. */
const people = ['anna', 'ben', 'cleo'].map((name) => path.join(work, `root-of-${name}.pem`));
const twoOfThree = { roots: people.map((file) => `${file}.pub`), threshold: 2 };

/**
 * The root of the installation names the roots of three people. Then two of them sign, and neither one alone nor the
 * old root decides anything.
 */
export async function trustRootFaults({ sign }) {
  for (const file of people) await sh(`${trust} keygen --out ${file}`);
  const verdictKeys = [publicKeyOf('verdict-key')];
  const old = path.join(folder, 'offline/trust-root.pem');
  const [anna, ben] = people;
  // The old root, because all that run started with it. The new ones, because the next image starts with the document.
  const change = await signDocument({ ...twoOfThree, verdictKeys, signers: [old, anna, ben] });
  await verify(change);
  await publish(change);
  await startWith(change);
  await sh(`${compose} build signer-1 2>&1`);
  await sh('deploy/compose/roll.sh signer-1 signer-2 witness-a witness-b witness-c identity');
  const faults = await signFaults(sign, 'with the new image');
  for (const signers of [[anna], [old], [anna, old]]) {
    const refused = await refusalOf(publish(await signDocument({ ...twoOfThree, verdictKeys, signers })));
    if (!/trust\.|signature/.test(refused ?? ''))
      faults.push(`a document that ${signers.length} of two people signed is published: ${refused}`);
  }
  const last = await signDocument({ ...twoOfThree, verdictKeys, signers: [anna, ben] });
  await verify(last);
  await publish(last);
  await startWith(last);
  return [...faults, ...(await signFaults(sign, 'under a document that two new roots signed'))];
}

/**
 * Old and new key in one root document, then the new key in the policy service, which also knows the old one, then the
 * new key alone. An older policy is in force all the time.
 */
export async function verdictKeyFaults({ sign }) {
  const next = path.join(work, 'verdict-key.pem');
  await sh(`${trust} keygen --out ${next}`);
  const publicKey = publicKeyOf('verdict-key');
  const ceremony = async (verdictKeys) => {
    const document = await signDocument({ ...twoOfThree, verdictKeys, signers: people.slice(1) });
    await publish(document);
    await startWith(document);
  };
  const evaluate = (value) => manage('PATCH', '/v1/application', { policy_evaluation_enabled: value });
  const { status, body: policy } = await manage('POST', '/v1/policy', noPayments);
  const { status: turnedOn } = await evaluate(true);
  await ceremony([publicKey, `${next}.pub`]);
  copySecret('verdict-key.pem', 'previous-verdict-key.pem');
  replaceSecret('verdict-key.pem', readFileSync(next));
  await sh('deploy/compose/roll.sh policy', {
    COMPOSE: `${compose} -f deploy/compose/verdict-rotation.yml`,
  });
  const faults = await signFaults(sign, 'under the new verdict key');
  const denied = await sign(Buffer.from('pay'));
  // Both get a MAC under the new key. Unchanged rows get theirs within the hour of waiting.
  const { status: turnedOff } = await evaluate(false);
  const { status: deleted } = await manage('DELETE', `/v1/policy/${policy.id}`);
  await sh('deploy/compose/roll.sh policy');
  copyFileSync(`${next}.pub`, publicKey);
  await ceremony([publicKey]);
  const management = [status, turnedOn, turnedOff, deleted].join();
  return [
    ...faults,
    ...(management === '201,200,200,204' ? [] : [`the policy was managed with ${management}`]),
    ...(denied.body.code === 'policy.denied'
      ? []
      : [`the policy from before answers ${denied.status} ${denied.body.code}`]),
    ...(await signFaults(sign, 'under the new verdict key alone')),
  ];
}

export async function passwordFaults({ sign }) {
  const address = new URL(readFileSync(secret('wallet-database.url'), 'utf8'));
  address.password = 'another-one-of-the-test';
  query(`ALTER ROLE ${address.username} PASSWORD '${address.password}'`);
  replaceSecret('wallet-database.url', address.href);
  await sh('deploy/compose/roll.sh wallet-1 wallet-2');
  return signFaults(sign, 'with the new database password');
}

/** Each gets three attempts: callers may not have noticed yet that their peer is gone. */
async function signFaults(sign, when) {
  const statuses = [];
  for (let attempt = 0; attempt < 3 && statuses.at(-1) !== 200; attempt++)
    statuses.push((await sign(Buffer.from(when))).status);
  return statuses.at(-1) === 200 ? [] : [`signing ${when} answers ${statuses.join(', ')}`];
}
