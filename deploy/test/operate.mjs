// The operator's commands of deploy/runbook.md that no other test runs, as written there, on the running stack.
import { execFile } from 'node:child_process';
import { chownSync, copyFileSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { manage } from './client.mjs';
import { query } from './docker.mjs';

const {
  SECRETS_DIR: folder,
  TEST_DIR: work,
  URL: url,
  COMPOSE: compose,
  TRUST: trust,
  TRUST_BUNDLE: baked,
} = process.env;
const secret = (name) => path.join(folder, 'secrets', name);
const exchanged = (name) => path.join(folder, 'exchange', name);
const publicKeyOf = (name) => path.join(folder, 'trust', `${name}.pub.pem`);

// Never blocking: the process must notice connections that the other side ends, before it uses them again.
async function sh(command, variables = {}) {
  const env = { ...process.env, ...variables };
  return (await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', command], { env })).stdout;
}

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

/** A trust-bundle update signed by `key`, with these public keys in it. */
async function updateTrust(key, variables) {
  await sh('deploy/compose/trust-update.sh propose', variables);
  await sh(
    `${trust} sign --bundle ${exchanged('bundle.json')} --key ${key} --out ${exchanged('signed.json')}`,
  );
  return sh('deploy/compose/trust-update.sh publish', variables);
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

/**
 * Old and new key in one bundle, then the new key in the policy service, which also knows the old one, then the new key
 * alone. An older policy is in force all the time.
 */
export async function verdictKeyFaults({ sign }) {
  const next = path.join(work, 'verdict-key.pem');
  await sh(`${trust} keygen --out ${next}`);
  const root = path.join(folder, 'offline/trust-root.pem');
  const publicKey = publicKeyOf('verdict-key');
  const evaluate = (value) => manage('PATCH', '/v1/application', { policy_evaluation_enabled: value });
  const { status, body: policy } = await manage('POST', '/v1/policy', noPayments);
  const { status: turnedOn } = await evaluate(true);
  await updateTrust(root, { VERDICT_PUB: `${publicKey} ${next}.pub` });
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
  await updateTrust(root, {});
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

/** A root that the image does not know yet: baked together with the old one, then it signs. */
export async function trustRootFaults({ sign }) {
  const next = path.join(work, 'trust-root-next.pem');
  await sh(`${trust} keygen --out ${next}`);
  const roots = `${publicKeyOf('trust-root')} ${next}.pub`;
  const keys = `${roots
    .split(' ')
    .map((file) => `--root ${file}`)
    .join(' ')} --verdict-key ${publicKeyOf('verdict-key')}`;
  const inTrust = path.join(folder, 'trust/baked-bundle.json');
  const version = '--version $(date +%s) --expires-in-days 90';
  const bundle = `--applications ${exchanged('applications.json')} ${version} --out ${inTrust}`;
  await sh(`${trust} bake ${bundle} ${keys}`);
  copyFileSync(inTrust, baked);
  await sh(`${compose} build signer-1 2>&1`);
  await sh('deploy/compose/roll.sh signer-1 signer-2');
  const faults = await signFaults(sign, 'with the new image');
  await updateTrust(next, { TRUST_ROOT_PUB: roots });
  return [...faults, ...(await signFaults(sign, 'under a bundle that the new root signed'))];
}

/** Each gets three attempts: callers may not have noticed yet that their peer is gone. */
async function signFaults(sign, when) {
  const statuses = [];
  for (let attempt = 0; attempt < 3 && statuses.at(-1) !== 200; attempt++)
    statuses.push((await sign(Buffer.from(when))).status);
  return statuses.at(-1) === 200 ? [] : [`signing ${when} answers ${statuses.join(', ')}`];
}
