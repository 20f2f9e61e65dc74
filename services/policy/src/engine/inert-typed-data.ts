import type { TypedStruct, TypedValue } from '@wallet-service/chains';
import { hexOf } from './reading.js';

// A contract that moves value must learn what, how much or to whom. Typed data without room for any of these moves
// nothing. A member's name says what it is for. A thief cannot choose the name, because the contract that they aim at
// accepts only its own type.

/** Names of the signing account. Anybody else's address makes the message one for a contract. */
const accountNames = words(
  'account accounts address addresses signer user userAddress voter wallet wallets walletAddress publicAddress',
);
/** Names of numbers and of 32-byte words that only count, date or distinguish. */
const counterNames = words(
  'nonce timestamp time date iat exp nbf issuedAt createdAt signedAt expiration expirationTime ' +
    'expiry expires expiresAt notBefore deadline validUntil validFrom validTo chainId network ' +
    'version challenge requestId sessionId messageId',
);
/** Words in the name of a string or a boolean that say that somebody gets something. */
const givingWords = words(
  'amount amounts allowed approved asset assets beneficiary coin currency destination dst fee ' +
    'fees operator payee payload payment price qty quantity receiver recipient size spender to ' +
    'token tokens value values calldata data',
);
/** In the name of a type or a member, that something is done but to sign in. */
const deedWords = words(
  'action actions activate add admin agent agents allow allowance approval approvals approve ' +
    'approver assign authorise authorization authorize batch bid bind borrow bridge burn buy ' +
    'call calls cancel change changes claim close command convert delegate delegatee delegates ' +
    'delegation delegator deposit disable enable exec execute forward freeze grant grantee ' +
    'grants guardian intent invite key keys lend link listing loan lock migrate migration mint ' +
    'move msg msgs multicall offer operation operations order orders owner owners ownership pay ' +
    'payment permit recover recovery redeem register registration remove renounce repay replace ' +
    'reset revoke role roles rotate rotation sale sell send session sessions set signer signers ' +
    'spend stake swap trade transaction transactions transfer transfers tx txn txs unlink unlock ' +
    'unstake unwrap update upgrade withdraw withdrawal wrap',
);

/**
 * Whether a message has the form of a sign-in, and no room for more. `type`: its `encodeType`, empty when it has
 * none.
 */
export function isInert(message: TypedStruct, type: string, wallet: Uint8Array): boolean {
  const names = [...type.matchAll(/(?:^|\))([^()]+)\(/g)].map(([, name = '']) => name);
  return (
    !names.some((name) => hasWord(name, deedWords)) && structIsInert(message, hexOf(wallet), hasText(message))
  );
}

/** Without a word for people, a word as long as a hash may be the hash of anything. */
function hasText(value: TypedValue): boolean {
  if (value.kind === 'string') return value.value !== '';
  const inner =
    value.kind === 'array' ? value.items : value.kind === 'struct' ? [...value.fields.values()] : [];
  return inner.some(hasText);
}

function structIsInert({ fields }: TypedStruct, wallet: string, isText: boolean): boolean {
  for (const [name, value] of fields) if (!memberIsInert(name, value, wallet, isText)) return false;
  return true;
}

function memberIsInert(name: string, value: TypedValue, wallet: string, isText: boolean): boolean {
  const isCounter = counterNames.has(plain(name));
  const isDeed = !isCounter && hasWord(name, deedWords);
  switch (value.kind) {
    case 'string':
    case 'boolean':
      return !isDeed && !hasWord(name, givingWords);
    case 'address':
      return hexOf(value.value) === wallet && !(isDeed && !accountNames.has(plain(name)));
    case 'integer':
    case 'bytes':
      return isCounter && lengthOf(value.value) <= (isText ? 32 : 16);
    case 'array':
      return value.items.every((item) => memberIsInert(name, item, wallet, isText));
    case 'struct':
      return !isDeed && structIsInert(value, wallet, isText);
  }
}

/** In bytes. Of a number, 16 or 32: as long as a hash or not. */
function lengthOf(value: bigint | Uint8Array): number {
  if (typeof value !== 'bigint') return value.length;
  return BigInt.asUintN(128, value) === value ? 16 : 32;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' ').map(plain));
}
function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}

/** `maxFeePerGas`, `max_fee` and `MAX FEE` have the word fee. */
function hasWord(name: string, among: ReadonlySet<string>): boolean {
  const parts = name.split(/[^a-zA-Z]+|(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/);
  return parts.some((part) => among.has(part.toLowerCase()));
}
