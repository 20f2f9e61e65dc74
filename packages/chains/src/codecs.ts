import type { Chain } from '@wallet-service/addresses';
import { bitcoinCodec } from './btc/bitcoin-codec.js';
import type { ChainCodec } from './chain-codec.js';
import { ethereumCodec } from './eth/ethereum-codec.js';
import type { MessageFormat } from './operation.js';
import { solanaCodec } from './sol/solana-codec.js';

export const codecs: Readonly<Record<Chain, ChainCodec>> = {
  ETH: ethereumCodec,
  SOL: solanaCodec,
  BTC: bitcoinCodec,
};

/** The formats that a message may have on a chain; the first is the one of a request that names none. */
export function messageFormatsOf(chain: Chain): readonly [MessageFormat, ...MessageFormat[]] {
  return codecs[chain].messageFormats;
}
