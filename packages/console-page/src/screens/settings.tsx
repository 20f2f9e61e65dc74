import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useApplication } from '../parts/access.ts';
import { ApiCall } from '../parts/api-call.tsx';
import { Screen } from '../parts/screen.tsx';
import { Failure, Skeleton } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';

/** The application's own settings. What differs is sent, and nothing else. */
export function Settings() {
  const { app, api, role } = useApplication();
  const settings = useQuery({ queryKey: [app, 'settings'], queryFn: () => api.application.get() });
  const mayChange = role === 'owner' || role === 'developer';
  return (
    <Screen title="Settings" about="Of this application.">
      {settings.isPending && <Skeleton rows={10} />}
      {settings.isError && <Failure error={settings.error} retry={() => void settings.refetch()} />}
      {settings.data && (
        <Editor key={JSON.stringify(settings.data)} settings={settings.data} mayChange={mayChange} />
      )}
      <ApiCall
        calls={[
          { method: 'GET', path: '/v1/application', sdk: 'await server.application.get()' },
          { method: 'PATCH', path: '/v1/application', sdk: 'await server.application.update({ … })' },
        ]}
      />
    </Screen>
  );
}

const fixed = ['id', 'name', 'api_key', 'features', 'time_created', 'time_updated', 'warnings'];

function Editor({ settings, mayChange }: { readonly settings: object; readonly mayChange: boolean }) {
  const { app, api } = useApplication();
  const confirmed = useConfirmed();
  const queries = useQueryClient();
  const field = useId();
  const known = settings as Readonly<Record<string, unknown>>;
  const own = Object.fromEntries(Object.entries(known).filter(([name]) => !fixed.includes(name)));
  const [text, setText] = useState(() => JSON.stringify(own, undefined, 2));
  const save = useMutation({
    mutationFn: () =>
      confirmed(async () => {
        const edited = JSON.parse(text) as Readonly<Record<string, unknown>>;
        const changed = Object.entries(edited).filter(
          ([name, value]) => JSON.stringify(value) !== JSON.stringify(own[name]),
        );
        if (changed.length === 0) throw new Error('Nothing differs from what is in force.');
        return api.application.update(Object.fromEntries(changed));
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: [app, 'settings'] }),
  });
  return (
    <section>
      <label htmlFor={field}>Settings (JSON)</label>
      <textarea
        id={field}
        className="code"
        rows={20}
        spellCheck={false}
        readOnly={!mayChange}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
      {save.isError && <Failure error={save.error} />}
      {save.isSuccess && <p role="status">Saved. It holds on every replica.</p>}
      {mayChange && (
        <div className="actions">
          <button
            type="button"
            className="primary"
            disabled={save.isPending}
            onClick={() => {
              save.mutate();
            }}
          >
            Save
          </button>
        </div>
      )}
    </section>
  );
}
