import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { afterOf, isApproved, type ChangeRequest } from '../change-text.ts';
import { useAccess, useApplication } from '../parts/access.ts';
import { useParameters } from '../parts/address.ts';
import { DangerButton } from '../parts/danger-button.tsx';
import { Difference } from '../parts/difference.tsx';
import { InvitationDialog, SecretDialog } from '../parts/dialog.tsx';
import { useShownOnce } from '../parts/shown-once.ts';
import { GivenApprovals } from '../parts/given-approvals.tsx';
import { namesCalls, useNames } from '../parts/names.ts';
import { Panel, Screen } from '../parts/screen.tsx';
import { Failure, Notice, Skeleton } from '../parts/states.tsx';
import { Facts, Id, Time } from '../parts/values.tsx';
import { approve } from '../passkeys.ts';
import { entitled, State } from './approvals.tsx';

/** One change that owners approve with their passkeys: what it would do, and who has approved it. */
export function Approval() {
  const { app, api } = useApplication();
  const { id = '' } = useParameters();
  const request = useQuery({ queryKey: [app, 'approval', id], queryFn: () => api.changeRequests.get(id) });
  const { data } = request;
  return (
    <Screen
      title={data ? entitled(data) : 'Approval'}
      about={data?.reason ?? 'A change that several owners must approve.'}
      within={{ title: 'Approvals', to: `/a/${app}/approvals` }}
      actions={(data?.state === 'open' || data?.state === 'lapsed') && <Decision request={data} />}
      calls={[
        {
          method: 'GET',
          path: `/v1/change_request/${id}`,
          sdk: `await server.changeRequests.get('${id}')`,
        },
        ...namesCalls,
      ]}
    >
      {request.isPending && (
        <section className="panel">
          <Skeleton rows={8} />
        </section>
      )}
      {request.isError && <Failure error={request.error} retry={() => void request.refetch()} />}
      {data && <Shown request={data} />}
    </Screen>
  );
}

function Shown({ request }: { readonly request: ChangeRequest }) {
  const nameOf = useNames();
  return (
    <>
      {request.state === 'failed' && (
        <Notice tone="bad" title="It failed, and nothing was changed">
          <p>
            <code>{request.code ?? `status ${request.status ?? ''}`}</code>
          </p>
        </Notice>
      )}
      {request.state === 'lapsed' && (
        <Notice tone="warn" title="It is closed: who asked may make no such change any more">
          <p>
            {request.asked_by.startsWith('per_')
              ? `${nameOf(request.asked_by)} left, has another role, or has no access any more. `
              : 'The key was revoked or has expired. '}
            Nobody can approve it or carry it out, and nothing was changed. Somebody who may make the change
            can ask for it again.
          </p>
        </Notice>
      )}
      {request.is_outdated === true && (
        <Notice tone="warn" title="It is outdated: what it changes has changed since">
          <p>
            Approvals do not help any more: it would fail, and change nothing. What you see below was there
            when it was asked for. Decline it, and let somebody ask for it again.
          </p>
        </Notice>
      )}
      {request.state === 'begun' && (
        <Notice tone="warn" title="It has begun">
          <p>If it stays so, look whether it was done. It is never tried twice.</p>
        </Notice>
      )}
      <section className="panel" aria-label="The request">
        <div className="panel-body">
          <Facts
            of={[
              ['State', <State of={request} />],
              ['Asked by', nameOf(request.asked_by)],
              ['Asked', <Time at={request.time_created} />],
              ['Waits until', <Time at={request.time_expires} />],
              ['Request', <code>{`${request.method} ${request.path}`}</code>],
              ['Hash that passkeys sign', <Id value={request.hash} />],
            ]}
          />
        </div>
      </section>
      <div className="columns">
        <Panel title="What it changes">
          <div className="panel-body">
            <Difference before={request.before ?? undefined} after={afterOf(request)} />
          </div>
        </Panel>
        <GivenApprovals
          of={{
            needed: request.needed,
            approvals: request.approvals.map((one) => ({ ...one, name: nameOf(`per_${one.person_id}`) })),
          }}
        />
      </div>
    </>
  );
}

