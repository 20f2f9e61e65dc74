import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { base } from './api.ts';
import { useAttention } from './attention.ts';
import type { Decision } from './parts/rule.tsx';

/**
 * Tells of the entries of a list of the API: of those that it has, and then of each that is new or has changed. Whether
 * the stream is open: it is closed while nobody is there. `list`: a path with its query. Undefined: nothing is asked.
 */
export function useEntries(
  app: string,
  list: string | undefined,
  onEntry: (entry: unknown) => void,
): boolean {
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const tell = useEffectEvent(onEntry);
  // The session may have ended, or the person may have another role now.
  const refused = useEffectEvent(() => {
    void queries.invalidateQueries({ queryKey: ['access'] });
  });
  const isAttended = useAttention();
  useEffect(() => {
    if (list === undefined || !isAttended) return undefined;
    const events = new EventSource(
      `${base}events?${new URLSearchParams({ application_id: app, list }).toString()}`,
    );
    events.addEventListener('open', () => {
      setOpen(true);
    });
    // The browser begins a stream that broke off again, and not one that was refused.
    events.addEventListener('error', () => {
      setOpen(false);
      if (events.readyState === EventSource.CLOSED) refused();
    });
    events.addEventListener('end', () => {
      events.close();
      setOpen(false);
      refused();
    });
    events.addEventListener('entry', ({ data }: MessageEvent<string>) => {
      tell(JSON.parse(data));
    });
    return () => {
      events.close();
      setOpen(false);
    };
  }, [app, list, isAttended]);
  return isOpen;
}

type Entry = { readonly operation: string; readonly details: unknown };

/** While a form is open, reads again what is kept under `key` when the journal has a change of it. */
export function useChangesElsewhere(
  app: string,
  key: readonly string[],
  { isOpen, isOf }: { readonly isOpen: boolean; readonly isOf: (entry: Entry) => boolean },
): void {
  const queries = useQueryClient();
  useEntries(app, isOpen ? '/v1/audit?order=desc&limit=20' : undefined, (entry) => {
    if (isOf(entry as Entry)) void queries.invalidateQueries({ queryKey: key });
  });
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
