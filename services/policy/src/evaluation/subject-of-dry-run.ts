import { base58 } from '@scure/base';
import { addressOf, bech32PrefixOf, bitcoinNetworks, type Chain } from '@wallet-service/addresses';
import { viewPsbt, type Operation } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import { parseComparand, WrongValue } from '../engine/comparand.js';
import type { Subject } from '../engine/subject.js';
import { bitcoinSubject, subjectOfOperation } from './subject-of-operation.js';

export type WhatIsSigned = {
  readonly chain: Chain;
  readonly network: string;
  /** Empty: the address alone is known, or nothing at all. */
  readonly publicKey: Uint8Array;
  readonly address: string;
  readonly operation: Operation;
};

const addressKinds = { ETH: 'address', SOL: 'account', BTC: 'bitcoin-address' } as const;

/** What the operation means, as far as it can be read for a wallet that may be known by its address alone. */
export function subjectOfDryRun({ chain, network, publicKey, address, operation }: WhatIsSigned): Subject {
  if (publicKey.length > 0) {
    const wallet = { chain, network, publicKey, address: addressOf(chain, network, publicKey) };
    return subjectOfOperation(wallet, operation);
  }
  if (address !== '') assertAddress(chain, address);
  if (chain === 'ETH')
    return subjectOfOperation({ chain, network, publicKey: noKey, address: address || nobody }, operation);
  if (operation.kind !== 'transaction')
    return subjectOfOperation(
      { chain, network, publicKey: noKey.subarray(chain === 'SOL' ? 1 : 0), address },
      operation,
    );
  if (address === '')
    throw invalidField(
      '/address',
      'a transaction on SOL or BTC can be read only for a wallet: give its address',
    );
  if (chain === 'SOL')
    return subjectOfOperation({ chain, network, publicKey: base58.decode(address), address }, operation);
  const wallet = {
    chain,
    network: bitcoinNetworkOf(address),
    publicKey: new Uint8Array(),
    address: address.toLowerCase(),
  };
  return bitcoinSubject(wallet, viewPsbt(wallet, operation.unsigned, '/payload'));
}

// Only its length is looked at: nothing is signed.
const noKey = new Uint8Array(33);
const nobody = `0x${'0'.repeat(40)}`;

/** That of the wallet, whatever else the request says: its address is written for one network alone. */
function bitcoinNetworkOf(address: string): string {
  const isOf = (network: string) => address.toLowerCase().startsWith(`${bech32PrefixOf(network)}1`);
  return bitcoinNetworks.find(isOf) ?? bitcoinNetworks[0];
}

function assertAddress(chain: Chain, address: string): void {
  try {
    parseComparand(addressKinds[chain], address);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    throw invalidField('/address', error.message);
  }
}
