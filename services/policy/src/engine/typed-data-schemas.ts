import { anything, nothing, type Meaning } from './meaning.js';
import {
  allOrNothing,
  amountNamed,
  cowSale,
  oneInchSale,
  ownTokens,
  sale,
  seaportSale,
  tokensIn,
} from './typed-data-gifts.js';
import { callNamed, safeTransaction, zkStackTransaction, type Signed } from './typed-data-transactions.js';

/**
 * Typed data whose meaning is known. A contract accepts it only with exactly this type, since the type is
 * part of what is signed.
 */
export type Schema = {
  /** The source of its meaning. */
  readonly source: string;
  /** `encodeType` of EIP-712. */
  readonly type: string;
  /** Other types with this prefix mean the same. The rest is an additional condition for the spender. */
  readonly isPrefix?: true;
  /** Must be the name in the domain. */
  readonly domainName?: string;
  readonly means: (signed: Signed) => Meaning;
};

const eip712 = 'https://eips.ethereum.org/EIPS/eip-712';
const eip = (number: number) => `https://eips.ethereum.org/EIPS/eip-${number}`;
const permit2 = 'https://github.com/Uniswap/permit2, src/libraries/PermitHash.sol';
const zeroExV4 = 'https://docs.0xprotocol.org/en/latest/basics/orders.html';
const tokenPermissions = 'TokenPermissions(address token,uint256 amount)';
const permitDetails = 'PermitDetails(address token,uint160 amount,uint48 expiration,uint48 nonce)';
const packedUserOperation =
  'PackedUserOperation(address sender,uint256 nonce,bytes initCode,bytes callData,' +
  'bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData)';
const authorization =
  '(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)';
const seaport =
  'OrderComponents(address offerer,address zone,OfferItem[] offer,' +
  'ConsiderationItem[] consideration,uint8 orderType,uint256 startTime,uint256 endTime,' +
  'bytes32 zoneHash,uint256 salt,bytes32 conduitKey,uint256 counter)';
const seaportConsideration =
  'ConsiderationItem(uint8 itemType,address token,uint256 identifierOrCriteria,' +
  'uint256 startAmount,uint256 endAmount,address recipient)';
const seaportOffer =
  'OfferItem(uint8 itemType,address token,uint256 identifierOrCriteria,uint256 startAmount,uint256 endAmount)';
const gelatoCall = '(uint256 chainId,address target,bytes data,address user,';

const forwarded = callNamed('to', 'value', 'data', true);
const gelatoForwarded = callNamed('target', undefined, 'data', true);
const permitted = tokensIn('permitted', 'token', 'amount');
const details = tokensIn('details', 'token', 'amount');
const zeroExSale = sale('maker', ['makerToken', 'makerAmount'], ['takerToken', 'takerAmount']);

