// Checks manifests against Kubernetes' API with the TypeScript compiler, because only it also finds fields that do not
// exist.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const modules = {
  'apps/v1 Deployment': 'kubernetes-models/apps/v1/Deployment',
  'apps/v1 StatefulSet': 'kubernetes-models/apps/v1/StatefulSet',
  'autoscaling/v2 HorizontalPodAutoscaler': 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler',
  'batch/v1 CronJob': 'kubernetes-models/batch/v1/CronJob',
  'batch/v1 Job': 'kubernetes-models/batch/v1/Job',
  'monitoring.coreos.com/v1 PrometheusRule':
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule',
  'monitoring.coreos.com/v1 ServiceMonitor':
    '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor',
  'networking.k8s.io/v1 Ingress': 'kubernetes-models/networking.k8s.io/v1/Ingress',
  'networking.k8s.io/v1 NetworkPolicy': 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy',
  'policy/v1 PodDisruptionBudget': 'kubernetes-models/policy/v1/PodDisruptionBudget',
  'v1 ConfigMap': 'kubernetes-models/v1/ConfigMap',
  'v1 Service': 'kubernetes-models/v1/Service',
  'v1 ServiceAccount': 'kubernetes-models/v1/ServiceAccount',
};

const nameOf = (manifest) => `${manifest.kind} ${manifest.metadata?.name}`;
const moduleOf = (manifest) => modules[`${manifest.apiVersion} ${manifest.kind}`];

/** Returns the faults, one line each: unknown kinds, missing, unknown and mistyped fields, values of another format. */
export async function manifestFaults(manifests, { root, tsc }) {
  const unknown = manifests
    .filter((manifest) => !moduleOf(manifest))
    .map((manifest) => `${nameOf(manifest)}: no such kind`);
  const known = manifests.filter(moduleOf);
  const formats = await Promise.all(known.map(formatFaults));
  return [...unknown, ...formats.flat(), ...typeFaults(known, root, tsc)];
}

async function formatFaults(manifest) {
  const { [manifest.kind]: Model } = await import(moduleOf(manifest));
  try {
    new Model(structuredClone(manifest)).validate();
    return [];
  } catch (error) {
    return [`${nameOf(manifest)}: ${error.message}`];
  }
}

function typeFaults(manifests, root, tsc) {
  const folder = mkdtempSync(path.join(root, 'deploy/helm/.check-'));
  try {
    const kinds = [...new Map(manifests.map((manifest) => [moduleOf(manifest), manifest])).values()];
    const imports = kinds.map(
      (manifest) => `import type { I${manifest.kind} } from '${moduleOf(manifest)}';`,
    );
    // One line each, so that the line of an error names its manifest.
    const lines = manifests.map(
      (manifest, index) => `export const m${index}: I${manifest.kind} = ${JSON.stringify(manifest)};`,
    );
    writeFileSync(path.join(folder, 'manifests.mts'), [...imports, ...lines].join('\n'));
    const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2023'];
    execFileSync(tsc, [...flags, 'manifests.mts'], {
      cwd: folder,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return [];
  } catch (error) {
    if (error.stdout === undefined) throw error;
    return explain(String(error.stdout), manifests);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function explain(output, manifests) {
  const imports = new Set(manifests.map(moduleOf)).size;
  const errors = output.split('\n').filter((line) => line.includes('error TS'));
  return errors.map((line) => {
    const manifest = manifests[Number(/^manifests\.mts\((\d+),/.exec(line)?.[1]) - 1 - imports];
    return `${manifest ? nameOf(manifest) : 'the compiler'}: ${line.replace(/^.*error /, '')}`;
  });
}
