import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useParameters } from './address.ts';
import { person, server, type Access } from '../api.ts';

/** A session that was ended elsewhere is noticed within this time. */
const checkMs = 60_000;

/** Who is signed in. Fails with `auth.session-invalid` if nobody is. */
export function useAccess() {
  return useQuery({
    queryKey: ['access'],
    queryFn: () => person.session.get(),
    staleTime: checkMs,
    refetchInterval: checkMs,
  });
}

export type Role = Access['memberships'][number]['role'];

/**
 * The application that the screen is about, what to ask it, and the person's role in it. `because`: what to ask for a
 * change that the person makes for a reason.
 */
export function useApplication() {
  const { app = '' } = useParameters();
  const { data } = useAccess();
  const membership = data?.memberships.find((one) => one.application_id === app);
  const api = useMemo(() => server(app), [app]);
  const because = (reason: string) => server(app, reason);
  return { app, api, because, role: membership?.role, name: membership?.application_name };
}
