import { changeSettings, type PolicySettings, type SettingsChanges } from './settings.js';

/**
 * Changes the settings in `changes`, or only validates them if `validateOnly` is set. Returns the settings
 * after the change.
 */
export type UpdateSettings = (
  applicationId: string,
  changes: SettingsChanges,
  options: { readonly validateOnly: boolean },
) => Promise<PolicySettings>;

export type SettingsTransaction = {
  /** Keeps other writes to the application waiting until the transaction ends. */
  readonly raiseRevision: () => Promise<unknown>;
  readonly readSettings: () => Promise<PolicySettings>;
  readonly writeSettings: (settings: PolicySettings) => Promise<void>;
};

export type UpdateSettingsDeps = {
  readonly inTransaction: <Result>(
    applicationId: string,
    work: (transaction: SettingsTransaction) => Promise<Result>,
  ) => Promise<Result>;
};

export function createUpdateSettings({ inTransaction }: UpdateSettingsDeps): UpdateSettings {
  return (applicationId, changes, { validateOnly }) =>
    inTransaction(applicationId, async (transaction) => {
      if (validateOnly) return changeSettings(await transaction.readSettings(), changes);
      await transaction.raiseRevision();
      const settings = changeSettings(await transaction.readSettings(), changes);
      await transaction.writeSettings(settings);
      return settings;
    });
}
