import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { base } from './api.ts';
import type { Decision } from './parts/rule.tsx';

/**
 * Tells of the entries of a list of the API: of those that it has, and then of each that is new or has changed. Whether
 * the stream is open. `list`: a path with its query. Undefined: nothing is asked.
 */
export function useEntries(
  app: string,
  list: string | undefined,
  onEntry: (entry: unknown) => void,
): boolean {
  const [isOpen, setOpen] = useState(false);
  const tell = useEffectEvent(onEntry);
  useEffect(() => {
    if (list === undefined) return undefined;
    const events = new EventSource(
      `${base}events?${new URLSearchParams({ application_id: app, list }).toString()}`,
    );
    events.addEventListener('open', () => {
      setOpen(true);
    });
    events.addEventListener('error', () => {
      setOpen(false);
    });
    events.addEventListener('entry', ({ data }: MessageEvent<string>) => {
      tell(JSON.parse(data));
    });
    return () => {
      events.close();
    };
  }, [app, list]);
  return isOpen;
}

/** Adds new decisions to the newest `most`, which are kept under `key`. Whether the stream is open. */
export function useLive(app: string, key: readonly string[], most: number): boolean {
  const queries = useQueryClient();
  return useEntries(app, '/v1/policy/decisions?limit=20', (entry) => {
    const fresh = entry as Decision;
    queries.setQueryData<readonly Decision[]>(key, (known) =>
      known && !known.some(({ id }) => id === fresh.id) ? [fresh, ...known].slice(0, most) : known,
    );
  });
}
