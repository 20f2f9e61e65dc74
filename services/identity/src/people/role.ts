import type { Scope } from '@wallet-service/grants';

/** What a person may do in one application. */
export const roles = ['owner', 'developer', 'auditor', 'support'] as const;
export type Role = (typeof roles)[number];

/** `always`: at any time. `afterStepUp`: also for some minutes after their passkey has confirmed that it is them. */
export type Powers = { readonly always: readonly Scope[]; readonly afterStepUp: readonly Scope[] };

/** Nobody signs, creates or exports wallets: only users' own tokens do. */
export const powersOf: Readonly<Record<Role, Powers>> = {
  owner: {
    always: ['read', 'approvals'],
    afterStepUp: ['policies', 'settings', 'providers', 'webhooks', 'keys', 'members'],
  },
  developer: { always: ['read', 'approvals'], afterStepUp: ['policies', 'settings', 'webhooks'] },
  auditor: { always: ['read'], afterStepUp: [] },
  support: { always: ['lookup'], afterStepUp: [] },
};

/** An operator who has not stepped up. After it they have no limits. */
export const operatorScopes: readonly Scope[] = ['read'];

export function isRole(text: string): text is Role {
  return roles.some((role) => role === text);
}
