import type { ApplicationDocument, Signers } from '@wallet-service/signer-protocol';
import { newEvent, type Event, type EventDeps } from './event.js';

/**
 * Of a change that no provider.changed tells in full. `service`: a setting. `witnesses`: they held the document
 * already, and this service did not.
 */
export function documentChanged(
  deps: EventDeps,
  { version, providers, administrators }: ApplicationDocument,
  by: 'service' | 'administrators' | 'roots' | 'witnesses',
): Event {
  return newEvent(deps, 'trust.document_changed', {
    version,
    by,
    provider_ids: providers.map(({ id }) => id),
    administrators: administrators?.keys.map(({ kid }) => kid) ?? [],
  });
}

/** Without the material of the keys, which is public but large. */
export function keysChanged(
  deps: EventDeps,
  provider: { readonly id: string; readonly issuer: string },
  { added, removed }: { readonly added: readonly string[]; readonly removed: readonly string[] },
): Event {
  return newEvent(deps, 'trust.keys_changed', {
    provider_id: provider.id,
    issuer: provider.issuer,
    keys_added: added,
    keys_removed: removed,
  });
}

/** One event if the administrators are others than before, or another number of them must sign. */
export function administratorsEvents(
  deps: EventDeps,
  before: ApplicationDocument | undefined,
  { administrators }: ApplicationDocument,
): readonly Event[] {
  if (textOf(before?.administrators) === textOf(administrators)) return [];
  const change = administrators ? (before?.administrators ? 'replaced' : 'registered') : 'removed';
  return [newEvent(deps, 'trust.administrators_changed', { change, ...factsOf(administrators) })];
}

/** A document that the roots signed and that waits. `vetoed`: a later one of the administrators takes its place. */
export function documentProposed(
  deps: EventDeps,
  change: 'proposed' | 'vetoed',
  {
    version,
    notBefore,
    administrators,
  }: {
    readonly version: number;
    readonly notBefore: number;
    readonly administrators: Signers | undefined;
  },
): Event {
  return newEvent(deps, 'trust.document_proposed', {
    change,
    version,
    not_before: notBefore,
    ...factsOf(administrators),
  });
}

function factsOf(administrators: Signers | undefined) {
  return {
    administrators: administrators?.keys.map(({ kid }) => kid) ?? [],
    threshold: administrators?.threshold ?? 0,
  };
}

function textOf(administrators: Signers | undefined): string {
  if (!administrators) return '';
  const { threshold, keys } = administrators;
  return JSON.stringify([
    threshold,
    keys.map((key) => [key.kid, Buffer.from(key.publicKey).toString('hex')]),
  ]);
}
