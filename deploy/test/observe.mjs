// deploy/compose/monitoring.yml and tracing.yml on the running stack: a Prometheus and a collector get everything, and
// their networks lead nowhere else.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { look, sign } from './client.mjs';
import {
  addressesOf,
  docker,
  idOf,
  inspect,
  knock,
  machineAddressesOf,
  project,
  runInside,
} from './docker.mjs';

/** Every process but the signers, and the port of its metrics. */
export const observed = {
  ...{ 'gateway-1': 8080, 'gateway-2': 8080 },
  ...{ identity: 9090, policy: 9090, webhooks: 9090, 'wallet-1': 9090, 'wallet-2': 9090 },
  ...{ 'witness-a': 9090, 'witness-b': 9090, 'witness-c': 9090 },
};
const services = Object.keys(observed);
const rules = readFileSync(new URL('../observability/alerts.yml', import.meta.url), 'utf8').match(
  /- alert:/g,
);

/** Polls until nothing is wrong, for at most 90 seconds: targets and rules have their own pace. */
async function faultsInTheEnd(faultsNow) {
  for (let attempt = 0; attempt < 45; attempt++) {
    if ((await faultsNow()).length === 0) return [];
    await sleep(2_000);
  }
  return faultsNow();
}

const ask = (service, url) =>
  JSON.parse(runInside(service, `fetch('${url}').then((r) => r.text()).then((text) => console.log(text))`));
const prometheus = (at) => ask('onlooker', `http://prometheus:9090/api/v1${at}`).data;
const collector = (at) => ask('collector', `http://127.0.0.1:4318${at}`);
const valueOf = (query) =>
  Number(prometheus(`/query?query=${encodeURIComponent(query)}`).result[0]?.value[1] ?? 0);

/**
 * Prometheus, with deploy/observability unchanged, reads every process, knows both signers, and evaluates every rule.
 */
export function metricsFaults() {
  return faultsInTheEnd(() => {
    const targets = prometheus('/targets').activeTargets;
    const expected = Object.entries(observed).map(([name, port]) => `http://${name}:${port}/metrics`);
    const missing = expected.filter((url) => !targets.some(({ scrapeUrl }) => scrapeUrl === url));
    const down = targets.filter(({ health }) => health !== 'up');
    const loaded = prometheus('/rules').groups.flatMap((group) => group.rules);
    const bad = loaded.filter(({ health }) => health !== 'ok');
    const firing = loaded.filter(({ state }) => state === 'firing');
    const signers = valueOf('count(count by (signer) (wallet_service_signer_resident_memory_bytes))');
    const signatures = valueOf(
      'sum(wallet_service_http_requests_total{route=~".*/sign/message",status="200"})',
    );
    return [
      ...missing.map((url) => `no target ${url}`),
      ...down.map(({ scrapeUrl, health, lastError }) => `${scrapeUrl} is ${health}: ${lastError}`),
      ...(loaded.length === rules.length ? [] : [`${loaded.length} rules of ${rules.length} are loaded`]),
      ...bad.map(({ name, health, lastError }) => `the rule ${name} is ${health}: ${lastError ?? ''}`),
      ...firing.map(({ name }) => `${name} fires`),
      ...(signers === 2 ? [] : [`metrics of ${signers} signers`]),
      ...(signatures > 0 ? [] : ['the signatures are not counted']),
    ];
  });
}

/** One whole trace for each kind of request, through every process that takes part. Every container sends spans. */
export async function traceFaults() {
  const ways = [
    { takePart: ['gateway', 'wallet', 'policy'], send: (headers) => sign(Buffer.from('traced'), headers) },
    { takePart: ['gateway', 'identity'], send: (headers) => look('/v1/identity/provider', headers) },
    { takePart: ['gateway', 'webhooks'], send: (headers) => look('/v1/webhook', headers) },
  ].map((way) => ({ ...way, id: randomBytes(16).toString('hex') }));
  const faults = [];
  for (const { send, id, takePart } of ways) {
    const { status } = await send({ 'x-trace-id': id });
    if (status !== 200) faults.push(`the request through ${takePart.join(', ')} answers ${status}`);
  }
  const hosts = new Map(services.map((service) => [inspect(service).Config.Hostname, service]));
  return [
    ...faults,
    ...(await faultsInTheEnd(async () => {
      // For replicas that got none of the three requests.
      await Promise.all(Array.from({ length: 20 }, (_, count) => sign(Buffer.from(`traced ${count}`))));
      const senders = new Set(
        collector('/senders').map((instance) => hosts.get(instance.replace(/-\d+$/, ''))),
      );
      return [
        ...ways.flatMap(({ id, takePart }) => traceFaultsOf(id, takePart)),
        ...services.filter((service) => !senders.has(service)).map((service) => `${service} sends no span`),
      ];
    })),
  ];
}

function traceFaultsOf(id, takePart) {
  const spans = collector(`/traces/${id}`);
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const roots = spans.filter(({ parentSpanId }) => !parentSpanId);
  const torn = spans.filter(({ parentSpanId }) => parentSpanId && !ids.has(parentSpanId));
  const absent = takePart.filter((service) => !spans.some((span) => span.service === service));
  return [
    ...absent.map((service) => `the trace through ${takePart.join(', ')} has nothing of ${service}`),
    ...torn.map(({ service, name }) => `${service} ${name} has no parent span in its trace`),
    ...(roots.length === 1 ? [] : [`the trace through ${takePart.join(', ')} begins ${roots.length} times`]),
  ];
}

/** Each of the two networks has only those processes and their observer, and leads nowhere else. */
export function observerNetworkFaults() {
  const networks = { monitoring: ['onlooker', 'prometheus'], tracing: ['collector'] };
  return Object.entries(networks).flatMap(([network, [observer, ...others]]) => {
    const members = Object.keys(
      JSON.parse(docker('network', 'inspect', `${project}_${network}`))[0].Containers,
    );
    const expected = [...services, observer, ...others].map((service) => idOf(service));
    const faults = members
      .filter((id) => !expected.some((known) => id.startsWith(known)))
      .map((id) => `${docker('inspect', '--format', '{{.Name}}', id)} is on the network ${network}`);
    const doors = Object.entries({ ...observed, ...elsewhere }).flatMap(([name, port]) =>
      addressesOf(name).map((host) => ({ name, host, port })),
    );
    const machine = machineAddressesOf(observer).map((host) => ({ name: 'the machine', host, port: 9 }));
    const answers = knock(observer, [...doors, ...machine]);
    // A refusal by the machine shows that it can be reached.
    const reached = new Set(
      answers
        .filter(({ name, result }) => result === 'open' || (name === 'the machine' && result === 'refused'))
        .map(({ name }) => name),
    );
    const wanted = network === 'monitoring' ? services : services.filter((name) => observed[name] === 8080);
    return [
      ...faults,
      ...wanted.filter((name) => !reached.has(name)).map((name) => `${observer} does not reach ${name}`),
      ...[...Object.keys(elsewhere), 'the machine']
        .filter((name) => reached.has(name))
        .map((name) => `${observer} reaches ${name}`),
    ];
  });
}
const elsewhere = {
  ...{ 'signer-1': 50051, 'signer-2': 50051, postgres: 5432, redis: 6379 },
  ...{ 'load-balancer': 8443, 'key-host': 443 },
};
