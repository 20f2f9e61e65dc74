// Tests the container stack, after deploy/compose/demo.sh has made an application on it.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { post, sign } from './client.mjs';
import { containerFaults } from './containers.mjs';
import { crashFaults } from './crash.mjs';
import { runInside } from './docker.mjs';
import { doorFaults } from './doors.mjs';
import { hardeningFaults, signerFlagFaults, signerImageFaults } from './hardening.mjs';
import { adminFaults, auditFaults, passwordFaults, trustRootFaults, verdictKeyFaults } from './operate.mjs';
import { metricsFaults, observed, observerNetworkFaults, traceFaults } from './observe.mjs';
import { packageFaults } from './packages.mjs';
import { reachabilityFaults } from './reachability.mjs';
import { connectionFaults, databaseFaults, logFaults, redisFaults, settingFaults } from './takeover.mjs';
import { rollFaults, rotationFaults } from './roll.mjs';
import { providerRotationFaults, witnessFaults } from './trust.mjs';

const { URL: url, TEST_DIR: folder } = process.env;

/** The number of requests that each replica of a service has answered. */
function countsOf(service, port, metric) {
  const script = `
    const count = (sum, line) => sum + Number(line.split(' ').pop());
    fetch('http://' + (process.env.HOST ?? '127.0.0.1') + ':${port}/metrics').then((r) => r.text()).then((text) =>
      console.log(text.split('\\n').filter((line) => ${metric}.test(line)).reduce(count, 0)))`;
  return [1, 2].map((replica) => Number(runInside(`${service}-${replica}`, script)));
}

// The callers spread their streams over the replicas within seconds of the start.
async function spreadFaults() {
  let counts = {};
  for (let attempt = 0; attempt < 10; attempt++) {
    await Promise.all(Array.from({ length: 40 }, (_, count) => sign(Buffer.from(`spread ${count}`))));
    counts = {
      gateway: countsOf('gateway', 8080, '/^wallet_service_http_requests_total\\{.*sign/'),
      wallet: countsOf('wallet', 9090, '/^wallet_service_rpc_duration_seconds_count\\{.*Sign/'),
    };
    if (Object.values(counts).every((each) => each.every((count) => count > 0))) break;
    await sleep(1_000);
  }
  const table = Object.entries(counts).map(([name, each]) => `${name}: ${each.join(' and ')}`);
  console.log(`       ${table.join('; ')} requests`);
  return Object.entries(counts).flatMap(([name, each]) =>
    each.every((count) => count > 0) ? [] : [`one ${name} answers nothing`],
  );
}

async function outsideFaults() {
  const codeOf = async (at) => {
    const response = await fetch(`${url}${at}`);
    return `${response.status} ${JSON.parse(await response.text()).code}`;
  };
  const found = await Promise.all(
    [
      '/metrics',
      '/healthz',
      '/readyz',
      '/METRICS',
      '/metrics/',
      '/%6detrics',
      '/readyz/',
      '/metrics?x',
      '//metrics',
    ].map(codeOf),
  );
  return found.every((answer) => answer === '404 request.not-found')
    ? []
    : [
        `the load balancer shows probes or metrics to the outside, or hides them without a code: ${found.join(', ')}`,
      ];
}

/**
 * Each signer attests for a client's nonce which file it runs: the one in its container. The self-signed form has both.
 */
async function attestationFaults() {
  const hash = `
    const file = require('fs').readFileSync('/app/main.mjs');
    console.log(require('crypto').createHash('sha256').update(file).digest('hex'));`;
  const build = `sha256:${runInside('signer-1', hash)}`;
  let faults = [];
  // A wallet finds both signers within seconds of its start, as above.
  for (let attempt = 0; attempt < 10; attempt++) {
    const nonce = randomBytes(32);
    const response = await fetch(`${url}/v2/attestation?nonce=${nonce.toString('hex')}`);
    const documents = ((await response.json()).attestations ?? []).map(({ document }) =>
      Buffer.from(document, 'base64'),
    );
    faults = [
      ...(documents.length === 2 ? [] : [`${documents.length} signers answer`]),
      ...(documents.every((said) => said.includes(nonce)) ? [] : ['a document is not for the nonce']),
      ...(documents.every((said) => said.includes(build)) ? [] : [`a document does not name ${build}`]),
    ];
    if (faults.length === 0) break;
    await sleep(1_000);
  }
  return faults;
}

/** After a restore: the same user has the same wallet, which signs. */
async function restoredFaults() {
  const before = readFileSync(addressFile, 'utf8');
  const { body } = await post('');
  if (body.public_address !== before) return [`the wallet was ${before} and is ${JSON.stringify(body)}`];
  const { status } = await sign(Buffer.from('after the restore'));
  return status === 200 ? [] : [`signing answers ${status}`];
}

const addressFile = path.join(folder, 'address');

async function freshChecks() {
  const { body } = await post('');
  const wallet = { sign, address: body.public_address };
  writeFileSync(addressFile, wallet.address);
  return {
    'containers are closed, limited and healthy': containerFaults,
    'their processes write and leave nothing': hardeningFaults,
    "the signer's image holds nothing else": signerImageFaults,
    'images hold the packages of the lockfile': packageFaults,
    'the signer runs under its flags': signerFlagFaults,
    networks: reachabilityFaults,
    'a stolen certificate opens what the tables say': doorFaults,
    'a role of the database gets only its own': databaseFaults,
    'Redis takes no orders': redisFaults,
    'one address leaves connections for others': connectionFaults,
    'production refuses what opens doors': settingFaults,
    'probes and metrics stay inside': outsideFaults,
    'both replicas work': spreadFaults,
    'each signer says what it runs': attestationFaults,
    'a wallet and a signer crash while users sign': () => crashFaults(wallet),
    'every replica is replaced while users sign': () => rollFaults(wallet),
    'the sealing key is rotated while users sign': () => rotationFaults(wallet),
    'the provider changes its key while users sign': () => providerRotationFaults(wallet),
    'witnesses are away, and one loses its disk, while users sign': () => witnessFaults(wallet),
    'the operator makes an application and rotates its secret key': adminFaults,
    'the trust root is exchanged': () => trustRootFaults(wallet),
    'the verdict key is exchanged': () => verdictKeyFaults(wallet),
    'a database password is changed': () => passwordFaults(wallet),
    'the journal is audited': auditFaults,
    'no log has a credential': logFaults,
  };
}

function observedChecks() {
  const wallet = { sign, address: readFileSync(addressFile, 'utf8') };
  return {
    'metrics and traces are added while users sign': () => rollFaults(wallet, Object.keys(observed)),
    'Prometheus reads every process and evaluates every rule': metricsFaults,
    'the collector gets whole traces from every process': traceFaults,
    'the networks of metrics and traces lead nowhere else': observerNetworkFaults,
  };
}

const phases = {
  fresh: freshChecks,
  restored: () => ({ 'the restored wallet signs': restoredFaults }),
  observed: observedChecks,
};
const checks = await phases[process.argv[2]]();
// `node deploy/test/run.mjs PHASE [PATTERN]`: with a pattern, only the checks whose name matches.
const pattern = new RegExp(process.argv[3] ?? '');
for (const [name, faultsOf] of Object.entries(checks).filter(([each]) => pattern.test(each))) {
  const faults = await faultsOf();
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name}`);
  for (const fault of faults) console.log(`       ${fault}`);
  if (faults.length > 0) process.exitCode = 1;
}
