import { connect, definitions, type Tls } from '@wallet-service/grpc';
import type { CountedPeer } from '@wallet-service/runtime';
import type { Config } from '../config.js';
import { serviceCall, type Services } from './services.js';

export type ConnectedServices = {
  readonly services: Services;
  /** Whether every service that signing needs has at least one open connection. */
  readonly connected: () => boolean;
  /** Whether identity and wallet report within that time that they serve. */
  readonly serving: (timeoutMs: number) => Promise<boolean>;
  readonly close: () => void;
  /** One entry per service, for the metrics. */
  readonly peers: Readonly<Record<keyof Services, CountedPeer>>;
};

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
    close: () => {
      for (const client of [...needed, webhooks]) client.close();
    },
  };
}
