import { getBytes, Transaction, TypedDataEncoder, type TypedDataField } from 'ethers';
import type { Operation } from '@wallet-service/chains';
import type { Case, TypedCase } from './effects-cases.js';
import { packed, permit2, type Receipt, type World } from './effects-world.js';
import { withZeroBlob, zeroBlobHash } from './zero-blob.js';

/** What is signed, and what happens then. */
export type Signing = {
  readonly operation: Operation;
  /** Signs, and uses the signature in every possible way. Resolves to the hash of the last transaction. */
  readonly play: () => Promise<string>;
};

const chainId = 31337;
const price = 3_000_000_000n;
const gasLimit = 600_000n;

export function signingOf(world: World, each: Case): Signing {
  if (each.kind === 'transaction') return transactionSigning(world, each);
  if (each.kind === 'delegation') return delegationSigning(world, each);
  if (each.kind === 'order') return orderSigning(world, each);
  return typedSigning(world, each);
}

function transactionSigning(
  world: World,
  { type, to, value, data }: Extract<Case, { kind: 'transaction' }>,
): Signing {
  const { me, mined, thief } = world;
  const nonce = 3; // After the transactions with which the world was set up.
  const fees = type < 2 ? { gasPrice: price } : { maxFeePerGas: price, maxPriorityFeePerGas: 1n };
  const whole = { type, chainId, nonce, gasLimit, value, data, ...fees, ...(to !== undefined && { to }) };
  const list = type === 1 ? { accessList: [{ address: thief.address, storageKeys: [] }] } : {};
  const blobs = type === 3 ? { maxFeePerBlobGas: price, blobVersionedHashes: [zeroBlobHash] } : {};
  const authorization = { chainId: 1n, address: thief.address, nonce: 0n };
  const authorizationList =
    type === 4 ? [{ ...authorization, signature: thief.signingKey.sign(`0x${'01'.repeat(32)}`) }] : undefined;
  const transaction = Transaction.from({
    ...whole,
    ...list,
    ...blobs,
    ...(authorizationList && { authorizationList }),
  });
  return {
    operation: { kind: 'transaction', unsigned: getBytes(transaction.unsignedSerialized) },
    play: async () => {
      transaction.signature = me.signingKey.sign(transaction.unsignedHash);
      const signed = type === 3 ? withZeroBlob(transaction.serialized) : transaction.serialized;
      return (await mined('eth_sendRawTransaction', signed)).transactionHash;
    },
  };
}

/** The thief sends the delegation to the chain, and calls the account's new code. */
function delegationSigning(world: World, { contract, to }: Extract<Case, { kind: 'delegation' }>): Signing {
  const { me, thief, at, anvil, mined, sendAs } = world;
  const { address } = at(contract);
  const nonce = 3n;
  return {
    operation: { kind: 'eip7702_authorization', chainId: BigInt(chainId), address: getBytes(address), nonce },
    play: async () => {
      const authorization = me.authorizeSync({ chainId, address, nonce });
      const base = { type: 4, chainId, gasLimit, maxFeePerGas: price, maxPriorityFeePerGas: 1n };
      const signed = await thief.signTransaction({
        ...base,
        to: me.address,
        nonce: await anvil.node.getTransactionCount(thief.address),
        authorizationList: [authorization],
      });
      await mined('eth_sendRawTransaction', signed);
      const { abi } = at('open');
      await sendAs(thief.address, me.address, abi.encodeFunctionData('execute', [to, 5n, '0x']));
      const taking = at('coin').abi.encodeFunctionData('transfer', [thief.address, 5n]);
      const open = abi.encodeFunctionData('execute', [at('coin').address, 0n, taking]);
      return (await sendAs(thief.address, me.address, open)).transactionHash;
    },
  };
}

function typed(domain: object, type: string, message: object): { operation: Operation; digest: string } {
  const types = Object.fromEntries(
    [...type.matchAll(/([^()]+)\(([^()]*)\)/g)].map(([, name = '', fields = '']) => [
      name,
      fields.split(',').map((field): TypedDataField => {
        const [of = '', called = ''] = field.split(' ');
        return { type: of, name: called };
      }),
    ]),
  );
  const [primaryType] = Object.keys(types);
  const asText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value);
  const json = JSON.stringify({ types, primaryType, domain, message }, asText);
  return {
    operation: { kind: 'typed_data', version: 'v4', json },
    digest: TypedDataEncoder.hash(domain, types, message),
  };
}

const safeType =
  'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,' +
  'uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';
const nobody = `0x${'00'.repeat(20)}`;

