import { ProofRefused } from '@wallet-service/sdk/verify';

/** Why a check refuses, or `verified`. Any other exception is returned unchanged. */
export async function outcomeOf(check: Promise<unknown>): Promise<unknown> {
  try {
    await check;
    return 'verified';
  } catch (error) {
    return error instanceof ProofRefused ? error.refusal : error;
  }
}
