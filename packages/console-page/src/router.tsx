import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
} from '@tanstack/react-router';
import { base } from './api.ts';
import type { Search } from './parts/address.ts';
import { Shell } from './parts/shell.tsx';
import { StepUpProvider } from './parts/step-up.tsx';

const validateSearch = (search: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );

const root = createRootRoute({
  component: () => (
    <StepUpProvider>
      <Outlet />
    </StepUpProvider>
  ),
  validateSearch,
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: lazyRouteComponent(() => import('./screens/sign-in.tsx'), 'SignIn'),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  component: lazyRouteComponent(() => import('./screens/invitation.tsx'), 'Invitation'),
});
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  component: lazyRouteComponent(() => import('./screens/home.tsx'), 'Home'),
});
const me = createRoute({
  getParentRoute: () => shell,
  path: '/me',
  component: lazyRouteComponent(() => import('./screens/me.tsx'), 'Me'),
});
const applications = createRoute({
  getParentRoute: () => shell,
  path: '/operator/applications',
  component: lazyRouteComponent(() => import('./screens/operator.tsx'), 'Applications'),
});
const health = createRoute({
  getParentRoute: () => shell,
  path: '/operator/health',
  component: lazyRouteComponent(() => import('./screens/health.tsx'), 'Health'),
});
const keySets = createRoute({
  getParentRoute: () => shell,
  path: '/operator/key-sets',
  component: lazyRouteComponent(() => import('./screens/health.tsx'), 'KeySets'),
});
const people = createRoute({
  getParentRoute: () => shell,
  path: '/operator/people',
  component: lazyRouteComponent(() => import('./screens/operator.tsx'), 'People'),
});

const installationJournal = createRoute({
  getParentRoute: () => shell,
  path: '/operator/journal',
  component: lazyRouteComponent(() => import('./screens/journal.tsx'), 'InstallationJournal'),
});

const application = createRoute({ getParentRoute: () => shell, path: '/a/$app', component: Outlet });
const ofApplication = [
  ['overview', lazyRouteComponent(() => import('./screens/overview.tsx'), 'Overview')],
  ['activity', lazyRouteComponent(() => import('./screens/activity.tsx'), 'Activity')],
  ['why', lazyRouteComponent(() => import('./screens/why.tsx'), 'Why')],
  ['decisions/$id', lazyRouteComponent(() => import('./screens/decision.tsx'), 'DecisionScreen')],
  ['users', lazyRouteComponent(() => import('./screens/wallets.tsx'), 'Users')],
  ['wallets', lazyRouteComponent(() => import('./screens/wallets.tsx'), 'Wallets')],
  ['policies', lazyRouteComponent(() => import('./screens/policies.tsx'), 'Policies')],
  ['policies/conflicts', lazyRouteComponent(() => import('./screens/conflicts.tsx'), 'Conflicts')],
  ['policies/$id', lazyRouteComponent(() => import('./screens/policy.tsx'), 'PolicyScreen')],
  ['providers', lazyRouteComponent(() => import('./screens/providers.tsx'), 'Providers')],
  ['webhooks', lazyRouteComponent(() => import('./screens/webhooks.tsx'), 'Webhooks')],
  ['webhooks/$id', lazyRouteComponent(() => import('./screens/deliveries.tsx'), 'Deliveries')],
  ['journal', lazyRouteComponent(() => import('./screens/journal.tsx'), 'Journal')],
  ['attestation', lazyRouteComponent(() => import('./screens/attestation.tsx'), 'Attestation')],
  ['keys', lazyRouteComponent(() => import('./screens/keys.tsx'), 'Keys')],
  ['approvals', lazyRouteComponent(() => import('./screens/approvals.tsx'), 'Approvals')],
  ['signatures', lazyRouteComponent(() => import('./screens/signatures.tsx'), 'Signatures')],
  ['signatures/$id', lazyRouteComponent(() => import('./screens/signature.tsx'), 'Signature')],
  ['approvals/$id', lazyRouteComponent(() => import('./screens/approval.tsx'), 'Approval')],
  ['members', lazyRouteComponent(() => import('./screens/members.tsx'), 'Members')],
  ['settings', lazyRouteComponent(() => import('./screens/settings.tsx'), 'Settings')],
] as const;
const screens = ofApplication.map(([path, component]) =>
  createRoute({ getParentRoute: () => application, path, component }),
);

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    invitation,
    shell.addChildren([
      ...[home, me, health, keySets, applications, people, installationJournal],
      application.addChildren(screens),
    ]),
  ]),
  basepath: base,
  defaultNotFoundComponent: () => <Navigate to={'/'} />,
  // Search parameters as any program writes them, and not as JSON.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const given = Object.entries(search as Search).filter(([, value]) => value !== undefined && value !== '');
    const text = new URLSearchParams(given as [string, string][]).toString();
    return text === '' ? '' : `?${text}`;
  },
});
