import { AppError } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';

/** Text that can be a wallet's id. Other text is answered like a wallet that does not exist. */
export function walletIdOf(text: string): string {
  if (isUuid(text)) return text;
  throw new AppError('wallet.not-found', 'the application has no wallet with this id');
}
