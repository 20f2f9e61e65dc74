import { SignTypedDataVersion, TypedDataUtils, typedSignatureHash } from '@metamask/eth-sig-util';
import { TypedDataEncoder } from 'ethers';
import fc from 'fast-check';
import { hashTypedData } from 'viem';
import { parseTypedData } from '../src/eth/typed-data.js';
import { hexText } from '../src/hex-text.js';
import { mail } from './mail.js';
import { domain, typeAndValue } from './random-typed-data.js';

// Members that no type declares are not hashed by anybody. So nothing here may see them either: what is decoded for
// policies must be the same with and without them.

const seed = 1301;
const parsed = (value: unknown, version: 'v1' | 'v3' | 'v4' = 'v4') =>
  parseTypedData(version, JSON.stringify(value));

/** Names that no generated type declares, among them names that mean something elsewhere. */
const extraName = fc.constantFrom(
  ...['extra', 'value', 'to', 'types', 'message', 'primaryType', 'chainid', 'constructor', 'toString', ''],
  ...['f9', 'F0', ' f0', 'inner ', 'EIP712Domain'],
);
const extraValue = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }).filter((value) => !JSON.stringify(value).includes('"__proto__"')),
  fc.constantFrom<unknown>(null, 1.5, 1e300, -0, 0.1, '0x', 2 ** 53, [[]], { f0: 1 }),
);
const extras = fc.dictionary(extraName, extraValue, { maxKeys: 4 });

describe('members that no type declares', () => {
  it('change neither the digest of viem, ethers and MetaMask nor what is decoded', () => {
    fc.assert(
      fc.property(
        domain.map(({ chainId, ...rest }) => (chainId === undefined ? rest : { ...rest, chainId: 7 })),
        fc.array(typeAndValue, { maxLength: 4 }),
        fc.array(typeAndValue, { maxLength: 3 }),
        fc.tuple(extras, extras, extras, extras, extras),
        (fields, outer, inner, [atRoot, inDomain, inMessage, inInner, inField]) => {
          const declare = (list: [string, unknown][]) => list.map(([type], i) => ({ name: `f${i}`, type }));
          const fill = (list: [string, unknown][]) =>
            Object.fromEntries(list.map(([, value], i) => [`f${i}`, value]));
          const types = {
            Outer: [...declare(outer), { name: 'inner', type: 'Inner[]' }],
            Inner: declare(inner),
          };
          const own = { inner: [fill(inner), fill(inner)], ...fill(outer) };
          const plain = { types, primaryType: 'Outer', domain: fields, message: own };
          const laden = {
            ...atRoot,
            types: {
              Outer: types.Outer.map((field) => ({ ...inField, ...field })),
              Inner: types.Inner,
            },
            primaryType: 'Outer',
            domain: { ...withoutDomainFields(inDomain), ...fields },
            message: { ...inMessage, ...own, inner: own.inner.map((item) => ({ ...inInner, ...item })) },
          };
          const read = parsed(laden);
          expect(read).toEqual(parsed(plain));
          const digest = hexText(read.digest);
          expect(hashTypedData(laden as never)).toBe(digest);
          expect(TypedDataEncoder.hash(fields, laden.types, laden.message)).toBe(digest);
          const declaredDomain = { EIP712Domain: (read.types.get('EIP712Domain') ?? []).map(nameAndType) };
          const declared = { ...laden, types: { ...laden.types, ...declaredDomain } };
          expect(hexText(parsed(declared).digest)).toBe(digest);
          expect(metaMask(declared)).toBe(digest);
        },
      ),
      { seed, numRuns: 300 },
    );
  });

  it.each([
    ['chainId', 1],
    ['verifyingContract', `0x${'11'.repeat(20)}`],
    ['salt', `0x${'22'.repeat(32)}`],
    ['owner', `0x${'33'.repeat(20)}`],
  ])('are not part of a declared domain: %s', (name, value) => {
    const types = { ...mail.types, EIP712Domain: [{ name: 'name', type: 'string' }] };
    const plain = { ...mail, types, domain: { name: 'Ether Mail' } };
    const laden = { ...plain, domain: { ...plain.domain, [name]: value } };
    expect(parsed(laden)).toEqual(parsed(plain));
    expect([...parsed(laden).domain.fields.keys()]).toEqual(['name']);
    const digest = hexText(parsed(laden).digest);
    expect(hashTypedData(laden as never)).toBe(digest);
    expect(metaMask(laden)).toBe(digest);
  });

  it('are ignored in a domain whose type is not declared, and null is as good as absent there', () => {
    const { EIP712Domain: _, ...types } = mail.types;
    const plain = { ...mail, types };
    const laden = { ...plain, domain: { ...mail.domain, salt: null, owner: 7 } };
    expect(parsed(laden)).toEqual(parsed(plain));
    expect(hashTypedData(laden as never)).toBe(hexText(parsed(plain).digest));
    expect(TypedDataEncoder.hash({ ...mail.domain, salt: null }, types, mail.message)).toBe(
      hexText(parsed(plain).digest),
    );
  });

  it('are ignored in entries of v1, as by MetaMask', () => {
    const plain = [{ type: 'uint8', name: 'a', value: 1 }];
    const laden = plain.map((entry) => ({ ...entry, display: 'ten', amount: 1.5 }));
    expect(parsed(laden, 'v1')).toEqual(parsed(plain, 'v1'));
    expect(typedSignatureHash(laden)).toBe(hexText(parsed(laden, 'v1').digest));
  });

  it('may hold numbers that are never signed, in text as the caller wrote it', () => {
    const text = JSON.stringify(mail).replace(
      '"contents":',
      '"note":123456789012345678901234567890,"contents":',
    );
    expect(parseTypedData('v4', text)).toEqual(parsed(mail));
  });
});

function nameAndType({ name, typeText }: { name: string; typeText: string }) {
  return { name, type: typeText };
}

/** An extra member of a domain whose type is not declared is one that EIP-712 does not know. */
function withoutDomainFields(members: Record<string, unknown>) {
  const known = ['name', 'version', 'chainId', 'verifyingContract', 'salt'];
  return Object.fromEntries(Object.entries(members).filter(([name]) => !known.includes(name)));
}

function metaMask(value: unknown): string {
  return hexText(TypedDataUtils.eip712Hash(value as never, SignTypedDataVersion.V4));
}
