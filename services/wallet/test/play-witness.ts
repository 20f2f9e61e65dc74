import { sign } from 'node:crypto';
import {
  definitions,
  serve,
  type CallServer,
  type Handlers,
  type Tls,
  type WitnessDefinition,
} from '@wallet-service/grpc';
import { noCheckpoint, textOfLogCheckpoint, witnessKeyOf } from '@wallet-service/signer-protocol';
import { cosignNote, encodeNote, readNote, type Note } from '@wallet-service/transparency-log';
import type { NamedKey } from './played-identity.js';

/** Plays a witness that believes every checkpoint that it is shown, and cosigns the last one of each journal. */
export function playWitness(
  listen: string,
  tls: Tls,
  { kid, publicKey, privateKey }: NamedKey,
): Promise<CallServer> {
  const held = new Map<string, Note>();
  const key = witnessKeyOf(kid, publicKey);
  const cosigned = ({ text, signatures }: Note): string => {
    const time = Math.floor(Date.now() / 1000);
    const line = cosignNote(text, key, time, (message) => sign(null, message, privateKey));
    return encodeNote({ text, signatures: [...signatures, line] });
  };
  const played: Pick<Handlers<WitnessDefinition>, 'CosignCheckpoints'> = {
    CosignCheckpoints: ({ offers }) => {
      const answers = offers.map(({ applicationId, note }) => {
        const shown = readNote(note);
        if (shown) held.set(applicationId, shown);
        const nothing = { text: textOfLogCheckpoint(noCheckpoint(applicationId)), signatures: [] };
        return { note: cosigned(held.get(applicationId) ?? nothing), outcome: 'extends' };
      });
      return Promise.resolve({ held: answers });
    },
  };
  return serve<WitnessDefinition>({
    definition: definitions.witness,
    handlers: { ...played, State: () => Promise.reject(new Error('the tests play CosignCheckpoints alone')) },
    access: { State: {}, CosignCheckpoints: { wallet: 'nothing' } },
    listen,
    tls,
    ready: () => true,
    onInternalError: (error) => {
      throw error;
    },
  });
}
