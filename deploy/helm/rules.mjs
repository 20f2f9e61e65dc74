// What the chart promises of every installation, as rules over its manifests.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const observability = (name) => readFileSync(path.join(root, 'deploy/observability', name), 'utf8');
const alerts = parse(observability('alerts.yml'));
const dashboard = JSON.parse(observability('dashboard.json'));
const withPlainPages = (spec) =>
  JSON.parse(
    JSON.stringify(spec).replaceAll('https://runbook.example.com/alerts/', 'deploy/runbook/alerts/'),
  );

export const componentOf = ({ metadata }) => metadata.labels['app.kubernetes.io/component'];
export const isProcess = ({ kind }) => ['Deployment', 'StatefulSet'].includes(kind);
const isJob = ({ kind }) => ['Job', 'CronJob'].includes(kind);
export const podsOf = (manifests) =>
  manifests
    .filter((manifest) => isProcess(manifest) || isJob(manifest))
    .map((manifest) => ({ manifest, pod: (manifest.spec.jobTemplate ?? manifest).spec.template.spec }));
const containersOf = (pod) => [...(pod.initContainers ?? []), ...pod.containers];
const filesOf = ({ pod }) =>
  pod.volumes
    .flatMap(({ name, projected }) => (name === 'mounted-secrets' ? projected.sources : []))
    .flatMap(({ secret, configMap }) =>
      (secret ?? configMap).items.map((item) => `/run/secrets/${item.path}`),
    );

const witnessesOf = (manifests) =>
  manifests.filter((each) => each.kind === 'StatefulSet' && componentOf(each).startsWith('witness-'));
const isSelected = ({ metadata }, { matchLabels }) =>
  Object.entries(matchLabels).every(([label, value]) => metadata.labels[label] === value);

/**
 * A service reads every file that its environment names. A job reads its connections to Postgres, its certificate when
 * it calls the signer, and what the archive needs.
 */
function filesReadBy({ manifest, pod }) {
  const callsSigner = componentOf(manifest) === 'rewrap';
  const archives = componentOf(manifest) === 'archive';
  const isRead = (name) =>
    isProcess(manifest) ||
    (archives && /^((PREVIOUS_)?EVENT_KEY|AWS_SHARED_CREDENTIALS)_FILE$/.test(name)) ||
    /DATABASE_URL_FILE$/.test(name) ||
    (callsSigner && /^TLS_[A-Z]+_FILE$/.test(name));
  return pod.containers[0].env
    .filter(({ name }) => name.endsWith('_FILE') && isRead(name))
    .map(({ value }) => value);
}

/** The URLs of Postgres and Redis name it. */
const databaseAuthorities = '/run/secrets/database-ca.crt';
const hasDatabase = ({ pod }) =>
  pod.containers[0].env.some(({ name }) => /(DATABASE|REDIS)_URL_FILE$/.test(name));

/** Each returns those that break it. */
export const rules = {
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
  'every process but the signer and the console records traces, or none does': (manifests) => {
    const records = ({ pod }) => JSON.stringify(pod).includes('OTEL_EXPORTER_OTLP_ENDPOINT');
    const deployed = podsOf(manifests).filter(({ manifest }) => isProcess(manifest));
    const some = deployed.some(records);
    const silent = ['signer', 'console'];
    return deployed.filter(
      (each) => records(each) !== (some && !silent.includes(componentOf(each.manifest))),
    );
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
      return (
        isJob(each.manifest) && filesOf(each).some((file) => ![...read, databaseAuthorities].includes(file))
      );
    }),
  'whoever talks to Postgres or Redis has the file of their authorities, if one has it': (manifests) => {
    const pods = podsOf(manifests);
    const given = pods.filter((each) => filesOf(each).includes(databaseAuthorities));
    return given.length === 0 ? [] : pods.filter((each) => hasDatabase(each) !== given.includes(each));
  },
  'only jobs get the password of the schemas’ owner': (manifests) =>
    podsOf(manifests).filter(
      ({ manifest, pod }) => !isJob(manifest) && JSON.stringify(pod).includes('migration'),
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
  'only witnesses, webhooks and a console with a provider reach the outside world': (manifests) => {
    const hasProvider = podsOf(manifests).some(
      ({ manifest, pod }) =>
        componentOf(manifest) === 'console' &&
        pod.containers[0].env.some(({ name }) => name === 'PEOPLE_ISSUER'),
    );
    const allowed = [
      ...witnessesOf(manifests).map(componentOf),
      'webhooks',
      ...(hasProvider ? ['console'] : []),
    ];
    return manifests.filter(
      (each) =>
        each.kind === 'NetworkPolicy' &&
        allowed.includes(componentOf(each)) !== JSON.stringify(each).includes('0.0.0.0/0'),
    );
  },
  'each witness has its own disk, account, key and address, on a node without another witness': (
    manifests,
  ) => {
    const own = witnessesOf(manifests).map((each) => {
      const { serviceAccountName: account, volumes, affinity } = each.spec.template.spec;
      const [key] = volumes
        .flatMap(({ projected }) => projected?.sources ?? [])
        .filter(({ secret }) => secret?.items.some((item) => item.key === 'witness-key'));
      const apart = affinity.podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution.some(
        ({ topologyKey, labelSelector }) =>
          topologyKey === 'kubernetes.io/hostname' &&
          witnessesOf(manifests).every((other) => isSelected(other.spec.template, labelSelector)),
      );
      const isThere = (kind, name) =>
        manifests.some((other) => other.kind === kind && other.metadata.name === name);
      const has =
        each.spec.replicas === 1 &&
        each.spec.volumeClaimTemplates.length === 1 &&
        apart &&
        isThere('ServiceAccount', account) &&
        isThere('Service', each.spec.serviceName);
      return { each, has, parts: [account, key.secret.name, each.spec.serviceName] };
    });
    const parts = own.flatMap((one) => one.parts.map((part, kind) => `${kind} ${part}`));
    return own.filter((one) => !one.has || new Set(parts).size < parts.length).map(({ each }) => each);
  },
  'only identity and wallet call a witness, and both ask all of them': (manifests) => {
    const askedBy = ['identity', 'wallet'].map((component) => {
      const { value } =
        podsOf(manifests)
          .filter(({ manifest }) => manifest.kind === 'Deployment' && componentOf(manifest) === component)
          .flatMap(({ pod }) => pod.containers[0].env)
          .find(({ name }) => name === 'WITNESS_TARGETS') ?? {};
      return (value ?? '').split(',');
    });
    return witnessesOf(manifests).filter((each) => {
      const [policy, ...others] = manifests.filter(
        (other) => other.kind === 'NetworkPolicy' && componentOf(other) === componentOf(each),
      );
      const callers = policy.spec.ingress
        .filter(({ ports }) => ports.some(({ port }) => port === 'grpc'))
        .flatMap(({ from }) =>
          from.map((peer) => peer.podSelector.matchLabels['app.kubernetes.io/component']),
        );
      return (
        others.length > 0 ||
        callers.join() !== 'identity,wallet' ||
        askedBy.some(
          (asked) =>
            asked.filter((target) => target === `dns:///${each.spec.serviceName}:50051`).length !== 1,
        )
      );
    });
  },
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
        isProcess(each) &&
        !manifests.some(
          (other) =>
            other.kind === 'PodDisruptionBudget' && isSelected(each.spec.template, other.spec.selector),
        ),
    ),
};
