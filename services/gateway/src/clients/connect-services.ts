import { connect, definitions, healthOfServers, type ServerHealth, type Tls } from '@wallet-service/grpc';
import type { CountedPeer } from '@wallet-service/runtime';
import type { Config } from '../config.js';
import { serviceCall, type Services } from './services.js';

export type ServiceHealth = ServerHealth & { readonly service: string };

export type ConnectedServices = {
  readonly services: Services;
  /** Whether every service that signing needs has at least one open connection. */
  readonly connected: () => boolean;
  /** Whether identity and wallet report within that time that they serve. */
  readonly serving: (timeoutMs: number) => Promise<boolean>;
  /** Whether each server of each service answers, whether or not it gets calls now. */
  readonly health: () => Promise<readonly ServiceHealth[]>;
  readonly close: () => void;
  /** One entry per service, for the metrics. */
  readonly peers: Readonly<Record<keyof Services, CountedPeer>>;
};

const healthWithinMs = 2_000;

/** Long-lived connections to the services behind the gateway. They open and reconnect by themselves. */
export function connectServices(targets: Config['targets'], tls: Tls): ConnectedServices {
  const { identity: identityDefinition, policy: policyDefinition, wallet: walletDefinition } = definitions;
  const identity = connect({
    definition: identityDefinition,
    targets: targets.identity,
    tls,
    serverName: 'identity',
  });
  const policy = connect({
    definition: policyDefinition,
    targets: targets.policy,
    tls,
    serverName: 'policy',
  });
  const wallet = connect({
    definition: walletDefinition,
    targets: targets.wallet,
    tls,
    serverName: 'wallet',
  });
  const webhooks = connect({
    definition: definitions.webhooks,
    targets: targets.webhooks,
    tls,
    serverName: 'webhooks',
  });
  const needed = [identity, policy, wallet];
  return {
    services: {
      identity: serviceCall('identity', identity, Date.now),
      policy: serviceCall('policy', policy, Date.now),
      wallet: serviceCall('wallet', wallet, Date.now),
      webhooks: serviceCall('webhooks', webhooks, Date.now),
    },
    peers: { identity, policy, wallet, webhooks },
    connected: () => needed.every((client) => client.connected()),
    serving: async (timeoutMs) => {
      const answers = await Promise.all([identity, wallet].map((client) => client.serving(timeoutMs)));
      return answers.every(Boolean);
    },
    health: async () => {
      const asked = Object.entries(targets).map(async ([service, ofService]) => {
        const timeoutMs = healthWithinMs;
        const servers = await healthOfServers({ targets: ofService, tls, serverName: service, timeoutMs });
        return servers.map((server) => ({ service, ...server }));
      });
      return (await Promise.all(asked)).flat();
    },
    close: () => {
      for (const client of [...needed, webhooks]) client.close();
    },
  };
}
