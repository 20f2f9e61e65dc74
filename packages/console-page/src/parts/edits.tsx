import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { changesOf, goOn, overtakenOf, valuesOf, withEdit, yieldTo, type Edits } from '../edits.ts';
import type { Values } from '../setting-list.ts';
import { useApplication } from './access.ts';
import { focusIfLost } from './focus.ts';
import { Overtaken, SavingNote } from './overtaken.tsx';
import { useConfirmed } from './step-up.tsx';
import { Unsaved } from './unsaved.tsx';

const none: Edits = {};

/**
 * A form on values that have no revision: what the person has changed, and what somebody else has changed of the same
 * meanwhile. Before it saves, it looks what is in force, and saves nothing over what the person has not seen.
 */
export function useEdits({
  known,
  kept,
  read,
  write,
}: {
  readonly known: Values;
  /** Where the values are kept. */
  readonly kept: readonly string[];
  readonly read: () => Promise<Values>;
  /** Saves changes of the values in force. */
  readonly write: (changes: Values, inForce: Values, reason: string) => Promise<Values>;
}) {
  const queries = useQueryClient();
  const confirmed = useConfirmed();
  const [edits, setEdits] = useState(none);
  const [note, setNote] = useState('');
  const [reason, setReason] = useState('');
  const [isLooking, setLooking] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const save = useMutation({
    // It looks again after the person has confirmed it, because that takes a while.
    mutationFn: () =>
      confirmed(async () => {
        const inForce = await read();
        queries.setQueryData(kept, inForce);
        if (Object.keys(overtakenOf(edits, inForce)).length > 0) return undefined;
        return write(changesOf(edits, inForce), inForce, reason);
      }),
    onSuccess: async (saved) => {
      setLooking(saved === undefined);
      if (!saved) return;
      queries.setQueryData(kept, saved);
      setEdits(none);
      setReason('');
      setNote('Saved.');
      focusIfLost(place.current);
      await queries.invalidateQueries({ queryKey: kept });
    },
  });
  const choose = (rest: Edits, said: string) => () => {
    setEdits(rest);
    if (rest === none) setReason('');
    setNote(said);
    setLooking(false);
    place.current?.focus();
  };
  const changes = changesOf(edits, known);
  return {
    ...{ edits, changes, known, note, isLooking, place, save, reason, setReason },
    values: { ...known, ...changes },
    isChanged: Object.keys(changes).length > 0,
    overtaken: overtakenOf(edits, known),
    change: (name: string, to: unknown): void => {
      setEdits(withEdit(edits, known, name, to));
      setNote('');
    },
    discard: choose(none, 'Your changes were dropped.'),
    take: choose(yieldTo(edits, known), 'What was saved meanwhile stays.'),
    keep: choose(goOn(edits, known), 'Your changes are of what is in force now.'),
    look: (): void => {
      setLooking(true);
    },
  };
}

type Form = Pick<
  ReturnType<typeof useEdits>,
  'changes' | 'known' | 'note' | 'isChanged' | 'isLooking' | 'overtaken' | 'take' | 'keep' | 'look' | 'edits'
>;

/** What has become of the changes, and a question before they are lost. */
export function EditsNote({ of: { overtaken, isChanged, isLooking, note, look } }: { readonly of: Form }) {
  const isOvertaken = Object.keys(overtaken).length > 0;
  return (
    <>
      <Unsaved isThere={isChanged} />
      <SavingNote onAsked={isOvertaken && !isLooking ? look : undefined}>
        {isOvertaken ? 'Somebody else has changed the same meanwhile.' : note}
      </SavingNote>
    </>
  );
}

/** What somebody else has changed of the same meanwhile, when the person asks for it or saves. */
export function OvertakenEdits({ of }: { readonly of: Form }) {
  const { app } = useApplication();
  const { overtaken, isLooking, edits, known, changes, take, keep } = of;
  if (!isLooking || Object.keys(overtaken).length === 0) return null;
  const began = Object.fromEntries(Object.keys(overtaken).map((name) => [name, edits[name]?.from]));
  return (
    <Overtaken
      title="Somebody else has changed the same"
      began={began}
      theirs={valuesOf(overtaken, known)}
      mine={valuesOf(overtaken, changes)}
      onTake={take}
      onKeep={keep}
    >
      <p>
        Yours was not saved over it. The <Link to={`/a/${app}/journal`}>journal</Link> says who, when and why.
      </p>
    </Overtaken>
  );
}
