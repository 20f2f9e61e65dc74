import type { ApplicationTrust } from '@wallet-service/signer-protocol';
import { RecentlyUsed } from '@wallet-service/values';
import type { CallScope, TrustUpdate } from '../signer/signer-client.js';
import { hasNewerRoot, isOldTrust } from '../signer/signer-refusals.js';
import type { GetTrust } from './get-trust.js';

export type TrustOffersDeps = {
  readonly getTrust: GetTrust;
  readonly identityConnected: () => boolean;
  /** One entry for each connected signer: null if it has the trust now. */
  readonly updateTrust: (update: TrustUpdate, scope: CallScope) => Promise<readonly (Error | null)[]>;
  /** Journals what signers trust from now on. */
  readonly recordTrust: (applicationId: string, trust: ApplicationTrust) => Promise<void>;
  readonly now: () => number;
  /** The journal does not show yet what signers trust. The next check tries again. */
  readonly onNotRecorded: (applicationId: string, error: unknown) => void;
  /**
   * A signer did not take what identity gave. `stillOld`: two answers in a row were too old, though the witnesses were
   * asked for them.
   */
  readonly onTrustRefused: (applicationId: string, error: Error, stillOld: boolean) => void;
};

/** One question to identity. It may have to ask the witnesses. */
const askMs = 5_000;
/** One offer. A signer that hangs must not hold up the requests that others can answer. */
const offerMs = 2_000;
/** How long a question waits while no identity is connected: longer than the pauses between attempts. */
const reconnectMs = 3_000;
const mostRemembered = 100_000;
const none = new Uint8Array(0);

type Known = {
  /** Of what every connected signer took. Empty: they may lack it. */
  readonly taken: Uint8Array;
  readonly checkedAt: number;
  readonly offeredAt: number;
  readonly offeredDigest: string;
  /** Of what the journal shows. */
  readonly recordedDigest: string;
  /** When the witnesses were last asked, and the number of that call once it was answered. */
  readonly renewedAt: number;
  readonly answeredCall: number;
  readonly isRenewing: boolean;
};
const unknown: Known = {
  taken: none,
  checkedAt: -Infinity,
  offeredAt: -Infinity,
  offeredDigest: '',
  recordedDigest: '',
  renewedAt: -Infinity,
  answeredCall: 0,
  isRenewing: false,
};

/** Offers the signers what identity says, and remembers for each application what they were offered. */
export function createTrustOffers({
  getTrust,
  identityConnected,
  updateTrust,
  recordTrust,
  now,
  onNotRecorded,
  onTrustRefused,
}: TrustOffersDeps) {
  const remembered = new RecentlyUsed<string, Known>('wallet.trust', mostRemembered);
  const knownOf = (applicationId: string): Known => remembered.get(applicationId) ?? unknown;
  const remember = (applicationId: string, changes: Partial<Known>): void => {
    remembered.set(applicationId, { ...knownOf(applicationId), ...changes });
  };

  const within = (ms: number): CallScope => ({ deadline: now() + ms, traceId: '' });

  /** A signer with a newer image may have a newer root document. Then it takes what the application trusts alone. */
  async function tell(update: TrustUpdate): Promise<readonly (Error | null)[]> {
    const results = await updateTrust(update, within(offerMs));
    if (!results.some(hasNewerRoot)) return results;
    return update.application
      ? updateTrust({ ...update, rootDocument: none }, within(offerMs))
      : results.map((result) => (hasNewerRoot(result) ? null : result));
  }

  /** Resolves to whether the journal shows it. */
  async function record({ applicationId, application }: TrustUpdate, digest: string): Promise<boolean> {
    if (!application || knownOf(applicationId).recordedDigest === digest) return true;
    try {
      await recordTrust(applicationId, application);
      remember(applicationId, { recordedDigest: digest });
      return true;
    } catch (error) {
      onNotRecorded(applicationId, error);
      return false;
    }
  }

  /** `again`: the answer before was too old. Resolves to whether this one is. */
  async function offer(applicationId: string, fresh: boolean, again = false): Promise<boolean> {
    const startedAt = now();
    const knownDigest = fresh ? none : knownOf(applicationId).taken;
    const question = { applicationId, fresh, knownDigest };
    const brought = await getTrust(question, within(identityConnected() ? askMs : reconnectMs));
    if (!brought) return false;
    const results = brought.update ? await tell(brought.update) : [null];
    const refusals = results.filter((result) => result !== null);
    for (const refusal of refusals) onTrustRefused(applicationId, refusal, again && isOldTrust(refusal));
    const offeredDigest = Buffer.from(brought.digest).toString('hex');
    const isTaken = results.length > refusals.length;
    const isRecorded = !brought.update || !isTaken || (await record(brought.update, offeredDigest));
    remember(applicationId, {
      taken: isTaken && refusals.length === 0 && isRecorded ? brought.digest : none,
      offeredAt: startedAt,
      offeredDigest,
    });
    return refusals.some(isOldTrust);
  }

  return { knownOf, remember, offer };
}
