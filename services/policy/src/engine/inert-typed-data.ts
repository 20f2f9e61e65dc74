import type { TypedStruct, TypedValue } from '@wallet-service/chains';
import { hexOf } from './reading.js';

// A contract that moves value has to be told of what, how much or to whom. Typed data that has no room for
// any of these moves nothing. What a member is for is told by its name, which a thief can't choose: the
// contract that he aims at accepts its own type alone.

/** Of accounts that the message is about. */
const accountNames = words(
  'account accounts address addresses signer signers user users userAddress voter wallet wallets walletAddress publicAddress',
);
/** Of numbers and words of 32 bytes that count, date or tell apart. */
const counterNames = words(
  'nonce timestamp time date iat exp nbf issuedAt createdAt signedAt expiration expirationTime expiry expires expiresAt notBefore deadline validUntil validFrom validTo chainId network version challenge requestId sessionId messageId',
);
/** In the name of a string or a boolean, that somebody is given something. */
const givingWords = words(
  'amount amounts allowed approved asset assets beneficiary coin currency destination dst fee fees operator payee payload payment price qty quantity receiver recipient size spender to token tokens value values calldata data',
);
/** In the name of a type or a member, that something is done but to sign in. */
const deedWords = words(
  'add admin allow allowance approval approve assign authorization batch bid borrow bridge burn buy call calls claim delegate delegation deposit execute forward grant guardian intent lend listing loan mint multicall offer operation operations order orders pay payment permit recover recovery redeem remove repay role roles sale sell set spend stake swap trade transaction transactions transfer transfers unstake upgrade withdraw withdrawal',
);

/**
 * Whether a message has the form of a sign-in, and no room for more. `type`: its `encodeType`, empty when it has none.
 */
export function isInert(message: TypedStruct, type: string, wallet: Uint8Array): boolean {
  const names = [...type.matchAll(/(?:^|\))([^()]+)\(/g)].map(([, name = '']) => name);
  return (
    !names.some((name) => hasWord(name, deedWords)) && structIsInert(message, hexOf(wallet), hasText(message))
  );
}

/** Without a word for people, a message about the account of another is meant for a contract. */
function hasText(value: TypedValue): boolean {
  if (value.kind === 'string') return true;
  const inner =
    value.kind === 'array' ? value.items : value.kind === 'struct' ? [...value.fields.values()] : [];
  return inner.some(hasText);
}

function structIsInert({ fields }: TypedStruct, wallet: string, isText: boolean): boolean {
  for (const [name, value] of fields)
    if (hasWord(name, deedWords) || !memberIsInert(name, value, wallet, isText)) return false;
  return true;
}

function memberIsInert(name: string, value: TypedValue, wallet: string, isText: boolean): boolean {
  switch (value.kind) {
    case 'string':
    case 'boolean':
      return !hasWord(name, givingWords);
    case 'address':
      return hexOf(value.value) === wallet || (isText && accountNames.has(plain(name)));
    case 'integer':
      return counterNames.has(plain(name));
    case 'bytes':
      return value.value.length <= 32 && counterNames.has(plain(name));
    case 'array':
      return value.items.every((item) => memberIsInert(name, item, wallet, isText));
    case 'struct':
      return structIsInert(value, wallet, isText);
  }
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