/** What the person may do about an open one. */
function Decision({ request }: { readonly request: ChangeRequest }) {
  const { app, api, because, role } = useApplication();
  const { data: access } = useAccess();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: [app] });
  const person = access?.person.id ?? '';
  const agree = useMutation({
    mutationFn: () => approve(api, app, request, person),
    onSettled: refresh,
  });
  const decline = useMutation({
    mutationFn: (why: string) => because(why).changeRequests.decline(request.id),
    onSettled: refresh,
  });
  const isAsker = request.asked_by === `per_${person}`;
  const hasApproved = request.approvals.some((one) => one.person_id === person);
  const failed = [agree, decline].find(({ isError }) => isError);
  return (
    <>
      {failed?.error && <Failure error={failed.error} />}
      {(role === 'owner' || isAsker) && (
        <DangerButton
          label={isAsker ? 'Take back' : 'Decline'}
          question={isAsker ? 'Take this change back?' : 'Decline this change?'}
          consequence="It is over then. Somebody may ask for it again."
          onConfirmed={decline.mutate}
        />
      )}
      {role === 'owner' && request.state === 'open' && !hasApproved && (
        <button
          type="button"
          className="primary"
          disabled={agree.isPending}
          onClick={() => {
            agree.mutate();
          }}
        >
          Approve with passkey
        </button>
      )}
      <CarryOut request={request} isAsker={isAsker} />
    </>
  );
}

/**
 * The last approval has a change carried out, unless its answer has a secret. An owner does it if the gateway ended in
 * between.
 */
function CarryOut({ request, isAsker }: { readonly request: ChangeRequest; readonly isAsker: boolean }) {
  const { app, api, role } = useApplication();
  const queries = useQueryClient();
  const [answer, setAnswer] = useState<ShownOnce>();
  const refresh = () => queries.invalidateQueries({ queryKey: [app] });
  const carryOut = useShownOnce({
    ask: () => api.changeRequests.carryOut(request.id),
    onMade: async ({ answer: made }) => {
      const secret = shownOnceIn(made);
      if (secret) setAnswer(secret);
      else await refresh();
    },
  });
  const mayDo = isAsker || (role === 'owner' && !request.is_for_asker_alone);
  if (request.state !== 'open' || !isApproved(request) || !mayDo) return null;
  return (
    <>
      {carryOut.isError && <Failure error={carryOut.error} />}
      <button
        type="button"
        className="primary"
        disabled={carryOut.isPending}
        onClick={() => {
          carryOut.mutate(undefined);
        }}
      >
        Carry out
      </button>
      <Answer
        answer={answer}
        onClose={() => {
          setAnswer(undefined);
          void refresh();
        }}
      />
    </>
  );
}

type ShownOnce = { readonly secret_key?: string; readonly secret?: string; readonly invitation?: string };

/** A secret in the answer to the change, for who asked. */
function shownOnceIn(answer: unknown): ShownOnce | undefined {
  const { secret_key: key, secret, invitation } = (answer ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof key === 'string') return { secret_key: key };
  if (typeof secret === 'string') return { secret };
  return typeof invitation === 'string' ? { invitation } : undefined;
}

function Answer({
  answer: { secret_key: key, secret, invitation } = {},
  onClose,
}: {
  readonly answer: ShownOnce | undefined;
  readonly onClose: () => void;
}) {
  if (key !== undefined) return <SecretDialog title="The new secret key" secret={key} onClose={onClose} />;
  if (secret !== undefined)
    return <SecretDialog title="The signing secret of the webhook" secret={secret} onClose={onClose} />;
  return <InvitationDialog invitation={invitation} onClose={onClose} />;
}
