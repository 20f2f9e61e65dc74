import { base58 } from '@scure/base';
import {
  addressOf,
  bech32PrefixOf,
  bitcoinNetworks,
  chainTable,
  type Chain,
} from '@wallet-service/addresses';
import { looksLikeSolanaTransaction, viewPsbt, type Operation } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import { parseComparand, WrongValue } from '../engine/comparand.js';
import { isText } from '../engine/message-danger.js';
import type { ValueKind } from '../engine/reading.js';
import type { PolicyInput } from '../engine/policy-input.js';
import { bitcoinInput, policyInputOfOperation } from './policy-input-of-operation.js';

export type WhatIsSigned = {
  readonly chain: Chain;
  readonly network: string;
  /** Empty if only the address is known, or nothing. */
  readonly publicKey: Uint8Array;
  readonly address: string;
  readonly operation: Operation;
};

type Unkeyed = Omit<WhatIsSigned, 'publicKey'>;

/** The form of a wallet's address, and what can be read of an operation if only the address is known. */
const readers: Readonly<
  Record<Chain, { readonly addressKind: ValueKind; readonly read: (asked: Unkeyed) => PolicyInput }>
> = {
  ETH: {
    addressKind: 'address',
    read: ({ address, operation, ...wallet }) =>
      policyInputOfOperation({ ...wallet, publicKey: anyKey('ETH'), address: address || nobody }, operation),
  },
  SOL: {
    addressKind: 'account',
    read: ({ operation, ...wallet }) => {
      const isForAnybody = wallet.address === '' && isTextAlone(operation);
      const publicKey = isForAnybody ? anyKey('SOL') : base58.decode(needed(wallet.address));
      return policyInputOfOperation({ ...wallet, publicKey }, operation);
    },
  },
  BTC: {
    addressKind: 'bitcoin-address',
    read: ({ operation, ...wallet }) => {
      if (operation.kind !== 'transaction')
        return policyInputOfOperation({ ...wallet, publicKey: anyKey('BTC') }, operation);
      const address = needed(wallet.address).toLowerCase();
      const network = bitcoinNetworkOf(address);
      const known = { ...wallet, network, address, publicKey: new Uint8Array() };
      return bitcoinInput(known, viewPsbt(known, operation.unsigned, '/payload'));
    },
  },
};

/**
 * The policy input of an operation, as far as it can be read for a wallet of which perhaps only the address
 * is known.
 */
export function policyInputOfDryRun({ publicKey, ...asked }: WhatIsSigned): PolicyInput {
  const { chain, network, address, operation } = asked;
  if (publicKey.length > 0) {
    const wallet = { chain, network, publicKey, address: addressOf(chain, network, publicKey) };
    return policyInputOfOperation(wallet, operation);
  }
  const { addressKind, read } = readers[chain];
  if (address !== '') assertAddress(addressKind, address);
  return read(asked);
}

/**
 * A message on SOL may be a transaction, or have the wallet's key in the place of a signer. Only text means
 * the same for every wallet.
 */
function isTextAlone(operation: Operation): boolean {
  if (operation.kind === 'transaction') return false;
  return (
    operation.kind !== 'message' ||
    (isText(operation.message) && !looksLikeSolanaTransaction(operation.message))
  );
}

function needed(address: string): string {
  if (address === '')
    throw invalidField(
      '/address',
      'a transaction on SOL or BTC, and a message on SOL that is not text, can be read only for a known ' +
        'wallet: give its address',
    );
  return address;
}

// Only its length is used, because nothing is signed.
const anyKey = (chain: Chain): Uint8Array => new Uint8Array(chainTable[chain].publicKeyBytes);
const nobody = `0x${'0'.repeat(40)}`;

/** The wallet's network, whatever else the request says, because its address belongs to one network only. */
function bitcoinNetworkOf(address: string): string {
  const isOf = (network: string) => address.startsWith(`${bech32PrefixOf(network)}1`);
  return bitcoinNetworks.find(isOf) ?? bitcoinNetworks[0];
}

function assertAddress(kind: ValueKind, address: string): void {
  try {
    parseComparand(kind, address);
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    throw invalidField('/address', error.message);
  }
}
