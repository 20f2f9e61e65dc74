import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { base, operator } from '../api.ts';
import type { Call } from '../call-text.ts';
import { Notice } from './states.tsx';

type Found = Awaited<ReturnType<typeof operator.health.get>>;
type Process = Found['processes'][number];

/** What the console itself answers, without the gateway. */
async function consoleHealth(): Promise<Process> {
  const begun = performance.now();
  const isServing = await fetch(base, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  return {
    ...{ service: 'console', address: location.host, state: isServing ? 'serving' : 'unreachable' },
    milliseconds: Math.round(performance.now() - begun),
  };
}

export const healthCall: Call = {
  ...{ method: 'GET', path: '/v1/admin/health', sdk: 'operator.health.get()' },
};

const refreshMs = 10_000;

/** Every process of the installation, for its operator, and this console. */
export function useHealth() {
  return useQuery({
    queryKey: ['operator', 'health'],
    queryFn: async () => {
      const [found, console] = await Promise.all([operator.health.get(), consoleHealth()]);
      return { ...found, processes: [console, ...found.processes] };
    },
    refetchInterval: refreshMs,
  });
}

/** Whether all of them serve. One notice in any case, so that nothing below it moves. */
export function HealthSummary({
  of,
  children,
}: {
  readonly of: Found | undefined;
  readonly children?: ReactNode;
}) {
  if (!of)
    return (
      <Notice tone="plain" title="Every process is being asked">
        {children}
      </Notice>
    );
  const { processes, not_known: notKnown } = of;
  if (notKnown.length > 0)
    return (
      <Notice tone="bad" title="No wallet service answers, so nothing is known of signers and witnesses">
        {children}
      </Notice>
    );
  const away = processes.filter(({ state }) => state !== 'serving').length;
  return away === 0 ? (
    <Notice tone="good" title={`All ${processes.length} processes serve`}>
      {children}
    </Notice>
  ) : (
    <Notice tone="bad" title={`${away} of ${processes.length} processes do not serve`}>
      {children}
    </Notice>
  );
}
