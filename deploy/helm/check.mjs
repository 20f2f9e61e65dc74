// Lints and renders the chart with each set of values. Checks the manifests against Kubernetes' API, and the chart's
// promises as rules: `node deploy/helm/check.mjs`. Needs helm (HELM, PATH, or the npm registry); without one it prints
// that it is skipped, and checks nothing.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { filesOfServices } from '../files-of-services.mjs';
import { findHelm } from './fetch-helm.mjs';
import { manifestFaults } from './manifest-types.mjs';

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

const observability = (name) => readFileSync(path.join(root, 'deploy/observability', name), 'utf8');
const alerts = parse(observability('alerts.yml'));
const dashboard = JSON.parse(observability('dashboard.json'));
const withPlainPages = (spec) =>
  JSON.parse(
    JSON.stringify(spec).replaceAll('https://runbook.example.com/alerts/', 'deploy/runbook/alerts/'),
  );

const componentOf = ({ metadata }) => metadata.labels['app.kubernetes.io/component'];
const podsOf = (manifests) =>
  manifests
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((manifest) => ({ manifest, pod: manifest.spec.template.spec }));
const containersOf = (pod) => [...pod.initContainers, ...pod.containers];
const filesOf = ({ pod }) =>
  pod.volumes
    .find(({ name }) => name === 'mounted-secrets')
    .projected.sources.flatMap(({ secret }) => secret.items.map((item) => `/run/secrets/${item.path}`));

/**
 * A service reads every file that its environment names. A job reads its connections to Postgres, and its certificate
 * when it calls the signer.
 */
function filesReadBy({ manifest, pod }) {
  const callsSigner = componentOf(manifest) === 'rewrap';
  const isRead = (name) =>
    manifest.kind === 'Deployment' ||
    /DATABASE_URL_FILE$/.test(name) ||
    (callsSigner && /^TLS_[A-Z]+_FILE$/.test(name));
  return pod.containers[0].env
    .filter(({ name }) => name.endsWith('_FILE') && isRead(name))
    .map(({ value }) => value);
}

/** What the chart promises of every installation. Each returns the names of those that break it. */
const rules = {
  'containers are read-only, without capabilities and privileges': (manifests) =>
    podsOf(manifests).filter(({ pod }) =>
      containersOf(pod).some(
        ({ securityContext: own }) =>
          !own.readOnlyRootFilesystem ||
          own.allowPrivilegeEscalation ||
          own.capabilities.drop[0] !== 'ALL' ||
          own.capabilities.add,
      ),
    ),
  'pods run as another user than root, with seccomp, without an account of the cluster': (manifests) =>
    podsOf(manifests).filter(
      ({ pod }) =>
        !pod.securityContext.runAsNonRoot ||
        pod.securityContext.seccompProfile.type !== 'RuntimeDefault' ||
        pod.automountServiceAccountToken !== false ||
        pod.hostNetwork ||
        pod.hostPID,
    ),
  'memory is limited': (manifests) =>
    podsOf(manifests).filter(({ pod }) =>
      containersOf(pod).some(({ resources }) => !resources?.limits?.memory),
    ),
  'every process but the signer records traces, or none does': (manifests) => {
    const records = ({ pod }) => JSON.stringify(pod).includes('OTEL_EXPORTER_OTLP_ENDPOINT');
    const deployed = podsOf(manifests).filter(({ manifest }) => manifest.kind === 'Deployment');
    const some = deployed.some(records);
    return deployed.filter((each) => records(each) !== (some && componentOf(each.manifest) !== 'signer'));
  },
  'secrets come as files': (manifests) =>
    podsOf(manifests).filter(({ pod }) =>
      containersOf(pod).some((each) => each.envFrom || each.env?.some((entry) => entry.valueFrom)),
    ),
  'every file that a process reads is there': (manifests) =>
    podsOf(manifests).filter((each) => {
      const files = filesOf(each);
      return filesReadBy(each).some((file) => !files.includes(file));
    }),
  'a job gets no file that it does not read': (manifests) =>
    podsOf(manifests).filter((each) => {
      const read = filesReadBy(each);
      return each.manifest.kind === 'Job' && filesOf(each).some((file) => !read.includes(file));
    }),
  'only migrations get the password of the schemas’ owner': (manifests) =>
    podsOf(manifests).filter(
      ({ manifest, pod }) => manifest.kind !== 'Job' && JSON.stringify(pod).includes('migration'),
    ),
  'the signer reaches nobody, and only the wallet and the job that re-wraps keys reach it': (manifests) => {
    const wanted = podsOf(manifests)
      .map(({ manifest }) => componentOf(manifest))
      .filter((component) => ['wallet', 'rewrap'].includes(component));
    const policies = manifests.filter(
      (each) => each.kind === 'NetworkPolicy' && componentOf(each) === 'signer',
    );
    const callers = policies.flatMap(({ spec }) =>
      spec.ingress.flatMap(({ from }) =>
        from.map((peer) => peer.podSelector?.matchLabels['app.kubernetes.io/component']),
      ),
    );
    const closed =
      policies.length === 1 &&
      !policies[0].spec.egress?.length &&
      policies[0].spec.policyTypes.includes('Egress');
    return closed && callers.sort().join() === wanted.sort().join() ? [] : policies;
  },
  'every pod is in a network policy': (manifests) => {
    const named = new Set(manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(componentOf));
    return podsOf(manifests).filter(({ manifest }) => !named.has(componentOf(manifest)));
  },
  'only identity and webhooks reach the outside world': (manifests) =>
    manifests.filter(
      (each) =>
        each.kind === 'NetworkPolicy' &&
        !['identity', 'webhooks'].includes(componentOf(each)) &&
        JSON.stringify(each).includes('0.0.0.0/0'),
    ),
  'alerts and dashboard are those of deploy/observability': (manifests) =>
    manifests.filter(
      (each) =>
        (each.kind === 'PrometheusRule' && !isDeepStrictEqual(withPlainPages(each.spec), alerts)) ||
        (each.kind === 'ConfigMap' &&
          !isDeepStrictEqual(JSON.parse(each.data['wallet-service.json']), dashboard)),
    ),
  'one of every service may go, and another stays': (manifests) =>
    manifests.filter(
      (each) =>
        each.kind === 'Deployment' &&
        !manifests.some(
          (other) => other.kind === 'PodDisruptionBudget' && componentOf(other) === componentOf(each),
        ),
    ),
};

