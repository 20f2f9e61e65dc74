import { useQuery } from '@tanstack/react-query';
import type { ServerClient } from '@wallet-service/sdk/server';
import { valuesOf } from '../edits.ts';
import { useChangesElsewhere } from '../live.ts';
import { useApplication } from '../parts/access.ts';
import { Difference } from '../parts/difference.tsx';
import { EditsNote, OvertakenEdits, useEdits } from '../parts/edits.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { Panel, Screen } from '../parts/screen.tsx';
import { SettingField } from '../parts/setting-field.tsx';
import { Failure, Notice, Skeleton } from '../parts/states.tsx';
import { Badge, Facts, Id, Time } from '../parts/values.tsx';
import { groups } from '../setting-list.ts';

type Known = Awaited<ReturnType<ServerClient['application']['get']>>;

/** The application’s own settings. What differs is sent, and nothing else. */
export function Settings() {
  const { app, api } = useApplication();
  const settings = useQuery({ queryKey: [app, 'settings'], queryFn: () => api.application.get() });
  return (
    <Screen
      title="Settings"
      about="Of this application. They hold on every replica as soon as they are saved."
      calls={[
        { method: 'GET', path: '/v1/application', sdk: 'await server.application.get()' },
        {
          ...{ method: 'PATCH', path: '/v1/application', sdk: 'await server.application.update({ … })' },
          body: { default_action: settings.data?.default_action ?? 'deny' },
        },
      ]}
    >
      {settings.isPending && (
        <section className="panel">
          <Skeleton rows={16} />
        </section>
      )}
      {settings.isError && <Failure error={settings.error} retry={() => void settings.refetch()} />}
      {settings.data && (
        <>
          {settings.data.warnings?.map((one) => (
            <Notice key={one.code + one.field} tone="warn" title={one.code}>
              <p>{one.remedy}</p>
            </Notice>
          ))}
          <Identity settings={settings.data} />
          <Editor settings={settings.data} />
        </>
      )}
    </Screen>
  );
}

function Identity({ settings }: { readonly settings: Known }) {
  return (
    <section className="panel panel-body" aria-label="Application">
      <Facts
        of={[
          ['Name', settings.name],
          ['Id', <Id value={settings.id} />],
          ['API key (not a secret)', <Id value={settings.api_key} />],
          [
            'Pre-generated wallets',
            settings.features.pregenerated_wallets ? (
              <Badge tone="good">On</Badge>
            ) : (
              <Badge tone="plain">Off</Badge>
            ),
          ],
          ['Changed', <Time at={settings.time_updated} />],
        ]}
      />
    </section>
  );
}

function Editor({ settings }: { readonly settings: Known }) {
  const { app, api, because, role } = useApplication();
  const kept = [app, 'settings'];
  const form = useEdits({
    known: settings,
    kept,
    read: () => api.application.get(),
    write: (changes, _inForce, reason) => because(reason).application.update(changes),
  });
  const { values, changes, save } = form;
  const mayChange = role === 'owner' || role === 'developer';
  useChangesElsewhere(app, kept, {
    isOpen: mayChange,
    isOf: ({ operation }) => /^admin\.(application|policy_settings)_updated$/.test(operation),
  });
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {groups.map(({ title, settings: fields }) => (
        <Panel key={title} title={title}>
          <div className="panel-body">
            {fields.map((field) => (
              <SettingField
                key={field.name}
                field={field}
                value={values[field.name]}
                isReadOnly={!mayChange}
                onChange={(value) => {
                  form.change(field.name, value);
                }}
              />
            ))}
          </div>
        </Panel>
      ))}
      {save.isError && <Failure error={save.error} />}
      {mayChange && form.isChanged && (
        <Panel title="What you would change">
          <div className="panel-body">
            <Difference before={valuesOf(changes, form.known)} after={changes} />
            <ReasonField reason={form.reason} onReason={form.setReason} />
          </div>
        </Panel>
      )}
      <OvertakenEdits of={form} />
      {mayChange && (
        <div ref={form.place} tabIndex={-1}>
          <EditsNote of={form} />
          <div className="actions">
            <button type="button" disabled={!form.isChanged} onClick={form.discard}>
              Discard
            </button>
            <button type="submit" className="primary" disabled={!form.isChanged || save.isPending}>
              Save
            </button>
          </div>
        </div>
      )}
    </form>
  );
}
