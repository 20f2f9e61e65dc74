import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useCallback, useRef, useState } from 'react';
import { isAlike } from '../alike.ts';
import { codeOf } from '../api.ts';
import { useChangesElsewhere } from '../live.ts';
import { useApplication } from '../parts/access.ts';
import { Actor } from '../parts/actor.tsx';
import { DangerButton } from '../parts/danger-button.tsx';
import { Difference } from '../parts/difference.tsx';
import { focusIfLost } from '../parts/focus.ts';
import { Overtaken, OvertakenPanel, SavingNote } from '../parts/overtaken.tsx';
import { PolicyEditor } from '../parts/policy-editor.tsx';
import { PolicyHelp } from '../parts/policy-help.tsx';
import { ReasonField } from '../parts/reason-field.tsx';
import { Refusal } from '../parts/refusal.tsx';
import { Panel } from '../parts/screen.tsx';
import { Failure } from '../parts/states.tsx';
import { useConfirmed } from '../parts/step-up.tsx';
import { Unsaved } from '../parts/unsaved.tsx';
import { Time } from '../parts/values.tsx';
import { refusalOf, type Refused } from '../policy-refusal.ts';
import { draftOf, isJson, textOf, valueOf, type Draft, type Policy, type Revision } from '../policy-text.ts';
import { DryRun } from './policy-dry-run.tsx';
import { PastDecisions } from './policy-past-decisions.tsx';

const nothing: readonly Refused[] = [];

/** The text of a policy, saving it, and trying it. `revisions`: newest first, and none of a new policy. */
export function PolicyForm({
  id,
  revisions,
}: {
  readonly id: string;
  readonly revisions: readonly Revision[];
}) {
  const { app, role } = useApplication();
  const draft = useDraft(revisions);
  const { begun, text } = draft;
  const [refused, setRefused] = useState(nothing);
  /** Of the newest answer about the draft: none while it is asked for. */
  const onAsked = useCallback((error?: unknown) => {
    setRefused(error === undefined ? nothing : refusalOf(error).inPolicy);
  }, []);
  const saving = useSaving(id, draft, onAsked);
  const mayChange = role === 'owner' || role === 'developer';
  useChangesElsewhere(app, [app, 'policy', id], {
    isOpen: begun !== undefined && mayChange,
    isOf: ({ operation, details }) =>
      operation.startsWith('admin.policy_') && JSON.stringify(details).includes(id),
  });
  const valid = isJson(text) ? text : undefined;
  return (
    <>
      <Unsaved isThere={mayChange && draft.isUnsaved} isOnItsWay={saving.isOnItsWay} />
      <section className="columns" aria-label="Editor">
        <div className="stack">
          <Panel title={begun ? 'Rules' : 'Draft'} aside={<PolicyHelp />}>
            <div className="panel-body">
              <div ref={draft.place} tabIndex={-1}>
                <PolicyEditor
                  key={draft.turn}
                  text={text}
                  isReadOnly={!mayChange}
                  refused={refused}
                  onText={draft.write}
                />
              </div>
              {mayChange && <Saving saving={saving} draft={draft} />}
            </div>
          </Panel>
          <Changes saving={saving} draft={draft} />
        </div>
        <DryRun draft={valid} onAsked={onAsked} />
      </section>
      <PastDecisions draft={valid} policyId={begun && id} onAsked={onAsked} />
    </>
  );
}

/** The revision that a draft is of. */
type Begun = { readonly revision: number; readonly text: string };

const begunWith = ({ revision, policy }: Revision): Begun => ({ revision, text: textOf(policy) });