const values = readdirSync(path.join(chart, 'ci')).map((file) => path.join(chart, 'ci', file));
const faults = [];
for (const args of [[], ...values.map((file) => ['--values', file])]) {
  run('lint', '--strict', chart, ...args);
  const manifests = render(...args);
  faults.push(...(await manifestFaults(manifests, { root, tsc })));
  for (const [rule, broken] of Object.entries(rules)) {
    for (const each of broken(manifests))
      faults.push(`NOT ${rule}: ${(each.manifest ?? each).metadata.name}`);
  }
}

/** Some files exist only while a key is rotated, so this checks all values together. */
function filesNotGiven(manifests) {
  return Object.entries(filesOfServices).flatMap(([service, names]) => {
    const deployed = podsOf(manifests).filter(
      ({ manifest }) => manifest.kind === 'Deployment' && componentOf(manifest) === service,
    );
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

// A check that never fails proves nothing.
const refused = [
  'image.tag=latest',
  'components.signer.replicas=1',
  'bogus=1',
  'tracing.endpoint=collector:4318',
  'sealingKeyRotation.rewrap=yes',
  'secrets.signer=',
  'image.digests.signer=sha256:12',
];
for (const value of refused) {
  try {
    render('--set', value);
    faults.push(`values.schema.json takes ${value}`);
  } catch {
    // As it should be.
  }
}
const deployment = render().find(({ kind }) => kind === 'Deployment');
const canaries = [
  { ...deployment, spec: { ...deployment.spec, replica: 2 } },
  { ...deployment, spec: { ...deployment.spec, selector: undefined } },
  { ...deployment, kind: 'Deploiment' },
];
for (const canary of canaries) {
  const found = await manifestFaults([JSON.parse(JSON.stringify(canary))], { root, tsc });
  if (found.length === 0)
    faults.push(
      `the check does not see what is wrong with ${canary.kind} ${JSON.stringify(canary.spec).slice(0, 60)}`,
    );
}

for (const fault of new Set(faults)) console.log(fault);
console.log(
  `${run('version', '--short').trim()}: ${faults.length === 0 ? 'the chart is sound' : 'the chart has faults'}`,
);
if (faults.length > 0) process.exitCode = 1;
