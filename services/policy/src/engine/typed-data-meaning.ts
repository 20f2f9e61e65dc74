import { encodeType, type TypedData, type TypedStruct } from '@wallet-service/chains';
import { isInert } from './inert-typed-data.js';
import { addressIn, anything, bytesIn, integerIn, nothing, textIn, type Meaning } from './meaning.js';
import { messageDanger, textOfPersonalMessage } from './message-danger.js';
import { nativeDoorOf } from './native-coins.js';
import { hexOf } from './reading.js';
import { typedDataSchemas, type Schema } from './typed-data-schemas.js';
import { personalSign } from './wrapped-message.js';

/** Like Moonbeam's CallPermit, with which anybody can send what the message says. */
export const opaqueContract = 'the chain’s own contract may do anything with such a signature';

const known = new WeakMap<TypedData, Meaning>();

/**
 * What a holder of the signature can do with it. A wallet signs one reading of a request, so it is computed
 * once.
 */
export function meaningOf(typedData: TypedData, wallet: Uint8Array): Meaning {
  const meaning = known.get(typedData) ?? work(typedData, wallet);
  known.set(typedData, meaning);
  return meaning;
}

function work(typedData: TypedData, wallet: Uint8Array): Meaning {
  const { primaryType, message } = typedData;
  return primaryType === undefined
    ? legacyMeaning(typedData, wallet)
    : meaningOfStruct(typedData, primaryType, message, wallet);
}

const unknownSchema: Meaning = {
  kind: 'unknown',
  reason: 'typed data of this form may move an unknown amount',
};

/** Typed data v1: its names and types are not delimited, so they prove little. */
function legacyMeaning({ message, isAmbiguous }: TypedData, wallet: Uint8Array): Meaning {
  const isText = [...message.fields].every(
    ([name, { kind }]) => kind === 'string' && !/address|bytes|int|bool/.test(name),
  );
  return isInert(message, '', wallet) && (isText || !isAmbiguous) ? nothing : unknownSchema;
}

function meaningOfStruct(
  typedData: TypedData,
  primaryType: string,
  message: TypedStruct,
  wallet: Uint8Array,
): Meaning {
  const { domain, types } = typedData;
  const type = encodeType(primaryType, types);
  const exchange = exchangeOf(domain);
  if (exchange) return exchange;
  if (type === personalSign) return personalMeaning(message);
  const contract = addressIn(domain, 'verifyingContract');
  if (contract === hexOf(wallet)) return anything('a signature for the wallet’s own code can spend anything');
  if (primaryType === wrapper) return contentsMeaning(typedData, type, message, wallet);
  const schema = schemaOf(type, domain);
  const meaning = schema?.means({ primaryType, domain, message, wallet }) ?? byName(primaryType, message);
  const door = contract === undefined ? undefined : nativeDoorOf(contract, integerIn(domain, 'chainId'));
  if (door?.kind === 'opaque' && meaning?.kind !== 'transaction') return anything(opaqueContract);
  if (meaning) return meaning;
  return isSnapshot(domain) || isInert(message, type, wallet) ? nothing : unknownSchema;
}

const userOperations: readonly string[] = ['PackedUserOperation', 'UserOperation'];

/** Other forms of data that can spend anything. */
function byName(primaryType: string, message: TypedStruct): Meaning | undefined {
  if (userOperations.includes(primaryType)) return anything('a user operation (ERC-4337) can spend anything');
  if (primaryType === 'Delegation' && message.fields.has('delegator'))
    return anything('a holder of this delegation can spend anything of an account with code (ERC-7710)');
  return undefined;
}

const exactTypes = new Map<string, Schema[]>();
for (const schema of typedDataSchemas)
  if (!schema.isPrefix) exactTypes.set(schema.type, [...(exactTypes.get(schema.type) ?? []), schema]);
const prefixes = typedDataSchemas.filter(({ isPrefix }) => isPrefix);

function schemaOf(type: string, domain: TypedStruct): Schema | undefined {
  const candidates = exactTypes.get(type) ?? prefixes.filter((each) => type.startsWith(each.type));
  return candidates.find(
    ({ domainName }) => domainName === undefined || textIn(domain, 'name') === domainName,
  );
}

/** Exchanges that take a short text for an order, or for the seed of a wallet with them. */
const exchangeNames = /^(dydx|aster(?![a-z])|aster(sign|dex|trad|agent))/i;
const exchangeMeaning: Meaning = {
  kind: 'unknown',
  reason: 'it moves what the wallet has on an exchange, or opens its trading wallet there',
};

/**
 * dYdX derives the key of the trading wallet from the signature of a text
 * (https://github.com/dydxprotocol/v4-web). Aster takes a text for the transfer that it says
 * (https://github.com/asterdex/api-docs).
 */
function exchangeOf(domain: TypedStruct): Meaning | undefined {
  return exchangeNames.test(textIn(domain, 'name') ?? '') ? exchangeMeaning : undefined;
}

/**
 * Snapshot signs votes and proposals for no chain and no contract (https://docs.snapshot.box); no contract
 * accepts such a domain.
 */
function isSnapshot({ fields }: TypedStruct): boolean {
  const [name, version] = ['name', 'version'].map((each) => fields.get(each));
  return (
    fields.size === 2 && name?.kind === 'string' && name.value === 'snapshot' && version?.kind === 'string'
  );
}

// ERC-7739: an account signs another contract's message, wrapped so that it is valid for this account only.
const wrapper = 'TypedDataSign';
const wrapperFields =
  ' contents,string name,string version,uint256 chainId,address verifyingContract,bytes32 salt)';

/** The contents mean what they mean without the wrapper, and the domain is that of the contents. */
function contentsMeaning(
  typedData: TypedData,
  type: string,
  message: TypedStruct,
  wallet: Uint8Array,
): Meaning {
  const [field] = typedData.types.get(wrapper) ?? [];
  const contents = message.fields.get('contents');
  if (field?.type.kind !== 'struct' || contents?.kind !== 'struct') return unknownSchema;
  if (!type.startsWith(`${wrapper}(${field.typeText}${wrapperFields}`)) return unknownSchema;
  return meaningOfStruct(typedData, field.typeText, contents, wallet);
}

function personalMeaning(message: TypedStruct): Meaning {
  const prefixed = bytesIn(message, 'prefixed');
  const text = prefixed && textOfPersonalMessage(prefixed);
  if (!text) return anything('a wrapped message (ERC-7739) that is not a message');
  const danger = messageDanger(text);
  return danger === undefined ? nothing : anything(danger);
}