const transactions: readonly Schema[] = [
  {
    source:
      'https://docs.zksync.io/zksync-protocol/era-vm/transactions/transaction-lifecycle (EIP-712, 0x71)',
    type:
      'Transaction(uint256 txType,uint256 from,uint256 to,uint256 gasLimit,' +
      'uint256 gasPerPubdataByteLimit,uint256 maxFeePerGas,uint256 maxPriorityFeePerGas,' +
      'uint256 paymaster,uint256 nonce,uint256 value,bytes data,bytes32[] factoryDeps,' +
      'bytes paymasterInput)',
    domainName: 'zkSync',
    means: zkStackTransaction,
  },
  {
    source: `${eip(4337)} (EntryPoint 0.8)`,
    type: packedUserOperation,
    means: () => anything('a user operation (ERC-4337) can spend anything'),
  },
  {
    source: 'https://github.com/safe-global/safe-smart-account, contracts/Safe.sol (1.0.0 and later)',
    type:
      'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,' +
      'uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    means: safeTransaction,
  },
  {
    source: 'https://github.com/safe-global/safe-smart-account, contracts/GnosisSafe.sol (before 1.0.0)',
    type:
      'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,' +
      'uint256 dataGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)',
    means: safeTransaction,
  },
  {
    source:
      'https://github.com/OpenZeppelin/openzeppelin-contracts, contracts/metatx/MinimalForwarder.sol (4)',
    type: 'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data)',
    means: forwarded,
  },
  {
    source:
      'https://github.com/OpenZeppelin/openzeppelin-contracts, contracts/metatx/ERC2771Forwarder.sol (5)',
    type: 'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,uint48 deadline,bytes data)',
    means: forwarded,
  },
  {
    source: 'https://github.com/opengsn/gsn, packages/contracts/src/forwarder/Forwarder.sol (3)',
    type:
      'ForwardRequest(address from,address to,uint256 value,uint256 gas,uint256 nonce,bytes data,' +
      'uint256 validUntilTime)',
    means: forwarded,
  },
  {
    source: 'https://docs.gelato.network (ERC-2771, sponsoredCallERC2771)',
    type: `SponsoredCallERC2771${gelatoCall}uint256 userNonce,uint256 userDeadline)`,
    means: gelatoForwarded,
  },
  {
    source: 'https://docs.gelato.network (ERC-2771, concurrent)',
    type: `SponsoredCallConcurrentERC2771${gelatoCall}bytes32 userSalt,uint256 userDeadline)`,
    means: gelatoForwarded,
  },
  {
    source: 'https://github.com/maticnetwork/pos-portal, contracts/common/NativeMetaTransaction.sol',
    type: 'MetaTransaction(uint256 nonce,address from,bytes functionSignature)',
    means: callNamed('verifyingContract', undefined, 'functionSignature', true),
  },
  {
    source: 'https://docs.moonbeam.network/builders/ethereum/precompiles/ux/call-permit/',
    type: 'CallPermit(address from,address to,uint256 value,bytes data,uint64 gaslimit,uint256 nonce,uint256 deadline)',
    means: callNamed('to', 'value', 'data', false),
  },
  {
    source: `${eip(7710)}, https://github.com/MetaMask/delegation-framework`,
    type:
      'Delegation(address delegate,address delegator,bytes32 authority,Caveat[] caveats,' +
      'uint256 salt)Caveat(address enforcer,bytes terms)',
    means: () =>
      anything('a holder of this delegation can spend anything of an account with code (ERC-7710)'),
  },
];

/**
 * The message is not about the domain's chain, so no window or value can count it. A rule that names domain
 * and primary type may allow it.
 */
const offExchange: readonly Schema[] = [
  {
    source:
      'https://github.com/hyperliquid-dex/hyperliquid-python-sdk, hyperliquid/utils/signing.py ' +
      '(UsdSend, SpotSend, Withdraw, SendAsset, ApproveAgent…)',
    type: 'HyperliquidTransaction:',
    isPrefix: true,
    means: () => ({
      kind: 'unknown',
      reason: 'it moves the wallet’s assets on Hyperliquid, or lets somebody else trade with them',
    }),
  },
];

const permits: readonly Schema[] = [
  {
    source: eip(2612),
    type: 'Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)',
    means: ownTokens(amountNamed('value')),
  },
  {
    source: 'https://github.com/makerdao/dss, src/dai.sol',
    type: 'Permit(address holder,address spender,uint256 nonce,uint256 expiry,bool allowed)',
    means: ownTokens(allOrNothing('allowed')),
  },
  {
    source: eip(4494),
    type: 'Permit(address spender,uint256 tokenId,uint256 nonce,uint256 deadline)',
    means: ownTokens(() => 1n),
  },
  {
    source: eip(3009),
    type: `TransferWithAuthorization${authorization}`,
    means: ownTokens(amountNamed('value')),
  },
  {
    source: eip(3009),
    type: `ReceiveWithAuthorization${authorization}`,
    means: ownTokens(amountNamed('value')),
  },
  {
    source: eip(3009),
    type: 'CancelAuthorization(address authorizer,bytes32 nonce)',
    means: ownTokens(() => 0n),
  },
  {
    source: permit2,
    type: `PermitSingle(PermitDetails details,address spender,uint256 sigDeadline)${permitDetails}`,
    means: details,
  },
  {
    source: permit2,
    type: `PermitBatch(PermitDetails[] details,address spender,uint256 sigDeadline)${permitDetails}`,
    means: details,
  },
  {
    source: permit2,
    type:
      'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)' +
      tokenPermissions,
    means: permitted,
  },
  {
    source: permit2,
    type:
      'PermitBatchTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,' +
      `uint256 deadline)${tokenPermissions}`,
    means: permitted,
  },
  {
    source: `${permit2}; orders of UniswapX and others are witnesses`,
    type: 'PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,',
    isPrefix: true,
    means: permitted,
  },
  {
    source: permit2,
    type: 'PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,',
    isPrefix: true,
    means: permitted,
  },
];

