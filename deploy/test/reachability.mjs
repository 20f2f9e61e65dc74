// Who reaches whom, tried from inside every container: the networks of docker-compose.yml as a table. The key host
// stands for the outside world.
import { addressesOf, knock, machineAddressesOf } from './docker.mjs';

/** The port of metrics and probes, which nobody else may reach. */
const operations = {
  ...{ identity: 9090, policy: 9090, webhooks: 9090, 'wallet-2': 9090 },
  ...{ 'witness-b': 9090, 'load-balancer': 8404 },
};

const targets = {
  'load-balancer': 8443,
  'gateway-2': 8080,
  identity: 50051,
  policy: 50051,
  webhooks: 50051,
  'wallet-2': 50051,
  'witness-a': 50051,
  'witness-b': 50051,
  'signer-2': 50051,
  postgres: 5432,
  redis: 6379,
  'key-host': 443,
};

const allowed = {
  'gateway-1': ['load-balancer', 'gateway-2', 'identity', 'policy', 'webhooks', 'wallet-2', 'redis'],
  identity: ['identity', 'webhooks', 'wallet-2', 'witness-a', 'witness-b', 'postgres'],
  'witness-a': ['identity', 'witness-a', 'key-host'],
  'witness-c': ['identity', 'key-host'],
  policy: ['policy', 'webhooks', 'wallet-2', 'postgres'],
  webhooks: ['identity', 'policy', 'webhooks', 'wallet-2', 'postgres', 'key-host'],
  'wallet-1': ['identity', 'policy', 'webhooks', 'wallet-2', 'signer-2', 'postgres', 'redis'],
  'signer-1': ['wallet-2', 'signer-2'],
  postgres: ['identity', 'policy', 'webhooks', 'wallet-2', 'postgres'],
  redis: ['wallet-2', 'redis'],
};

function openTo(source, doors) {
  const knocked = Object.entries(doors).flatMap(([name, port]) =>
    addressesOf(name).map((host) => ({ name, host, port })),
  );
  const open = knock(source, knocked).filter(({ result }) => result === 'open');
  return new Set(open.map(({ name }) => name));
}

/** Returns the faults, one line each, and prints the table. */
export function reachabilityFaults() {
  const faults = [];
  for (const [source, expected] of Object.entries(allowed)) {
    const reached = openTo(source, targets);
    for (const name of openTo(source, operations)) faults.push(`${source} reads the metrics of ${name}`);
    for (const name of Object.keys(targets)) {
      if (reached.has(name) !== expected.includes(name)) {
        faults.push(`${source} ${reached.has(name) ? 'reaches' : 'does not reach'} ${name}`);
      }
    }
    console.log(`       ${source.padEnd(10)} reaches ${[...reached].join(', ')}`);
  }
  // A refusal comes from the machine itself: then the signer could reach other programs that listen on it.
  const machine = knock(
    'signer-1',
    machineAddressesOf('signer-1').map((host) => ({ name: 'the machine', host, port: 9 })),
  );
  if (machine.some(({ result }) => result !== 'closed'))
    faults.push('signer-1 reaches the machine that it runs on');
  return faults;
}
