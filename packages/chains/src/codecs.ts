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

/** The formats of a message on a chain. The first is the default. */
export function messageFormatsOf(chain: Chain): readonly [MessageFormat, ...MessageFormat[]] {
  return codecs[chain].messageFormats;
}
