export { bech32PrefixOf, keyHash160 } from './bitcoin-address.js';
export { bitcoinAddressOf, bitcoinPayeeOf, bitcoinScriptOf } from './bitcoin-script.js';
export { bitcoinNetworks, caip2NameOf, chains, isChain } from './chain.js';
export type { BitcoinNetwork, Chain } from './chain.js';
export { addressOf, chainOfNetwork, chainTable } from './chain-table.js';
export type { Curve } from './chain-table.js';
export { isEthAddress, parseEthAddress, toChecksumAddress } from './eth-address.js';
