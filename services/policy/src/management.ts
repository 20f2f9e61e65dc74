import type { KeyObject } from 'node:crypto';
import type { RowMac } from '@wallet-service/values';
import { shownPolicy } from './policies/shown-policy.js';
import { policyChanged, settingsChanged } from './events/event.js';
import { policyHandlers } from './policies/policy-handlers.js';
import * as policyStore from './policies/policy-store.js';
import { policyOf, type PolicyRow } from './policies/policy-store.js';
import { settingsWarnings } from './settings/settings-warnings.js';
import { settingsHandlers } from './settings/settings-handlers.js';
import { readSettings } from './settings/settings-store.js';
import { createUpdateSettings } from './settings/update-settings.js';
import { policyWarnings } from './warnings/policy-warnings.js';
import { lockRevision } from './revisions/revision-store.js';
import { signatureRequestStore } from './signature-requests/signature-request-store.js';
import { createSignatureRequests, type SignatureRequests } from './signature-requests/signature-requests.js';
import type { Shared } from './shared.js';

/** What applications change: settings and policies. */
export function settings({ now, newId, forApplication, eventStore, recordIn, ruleSets }: Shared) {
  return settingsHandlers({
    warningsAbout: async (id, issuers) =>
      settingsWarnings(await forApplication(id, (client) => ruleSets.read(client, id)), issuers),
    readSettings: (applicationId) =>
      forApplication(applicationId, async (client) => (await readSettings(client, applicationId)).settings),
    updateSettings: createUpdateSettings({
      inTransaction: (applicationId, work) =>
        ruleSets.change(applicationId, ({ client, ...rules }) =>
          work({
            raiseRevision: rules.raise,
            readSettings: async () => (await rules.read()).settings,
            writeSettings: async (changed) => {
              const time = now();
              const before = (await rules.read()).settings;
              await rules.writeSettings(changed, time);
              await recordIn(client, applicationId)('admin.policy_settings_updated', {
                before,
                after: changed,
              });
              await eventStore.append(client, applicationId, settingsChanged(newId(), time, changed));
            },
          }),
        ),
    }),
  });
}

export function policies({ now, newId, forApplication, eventStore, recordIn, maker, ruleSets }: Shared) {
  return policyHandlers({
    now,
    newId,
    warningsAbout: async (id, policy, issuers) =>
      policyWarnings(policy, await forApplication(id, (client) => ruleSets.read(client, id)), issuers),
    find: (applicationId, policyId) =>
      forApplication(applicationId, (client) => policyStore.findPolicy(client, applicationId, policyId)),
    list: (applicationId, ...asked) =>
      forApplication(applicationId, (client) => policyStore.listPolicies(client, applicationId, ...asked)),
    listRevisions: (applicationId, policyId) =>
      forApplication(applicationId, (client) =>
        policyStore.listPolicyRevisions(client, applicationId, policyId),
      ),
    inTransaction: (applicationId, work) =>
      ruleSets.change(applicationId, ({ client, ...rules }) => {
        let before: readonly PolicyRow[] = [];
        return work({
          raiseRevision: async () => {
            await rules.raise();
            before = (await rules.read()).policies;
          },
          policies: async () => (await rules.read()).policies,
          write: rules.writePolicy,
          delete: rules.deletePolicy,
          writeRevision: async (change, policy) => {
            const revision = { change, policy, maker: maker() };
            await policyStore.writePolicyRevision(client, applicationId, revision);
            await eventStore.append(client, applicationId, policyChanged(newId(), change, policy));
            const known = before.find((row) => row.policy_id === policy.id);
            await recordIn(client, applicationId)(`admin.policy_${change}`, {
              before: known && shownPolicy(policyOf(known)),
              after: change === 'deleted' ? undefined : shownPolicy(policy),
            });
          },
        });
      }),
  });
}

export function signatureRequests(
  { now, newId, forApplication, eventStore, recordIn }: Shared,
  { mac, identityKeys }: { readonly mac: RowMac; readonly identityKeys: readonly KeyObject[] },
): SignatureRequests {
  return createSignatureRequests({
    ...{ now, newId, identityKeys },
    read: (id, work) => forApplication(id, (client) => work(signatureRequestStore(client, id, mac))),
    inTransaction: (id, work) =>
      forApplication(id, async (client) => {
        await lockRevision(client, id);
        return work({
          store: signatureRequestStore(client, id, mac),
          record: recordIn(client, id),
          append: (event) => eventStore.append(client, id, event),
        });
      }),
  });
}