const orders: readonly Schema[] = [
  {
    source: 'https://github.com/ProjectOpenSea/seaport, docs/SeaportDocumentation.md',
    type: `${seaport}${seaportConsideration}${seaportOffer}`,
    means: seaportSale,
  },
  // A tree of two to the number of its brackets. Bigger ones are longer than what is signed.
  ...Array.from({ length: 6 }, (_none, height): Schema => ({
    source: 'https://github.com/ProjectOpenSea/seaport, docs/SeaportDocumentation.md (bulk orders)',
    type: `BulkOrder(OrderComponents${'[2]'.repeat(height + 1)} tree)${seaportConsideration}${seaportOffer}${seaport}`,
    means: seaportSale,
  })),
  {
    source: zeroExV4,
    type:
      'LimitOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,' +
      'uint128 takerTokenFeeAmount,address maker,address taker,address sender,address feeRecipient,' +
      'bytes32 pool,uint64 expiry,uint256 salt)',
    means: zeroExSale,
  },
  {
    source: zeroExV4,
    type:
      'RfqOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,' +
      'address maker,address taker,address txOrigin,bytes32 pool,uint64 expiry,uint256 salt)',
    means: zeroExSale,
  },
  {
    source: zeroExV4,
    type:
      'OtcOrder(address makerToken,address takerToken,uint128 makerAmount,uint128 takerAmount,' +
      'address maker,address taker,address txOrigin,uint256 expiryAndNonce)',
    means: zeroExSale,
  },
  {
    source: 'https://docs.cow.fi/cow-protocol/reference/core/signing-schemes',
    type:
      'Order(address sellToken,address buyToken,address receiver,uint256 sellAmount,' +
      'uint256 buyAmount,uint32 validTo,bytes32 appData,uint256 feeAmount,string kind,' +
      'bool partiallyFillable,string sellTokenBalance,string buyTokenBalance)',
    means: cowSale,
  },
  {
    source: 'https://github.com/1inch/limit-order-protocol, contracts/OrderLib.sol (4)',
    type:
      'Order(uint256 salt,address maker,address receiver,address makerAsset,address takerAsset,' +
      'uint256 makingAmount,uint256 takingAmount,uint256 makerTraits)',
    means: oneInchSale,
  },
];

const votes: readonly Schema[] = [
  {
    source: `${eip(5805)} and Compound's COMP`,
    type: 'Delegation(address delegatee,uint256 nonce,uint256 expiry)',
    means: () => nothing,
  },
  {
    source: 'https://docs.openzeppelin.com/contracts/4.x/api/governance, Compound’s GovernorBravo',
    type: 'Ballot(uint256 proposalId,uint8 support)',
    means: () => nothing,
  },
  {
    source: 'https://docs.openzeppelin.com/contracts/5.x/api/governance',
    type: 'Ballot(uint256 proposalId,uint8 support,address voter,uint256 nonce)',
    means: () => nothing,
  },
  {
    source: `${eip712} (the example)`,
    type: 'Mail(Person from,Person to,string contents)Person(string name,address wallet)',
    means: () => nothing,
  },
  {
    source: 'https://docs.metamask.io/wallet/how-to/sign-data/ (the example of eth_signTypedData_v4)',
    type: 'Mail(Person from,Person[] to,string contents)Person(string name,address[] wallets)',
    means: () => nothing,
  },
];

/**
 * All schemas that are known. Others are read by typed-data-meaning.ts: wrappers of ERC-7739, votes of
 * Snapshot, and sign-in messages by their form. User operations of ERC-4337 before 0.8 are signed as messages
 * of 32 bytes. Orders of Blur, LooksRare, Wyvern, 0x 3 and 1inch 3 are not here: they hold hashes, calls or
 * parameters that do not say what they sell, so they are unknown.
 */
export const typedDataSchemas: readonly Schema[] = [
  ...transactions,
  ...offExchange,
  ...permits,
  ...orders,
  ...votes,
];
