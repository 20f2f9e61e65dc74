export { addressOf } from './address-of.js';
export { bech32PrefixOf, keyHash160 } from './bitcoin-address.js';
export { bitcoinAddressOf, bitcoinPayeeOf, bitcoinScriptOf } from './bitcoin-script.js';
export { bitcoinNetworks, chains, isBitcoinNetwork } from './chain.js';
export type { BitcoinNetwork, Chain } from './chain.js';
export { parseEthAddress, toChecksumAddress } from './eth-address.js';
