import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ServerClient } from '@wallet-service/sdk/server';
import type { Call } from '../call-text.ts';
import { useChangesElsewhere } from '../live.ts';
import { useApplication } from './access.ts';
import { EditsNote, OvertakenEdits, useEdits } from './edits.tsx';
import { ReasonField } from './reason-field.tsx';
import { Panel } from './screen.tsx';
import { Failure } from './states.tsx';
import { Badge } from './values.tsx';

const scopes = [
  ['policies', 'policies'],
  ['settings', 'settings'],
  ['providers', 'identity providers'],
  ['webhooks', 'webhooks'],
  ['keys', 'secret keys'],
  ['members', 'people, and this rule'],
] as const;

export const approvalRuleCall: Call = {
  ...{ method: 'GET', path: '/v1/approval_rule', sdk: 'await server.approvalRule.get()' },
};

type Rule = Awaited<ReturnType<ServerClient['approvalRule']['get']>>;
type Scope = Rule['scopes'][number];

/** Which changes several owners must approve. */
export function ApprovalRule({ isOwner }: { readonly isOwner: boolean }) {
  const { app, api } = useApplication();
  const kept = [app, 'approval rule'];
  const read = async (): Promise<Rule> => inOrder(await api.approvalRule.get());
  const { data, error, refetch } = useQuery({ queryKey: kept, queryFn: read });
  useChangesElsewhere(app, kept, {
    isOpen: isOwner,
    isOf: ({ operation }) => operation === 'admin.approval_rule_changed',
  });
  return (
    <Panel
      title="Which changes"
      about="Nobody makes these alone: no owner, and no secret key. The last owner who is needed has it carried out."
      aside={
        <Badge tone={data && data.needed > 0 ? 'good' : 'plain'}>
          {data ? (data.needed === 0 ? 'Off' : 'On') : '…'}
        </Badge>
      }
    >
      {error ? (
        <Failure error={error} retry={() => void refetch()} />
      ) : (
        <Form rule={data} kept={kept} read={read} isOwner={isOwner} />
      )}
    </Panel>
  );
}

/** `rule` undefined: it is to come. */
function Form({
  rule,
  kept,
  read,
  isOwner,
}: {
  readonly rule: Rule | undefined;
  readonly kept: readonly string[];
  readonly read: () => Promise<Rule>;
  readonly isOwner: boolean;
}) {
  const { because } = useApplication();
  const form = useEdits({
    ...{ known: rule ?? { needed: 0, scopes: [] }, kept, read },
    write: async (changes, inForce, reason) =>
      inOrder(await because(reason).approvalRule.set(whole({ ...inForce, ...changes } as Rule))),
  });
  const { needed, scopes: chosen } = form.values as Rule;
  return (
    <form
      className="panel-body"
      aria-busy={!rule}
      onSubmit={(event) => {
        event.preventDefault();
        form.save.mutate();
      }}
    >
      <div className="form-row">
        <label className="field">
          <span>Owners who must approve</span>
          <select
            value={needed}
            disabled={!isOwner || !rule}
            onChange={(event) => {
              form.change('needed', Number(event.target.value));
            }}
          >
            {Array.from({ length: 11 }, (_, count) => (
              <option key={count} value={count}>
                {count === 0 ? 'None: everybody as their role says' : count}
              </option>
            ))}
          </select>
        </label>
        <Scopes
          chosen={chosen}
          isOff={!isOwner || !rule}
          turn={(scope, isOn) => {
            form.change('scopes', turned(chosen, scope, isOn));
          }}
        />
      </div>
      <SignaturesAndExports />
      {form.save.isError && <Failure error={form.save.error} />}
      {isOwner && (
        <>
          <ReasonField reason={form.reason} onReason={form.setReason} />
          <OvertakenEdits of={form} />
          <div ref={form.place} tabIndex={-1}>
            <EditsNote of={form} />
            <div className="actions">
              <button type="submit" disabled={!form.isChanged || form.save.isPending}>
                Save the rule
              </button>
            </div>
          </div>
        </>
      )}
    </form>
  );
}

function Scopes({
  chosen,
  isOff,
  turn,
}: {
  readonly chosen: readonly Scope[];
  readonly isOff: boolean;
  readonly turn: (scope: Scope, isOn: boolean) => void;
}) {
  return (
    <fieldset disabled={isOff}>
      <legend className="legend-text">Changes of</legend>
      <div className="choices">
        {scopes.map(([scope, text]) => (
          <label key={scope} className="check small">
            <input
              type="checkbox"
              checked={chosen.includes(scope)}
              onChange={({ target: { checked } }) => {
                turn(scope, checked);
              }}
            />{' '}
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function turned(chosen: readonly Scope[], scope: Scope, isOn: boolean): readonly Scope[] {
  return scopes.flatMap(([one]) => ((one === scope ? isOn : chosen.includes(one)) ? [one] : []));
}

function inOrder({ needed, scopes: of }: Rule): Rule {
  return { needed, scopes: scopes.flatMap(([one]) => (of.includes(one) ? [one] : [])) };
}

/** A rule covers changes of itself, and without one nothing is covered. */
function whole({ needed, scopes: of }: Rule): Rule {
  return { needed, scopes: needed === 0 ? [] : inOrder({ needed, scopes: [...of, 'members'] }).scopes };
}

/** What the rule cannot hold, and what does. */
function SignaturesAndExports() {
  const { app } = useApplication();
  return (
    <p className="quiet">
      Signatures and exports of keys are no changes: they need a token of the user, which does not last until
      owners have approved. A <Link to={`/a/${app}/policies`}>policy</Link> with the action{' '}
      <code>require_approval</code> makes them wait, exports by the method <code>exportPrivateKey</code>.
      Owners approve them at <Link to={`/a/${app}/signatures`}>Signature requests</Link>. Tick policies and
      settings here, so that nobody turns that policy off alone.
    </p>
  );
}
