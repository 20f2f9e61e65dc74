import { utf8 } from '../core/encoding.js';
import type { Chain } from '../wallets.js';
import { bitcoinKey } from './bitcoin.js';
import { ethereumKey } from './ethereum.js';
import { solanaKey } from './solana.js';
import type { EthereumKey, TestKey } from './test-key.js';

const keys = { ETH: ethereumKey, SOL: solanaKey, BTC: bitcoinKey };

/** The same text always gives the same key. `network` as for Core wallets. */
export async function openKey(chain: Chain, text: string, network: string): Promise<TestKey | EthereumKey> {
  const seed = await crypto.subtle.digest('SHA-256', utf8(`test key of ${chain}: ${text}`));
  return keys[chain](new Uint8Array(seed), network);
}