/** What the person writes, which revision they began from, and which are newer. */
function useDraft(revisions: readonly Revision[]) {
  const [newest] = revisions;
  const [begun, setBegun] = useState(newest && begunWith(newest));
  const [text, setText] = useState(begun?.text ?? textOf(undefined));
  /** The editor begins anew with each of them. */
  const [turn, setTurn] = useState(0);
  const [note, setNote] = useState('');
  const [isLooking, setLooking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const newer = revisions.filter(({ revision }) => begun && revision > begun.revision);
  const differsFrom = (other: string): boolean => !isJson(text) || !isAlike(valueOf(text), valueOf(other));
  const isUnsaved = differsFrom(begun?.text ?? textOf(undefined));
  const isChanged = !begun || isUnsaved;
  const begin = (from: Begun, said: string): void => {
    setBegun(from);
    setNote(said);
    setLooking(false);
  };
  const show = (from: Begun, said: string): void => {
    begin(from, said);
    setText(from.text);
    setTurn(turn + 1);
  };
  const look = (): void => {
    setLooking(true);
  };
  const write = (fresh: string): void => {
    setText(fresh);
    setNote('');
  };
  return { begun, text, turn, note, isLooking, place, newer, isChanged, isUnsaved, begin, show, look, write };
}

type DraftInHand = ReturnType<typeof useDraft>;

type InHand = { readonly draft: DraftInHand; readonly saving: ReturnType<typeof useSaving> };

/** Against what the person began with, or against what has come since. */
function Changes({ draft, saving }: InHand) {
  const { begun, text, isChanged, newer, isLooking } = draft;
  if (newer.length > 0 && (isLooking || saving.isOvertaken))
    return <Newer draft={draft} onChosen={saving.reset} />;
  if (!begun || !isChanged || !isJson(text)) return null;
  return (
    <Panel title="What you would change">
      <div className="panel-body">
        <Difference before={valueOf(begun.text)} after={valueOf(text)} />
      </div>
    </Panel>
  );
}

/** What a revision is, and who has made it when. */
function Made({ of: { revision, change, time, actor, reason } }: { readonly of: Revision }) {
  return (
    <>
      Revision {revision}: {change} <Time at={time} />
      {actor && (
        <>
          {' by '}
          <Actor of={actor} reason={reason} />
        </>
      )}
    </>
  );
}

/** The revisions that were made since the person began, and what to do about their draft. */
function Newer({ draft, onChosen }: { readonly draft: DraftInHand; readonly onChosen: () => void }) {
  const { app } = useApplication();
  const { begun, text, newer, place, begin, show } = draft;
  const [newest] = newer;
  if (!newest || !begun) return null;
  const made = (
    <ul>
      {newer.map((one) => (
        <li key={one.revision}>
          <Made of={one} />
        </li>
      ))}
    </ul>
  );
  if (newest.change === 'deleted')
    return (
      <OvertakenPanel title="This policy was deleted">
        {made}
        <p>Your text can still be copied, into a new policy.</p>
        <div className="actions">
          <Link className="button" to={`/a/${app}/policies`}>
            Policies
          </Link>
        </div>
      </OvertakenPanel>
    );
  const choose = (take: typeof begin, said: string) => () => {
    take(begunWith(newest), said);
    onChosen();
    place.current?.focus();
  };
  return (
    <Overtaken
      title={`Revision ${newest.revision} is newer than yours`}
      began={valueOf(begun.text)}
      theirs={draftOf(newest.policy)}
      mine={isJson(text) ? valueOf(text) : undefined}
      onTake={choose(show, `This is revision ${newest.revision}. Your text was dropped.`)}
      onKeep={choose(begin, `You go on from revision ${newest.revision}, with your text.`)}
    >
      {made}
      <p className="quiet">You began with revision {begun.revision}, so yours was not saved over it.</p>
    </Overtaken>
  );
}

/** What has become of the draft, or that there is a newer revision than the one that it is of. */
function Note({ draft: { newer, note, isLooking, look }, saving: { isOvertaken } }: InHand) {
  const [newest] = newer;
  if (!newest) return <SavingNote>{note}</SavingNote>;
  const { revision, change, actor } = newest;
  return (
    <SavingNote onAsked={isLooking || isOvertaken ? undefined : look}>
      Revision {revision}: {change}
      {actor && ' by '}
      {actor && <Actor of={actor} reason={null} />}
    </SavingNote>
  );
}

function Saving({ draft, saving }: InHand) {
  const { begun, text, isChanged, newer } = draft;
  const { save, remove, reason, setReason, isOvertaken } = saving;
  const canSave = isChanged && isJson(text) && newer[0]?.change !== 'deleted';
  return (
    <>
      {save.isError && !isOvertaken && <Refusal error={save.error} />}
      {remove.isError && !isOvertaken && <Failure error={remove.error} />}
      <ReasonField reason={reason} onReason={setReason} />
      <Note draft={draft} saving={saving} />
      <div className="actions">
        {begun && (
          <DangerButton
            label="Delete"
            question="Delete this policy?"
            consequence="Its rules no longer apply, on every replica."
            onConfirmed={(why) => {
              remove.mutate(why);
            }}
          />
        )}
        <button
          type="button"
          className="primary"
          disabled={!canSave || save.isPending}
          onClick={() => {
            save.mutate(text);
          }}
        >
          {begun ? 'Save' : 'Create'}
        </button>
      </div>
    </>
  );
}

/** Changes exactly the revision that the person began with. */
function useSaving(
  id: string,
  { begun, text, place, begin, show }: DraftInHand,
  onAsked: (error?: unknown) => void,
) {
  const { app, because } = useApplication();
  const queries = useQueryClient();
  const [reason, setReason] = useState('');
  const navigate = useNavigate();
  const confirmed = useConfirmed();
  const onError = async (error: unknown): Promise<void> => {
    onAsked(error);
    if (isConflict(error)) await queries.invalidateQueries({ queryKey: [app, 'policy', id] });
  };
  const save = useMutation({
    mutationFn: (sent: string) =>
      confirmed(() => {
        const draft = valueOf(sent) as Draft;
        // A description that is no longer in the text is no longer meant.
        const changes = { description: null, ...draft };
        return begun
          ? because(reason).policies.update(id, changes, { revision: begun.revision })
          : because(reason).policies.create(draft);
      }),
    onMutate: () => {
      onAsked();
    },
    onError,
    onSuccess: async (saved, sent) => {
      setReason('');
      if (begun) {
        const from = begunAfter(begun, saved);
        // What was written since it was sent is kept.
        (text === sent ? show : begin)(from, `Saved. This is revision ${from.revision}.`);
        focusIfLost(place.current);
      }
      await queries.invalidateQueries({ queryKey: [app] });
      if (!begun) await navigate({ to: `/a/${app}/policies/${saved.id}` });
    },
  });
  const remove = useMutation({
    mutationFn: (why: string) =>
      confirmed(() => because(why).policies.delete(id, begun ? { revision: begun.revision } : {})),
    onError,
    onSuccess: async () => {
      await navigate({ to: `/a/${app}/policies` });
      await queries.invalidateQueries({ queryKey: [app] });
    },
  });
  return {
    ...{ save, remove, reason, setReason },
    /** All of the text. */
    isOnItsWay: (save.isPending && save.variables === text) || remove.isPending,
    isOvertaken: isConflict(save.error) || isConflict(remove.error),
    reset: () => {
      save.reset();
      remove.reset();
    },
  };
}

function isConflict(error: unknown): boolean {
  return codeOf(error) === 'request.revision-conflict';
}

/** Without an effect, a change makes no revision. */
function begunAfter({ revision, text }: Begun, saved: Policy): Begun {
  const hasEffect = !isAlike(valueOf(text), draftOf(saved));
  return { revision: hasEffect ? revision + 1 : revision, text: textOf(saved) };
}
