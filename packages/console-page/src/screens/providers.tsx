import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldOf } from '../form.ts';
import { useApplication } from '../parts/access.ts';
import { ConfirmedButton, DangerButton } from '../parts/danger-button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ListScreen } from '../parts/list-screen.tsx';
import { ProviderAssistant, useKnownProviders } from '../parts/provider-assistant.tsx';
import { ProviderTrust, TrustedKeys } from '../parts/provider-trust.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { Failure } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { Badge, Id } from '../parts/values.tsx';
import { callsOfProviders } from '../provider-calls.ts';

type Asked = { readonly issuer: string; readonly audience: string; readonly jwks_uri?: string };

/** The issuers of users’ tokens, and an assistant that says why a token would be refused. */
export function Providers() {
  const { app, api, because, role } = useApplication();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const remove = useMutation({
    mutationFn: ({ id, why }: { readonly id: string; readonly why: string }) =>
      confirmed(() => because(why).providers.delete(id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: [app, 'providers'] }),
  });
  const mayChange = role === 'owner';
  const [listCall, ...moreCalls] = callsOfProviders(useKnownProviders().data);
  return (
    <ListScreen
      title="Identity providers"
      about="The issuers of your users’ tokens. Signers take tokens of those that they trust."
      name={[app, 'providers']}
      list={() => api.providers.list()}
      call={() => listCall}
      moreCalls={moreCalls}
      empty="No user can sign in yet"
      advice={<p className="quiet">Add the issuer of your users’ tokens.</p>}
      actions={mayChange && <NewProvider />}
      keyOf={(one) => one.id}
      columns={[
        {
          title: 'Issuer',
          cell: (one) => (
            <>
              <strong>{one.issuer}</strong> <Id value={one.id} />
            </>
          ),
        },
        { title: 'Audience', cell: (one) => <code>{one.audience}</code> },
        { title: 'Keys', cell: (one) => <TrustedKeys id={one.id} /> },
        { title: 'Trust', cell: (one) => <ProviderTrust id={one.id} /> },
        {
          title: 'Actions',
          cell: (one) =>
            mayChange && (
              <span className="actions">
                <Refresh id={one.id} issuer={one.issuer} />
                <DangerButton
                  label="Delete"
                  question={`Delete the provider ${one.issuer}?`}
                  consequence="Users with its tokens can use no wallet any more."
                  onConfirmed={(why) => {
                    remove.mutate({ id: one.id, why });
                  }}
                />
              </span>
            ),
        },
      ]}
    >
      {remove.isError && <Failure error={remove.error} />}
      <ProviderAssistant />
    </ListScreen>
  );
}

function Refresh({ id, issuer }: { readonly id: string; readonly issuer: string }) {
  const { app, because } = useApplication();
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const refresh = useMutation({
    mutationFn: (why: string) => confirmed(() => because(why).providers.refresh(id)),
    onSuccess: () => queries.invalidateQueries({ queryKey: [app, 'provider', id] }),
  });
  return (
    <>
      <ConfirmedButton
        className="compact"
        isDisabled={refresh.isPending}
        label="Fetch keys"
        question={`Fetch the keys of ${issuer} now?`}
        consequence="Tokens by a key that it publishes no longer are refused at once."
        onConfirmed={refresh.mutate}
      />
      {refresh.isSuccess && <Badge tone="good">Fetched</Badge>}
      {refresh.isError && <Badge tone="bad">{refresh.error.message}</Badge>}
    </>
  );
}

function NewProvider() {
  const [reason, setReason] = useState('');
  const { app, because } = useApplication();
  const [isOpen, setOpen] = useState(false);
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const create = useMutation({
    mutationFn: (asked: Asked) => confirmed(() => because(reason).providers.create(asked)),
    onSuccess: async () => {
      setOpen(false);
      await queries.invalidateQueries({ queryKey: [app, 'providers'] });
    },
  });
  return (
    <>
      <button
        type="button"
        className="primary"
        onClick={() => {
          create.reset();
          setReason('');
          setOpen(true);
        }}
      >
        Add a provider
      </button>
      {isOpen && (
        <Dialog
          title="Add a provider"
          onClose={() => {
            setOpen(false);
          }}
        >
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              const form = event.currentTarget;
              const address = fieldOf(form, 'jwks_uri');
              create.mutate({
                ...{ issuer: fieldOf(form, 'issuer'), audience: fieldOf(form, 'audience') },
                ...(address !== '' && { jwks_uri: address }),
              });
            }}
          >
            <label className="field">
              <span>Issuer (iss)</span>
              <input name="issuer" type="url" required placeholder="https://login.example.com" />
            </label>
            <label className="field">
              <span>Audience (aud)</span>
              <input name="audience" required autoComplete="off" />
            </label>
            <label className="field">
              <span>Address of its keys (without it, it is discovered)</span>
              <input name="jwks_uri" type="url" placeholder="https://login.example.com/jwks.json" />
            </label>
            <ReasonField reason={reason} onReason={setReason} />
            {create.isError && <Failure error={create.error} />}
            <div className="actions">
              <button
                type="button"
                onClick={() => {
                  setOpen(false);
                }}
              >
                Cancel
              </button>
              <button type="submit" className="primary" disabled={create.isPending}>
                Add
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
