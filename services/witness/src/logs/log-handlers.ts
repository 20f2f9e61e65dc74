import type { Handlers, WitnessDefinition } from '@wallet-service/grpc';
import type { LogKeeper } from './log-keeper.js';
import { readOffers } from './read-offers.js';

export function logHandlers(keepLogs: LogKeeper): Pick<Handlers<WitnessDefinition>, 'CosignCheckpoints'> {
  return {
    async CosignCheckpoints(request) {
      return { held: [...(await keepLogs(readOffers(request)))] };
    },
  };
}
