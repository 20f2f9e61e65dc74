import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { base } from './api.ts';
import type { Decision } from './parts/rule.tsx';

/** Adds new decisions to what is kept under `key`. Whether the stream is open. */
export function useLive(app: string, key: readonly string[]): boolean {
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const name = key.join(' ');
  useEffect(() => {
    const events = new EventSource(`${base}events?application_id=${encodeURIComponent(app)}`);
    events.addEventListener('open', () => {
      setOpen(true);
    });
    events.addEventListener('error', () => {
      setOpen(false);
    });
    events.addEventListener('decision', ({ data }: MessageEvent<string>) => {
      const fresh = JSON.parse(data) as Decision;
      queries.setQueryData<readonly Decision[]>(name.split(' '), (known) =>
        known && !known.some(({ id }) => id === fresh.id) ? [fresh, ...known] : known,
      );
    });
    return () => {
      events.close();
    };
  }, [app, name, queries]);
  return isOpen;
}