function orderSigning(world: World, order: Extract<Case, { kind: 'order' }>): Signing {
  const { me, thief, at, sendAs } = world;
  const { address, abi } = at('account');
  const { to, value, data, operation: operationKind, isMessage } = order;
  const content = { to, value, data, operation: operationKind, safeTxGas: 0, baseGas: 0, gasPrice: 0 };
  const message = { ...content, gasToken: nobody, refundReceiver: nobody, nonce: 0 };
  const { operation, digest } = typed({ chainId, verifyingContract: address }, safeType, message);
  const asMessage: Operation = { kind: 'message', message: getBytes(digest), format: 'eip191' };
  return {
    operation: isMessage ? asMessage : operation,
    play: async () => {
      const signature = isMessage ? me.signMessageSync(getBytes(digest)) : me.signingKey.sign(digest);
      const values = [to, value, data, operationKind, isMessage, packed(partsOf(signature))];
      return (await sendAs(thief.address, address, abi.encodeFunctionData('execute', values)))
        .transactionHash;
    },
  };
}

type Parts = { readonly r: string; readonly s: string; readonly v: number };
function partsOf(signature: string | Parts): Parts {
  if (typeof signature !== 'string') return signature;
  return {
    r: signature.slice(0, 66),
    s: `0x${signature.slice(66, 130)}`,
    v: Number(`0x${signature.slice(130)}`),
  };
}

const authorization =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';
const once = `0x${'11'.repeat(32)}`;
const late = 4_000_000_000;
const details = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';

/** What is signed, and the call that uses the signature. */
type Permission = {
  readonly domain: object;
  readonly type: string;
  readonly message: object;
  readonly use: (signature: string) => Promise<Receipt>;
};

function typedSigning(world: World, each: TypedCase): Signing {
  const { domain, type, message, use } = permissionOf(world, each);
  const { operation, digest } = typed(domain, type, message);
  return {
    operation,
    play: async () => {
      return (await use(packed(world.me.signingKey.sign(digest)))).transactionHash;
    },
  };
}

function permissionOf(world: World, each: TypedCase): Permission {
  const { me, thief, at, sendAs } = world;
  const owner = me.address;
  const standard = (name: string) => ({
    name: 'Test',
    version: '1',
    chainId,
    verifyingContract: at(name).address,
  });
  const calling =
    (name: string, method: string, ...values: readonly unknown[]) =>
    (signature: string) =>
      sendAs(
        thief.address,
        at(name).address,
        at(name).abi.encodeFunctionData(method, [...values, signature]),
      );
  if (each.kind === 'nft') {
    const { id, spender } = each;
    return {
      domain: standard('nft'),
      type: 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
      message: { spender, tokenId: id, nonce: 0, deadline: late },
      use: calling('nft', 'permit', spender, id, late),
    };
  }
  if (each.kind === 'request') {
    const { to, value, data } = each;
    return {
      domain: standard('forwarder'),
      type: 'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)',
      message: { from: owner, to, value, gas: 100_000, nonce: 0, data },
      use: (signature) => {
        const { abi, address } = at('forwarder');
        const values = [owner, to, value, 100_000, data, signature];
        return sendAs(thief.address, address, abi.encodeFunctionData('execute', values), value);
      },
    };
  }
  const { coin, spender, amount } = each;
  const token = at(coin).address;
  const ofPermit2 = { name: 'Permit2', chainId, verifyingContract: permit2 };
  switch (each.kind) {
    case 'permit':
      return {
        domain: standard(coin),
        type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
        message: { owner, spender, value: amount, nonce: 0, deadline: late },
        use: calling(coin, 'permit', owner, spender, amount, late),
      };
    case 'permitAll':
      return {
        domain: standard(coin),
        type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
        message: { holder: owner, spender, nonce: 0, expiry: late, allowed: amount > 1n },
        use: calling(coin, 'permitAll', owner, spender, late, amount > 1n),
      };
    case 'transfer':
    case 'receive': {
      const receives = each.kind === 'receive';
      const to = receives ? thief.address : spender;
      return {
        domain: standard(coin),
        type: `${receives ? 'ReceiveWithAuthorization' : 'TransferWithAuthorization'}${authorization}`,
        message: { from: owner, to, value: amount, validAfter: 0, validBefore: 1, nonce: once },
        use: calling(coin, 'authorized', owner, to, amount, once, receives),
      };
    }
    case 'permit2': {
      const given = { token, amount, expiration: late, nonce: 0 };
      return {
        domain: ofPermit2,
        type: `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${details}`,
        message: { details: given, spender, sigDeadline: late },
        use: calling('permit2', 'permit', owner, given, spender, late),
      };
    }
    case 'once':
      return {
        domain: ofPermit2,
        type:
          'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,' +
          'uint256 deadline)TokenPermissions(address token,uint256 amount)',
        message: { permitted: { token, amount }, spender: thief.address, nonce: 0, deadline: late },
        use: calling('permit2', 'permitTransferFrom', owner, token, amount, 0, late, amount),
      };
  }
}
