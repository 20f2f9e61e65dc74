import { sign, type KeyObject } from 'node:crypto';
import { logKeyOf, shardOfLog, textOfLogCheckpoint, witnessKeyOf } from '@wallet-service/signer-protocol';
import { cosignNote, encodeNote, keyIdOf, type NoteSignature } from '@wallet-service/transparency-log';
import { createGathered } from '@wallet-service/values';
import type { StateDirectory } from '../disk/state-directory-store.js';
import { checkpointIn, fileOfLogs, logsOfFile, type HeldLog } from './held-logs.js';
import { takeOffer, type OfferedCheckpoint, type OfferOutcome } from './take-offer.js';

/** `offered` is undefined for a question which checkpoint is held. */
export type LogOffer = { readonly applicationId: string; readonly offered: OfferedCheckpoint | undefined };

/** The checkpoint held, as a note with this witness's cosignature, and what became of the offered one. */
export type HeldCheckpoint = { readonly note: string; readonly outcome: OfferOutcome | '' };

export type LogKeeperDeps = {
  readonly state: Pick<StateDirectory, 'read' | 'write'>;
  readonly kid: string;
  readonly publicKey: Uint8Array;
  readonly privateKey: KeyObject;
  /** Unix seconds. Never goes back. Throws while it can't tell. */
  readonly time: () => number;
  readonly onOffered: (outcome: OfferOutcome, applicationId: string, problem?: string) => void;
};

export type LogKeeper = (offers: readonly LogOffer[]) => Promise<readonly HeldCheckpoint[]>;

/**
 * Keeps the newest checkpoint of each journal, and cosigns what it holds. A checkpoint is durable before it is
 * cosigned. Journals of one shard share a file, and offers that arrive while it is written share the next write.
 */
export function createLogKeeper({ state, time, onOffered, ...key }: LogKeeperDeps): LogKeeper {
  const noteKey = witnessKeyOf(key.kid, key.publicKey);

  async function takeAll(subject: string, offers: readonly LogOffer[]): Promise<readonly HeldCheckpoint[]> {
    // Before anything is read. So no cosignature of an older checkpoint has a later time than the acceptance of a newer
    // one.
    const at = time();
    const before = await state.read('logs', subject, logsOfFile);
    const logs = new Map<string, HeldLog>(before);
    const taken = offers.map(({ applicationId, offered }) => {
      if (!offered) return undefined;
      const one = takeOffer(logs, applicationId, offered);
      if (one.next) logs.set(applicationId, one.next);
      return one;
    });
    if (taken.some((one) => one?.next)) await state.write('logs', fileOfLogs(subject, logs));
    return offers.map(({ applicationId }, index) => {
      const one = taken[index];
      if (one) onOffered(one.outcome, applicationId, one.problem);
      const text = textOfLogCheckpoint(checkpointIn(logs, applicationId));
      const line = cosignNote(text, noteKey, at, (message) => sign(null, message, key.privateKey));
      const signatures = [...linesOfLog(text, logs.get(applicationId)), line];
      return { note: encodeNote({ text, signatures }), outcome: one?.outcome ?? '' };
    });
  }

  const gathered = createGathered(takeAll);
  return async (offers) => {
    const answers = new Array<HeldCheckpoint>(offers.length);
    await Promise.all(
      [...placesByShard(offers)].map(async ([subject, places]) => {
        const held = await gathered(
          subject,
          places.flatMap((place) => offers[place] ?? []),
        );
        for (const [index, answer] of held.entries()) answers[places[index] ?? -1] = answer;
      }),
    );
    return answers;
  };
}

function linesOfLog(text: string, held: HeldLog | undefined): readonly NoteSignature[] {
  if (!held) return [];
  const key = logKeyOf(text, held.publicKey);
  return [{ name: key.name, keyId: keyIdOf(key), signature: held.signature }];
}

function placesByShard(offers: readonly LogOffer[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { applicationId }] of offers.entries()) {
    const subject = `logs:${shardOfLog(applicationId)}`;
    places.set(subject, [...(places.get(subject) ?? []), place]);
  }
  return places;
}
