import { AppError } from '@wallet-service/errors';
import type { ReceivedRequestOf, WitnessDefinition } from '@wallet-service/grpc';
import { isIdOfLog } from '@wallet-service/signer-protocol';
import { readNote } from '@wallet-service/transparency-log';
import type { LogOffer } from './log-keeper.js';

type Request = ReceivedRequestOf<WitnessDefinition['CosignCheckpoints']>;

const maxOffers = 256;
const maxProofHashes = 64;

/** Throws `request.invalid`. */
export function readOffers({ offers }: Request): readonly LogOffer[] {
  if (offers.length > maxOffers) throw invalid('/offers', `must have at most ${maxOffers} entries`);
  return offers.map((offer, index) => readOffer(offer, `/offers/${index}`));
}

function readOffer(
  { applicationId, note, publicKey, oldSize, consistencyProof }: Request['offers'][number],
  at: string,
): LogOffer {
  if (!isIdOfLog(applicationId)) throw invalid(`${at}/application_id`, 'must be an id of an application');
  if (note === '') return { applicationId, offered: undefined };
  const read = readNote(note);
  if (!read) throw invalid(`${at}/note`, 'must be a signed note');
  if (publicKey.length !== 32) throw invalid(`${at}/public_key`, 'must have 32 bytes');
  const size = Number(oldSize);
  if (!Number.isSafeInteger(size)) throw invalid(`${at}/old_size`, 'must be at most 2^53 - 1');
  if (consistencyProof.length > maxProofHashes || consistencyProof.some((hash) => hash.length !== 32))
    throw invalid(`${at}/consistency_proof`, `must have at most ${maxProofHashes} hashes of 32 bytes`);
  return {
    applicationId,
    offered: { note: read, publicKey, proof: { oldSize: size, hashes: consistencyProof } },
  };
}

function invalid(path: string, message: string): AppError {
  return new AppError('request.invalid', `${path} ${message}`, { fields: [{ path, message }] });
}
