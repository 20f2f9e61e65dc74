import { concat, decodeRlp, encodeRlp, getBytes, hexlify, keccak256, toBeArray, toBeHex } from 'ethers';
import type { Hex } from '../src/core/encoding.js';
import type { WalletServiceError } from '../src/core/error.js';
import type { EthereumWallet } from '../src/wallets.js';
import { keyWallet } from './key-wallet.js';

// What a broken or hostile service could answer. The adapters refuse all of it.

export type Lie = readonly [name: string, wallet: EthereumWallet];
type Parts = { readonly r: bigint; readonly s: bigint; readonly v: number };
type Rlp = ReturnType<typeof decodeRlp>;

const groupOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const other = keyWallet(`0x${'42'.repeat(32)}`);
const otherHash: Hex = `0x${'11'.repeat(32)}`;

/** Of the right signature, with v 27 or 28. */
const wrongParts: readonly (readonly [string, (parts: Parts) => Parts])[] = [
  ['high s', ({ r, s, v }) => ({ r, s: groupOrder - s, v: 55 - v })],
  ['high s and the old v', ({ r, s, v }) => ({ r, s: groupOrder - s, v })],
  ['the wrong v', ({ r, s, v }) => ({ r, s, v: 55 - v })],
  ['r of zero', ({ s, v }) => ({ r: 0n, s, v })],
  ['s of zero', ({ r, v }) => ({ r, s: 0n, v })],
  ['another r', ({ r, s, v }) => ({ r: r ^ 1n, s, v })],
];

function partsOf(signature: string): Parts {
  const bytes = getBytes(signature);
  const number = (from: number) => BigInt(hexlify(bytes.slice(from, from + 32)));
  return { r: number(0), s: number(32), v: bytes[64] ?? 0 };
}

/** The names of the lies that are not refused as such. */
export async function believed(
  lies: readonly Lie[],
  sign: (lying: EthereumWallet) => Promise<unknown>,
): Promise<string[]> {
  const names = await Promise.all(
    lies.map(([name, lying]) =>
      sign(lying).then(
        () => name,
        (error: unknown) => ((error as WalletServiceError).code === 'client.answer-mismatch' ? [] : name),
      ),
    ),
  );
  return names.flat();
}

/** For `signMessage`, `signTypedData` and `signHash`. */
export function signatureLies(honest: EthereumWallet): readonly Lie[] {
  const edited = (edit: (signature: string) => string): EthereumWallet => {
    const each = async <T extends { signature: string }>(answer: Promise<T>): Promise<T> => {
      const truth = await answer;
      return { ...truth, signature: edit(truth.signature) };
    };
    return {
      ...honest,
      signMessage: (message) => each(honest.signMessage(message)),
      signTypedData: (typedData, hash) => each(honest.signTypedData(typedData, hash)),
      signHash: (hash) => each(honest.signHash(hash)),
    };
  };
  const { address, publicKey } = honest;
  const otherDigest = () => honest.signHash(otherHash);
  return [
    ['of another key', { ...other, address, publicKey }],
    [
      'over another digest',
      { ...honest, signMessage: otherDigest, signTypedData: otherDigest, signHash: otherDigest },
    ],
    ...wrongParts.map(([name, change]): Lie => {
      const edit = (signature: string) => {
        const { r, s, v } = change(partsOf(signature));
        return concat([toBeHex(r, 32), toBeHex(s, 32), toBeHex(v)]);
      };
      return [`with ${name}`, edited(edit)];
    }),
    ['with v as 0 or 1', edited((it) => `${it.slice(0, -2)}0${it.endsWith('1c') ? 1 : 0}`)],
    ['with a byte more', edited((it) => `${it}00`)],
    ['with a byte before', edited((it) => `0x00${it.slice(2)}`)],
    ['of 64 bytes (EIP-2098)', edited((it) => it.slice(0, -2))],
    ['that is empty', edited(() => '0x')],
    ['that is no hex', edited((it) => it.replace('0x', '0y'))],
  ];
}

/** For `signAuthorization`. */
export function authorizationLies(honest: EthereumWallet): readonly Lie[] {
  type Answer = Awaited<ReturnType<EthereumWallet['signAuthorization']>>;
  const edited = (edit: (answer: Answer) => Partial<Answer>): EthereumWallet => ({
    ...honest,
    signAuthorization: async (authorization) => {
      const truth = await honest.signAuthorization(authorization);
      return { ...truth, ...edit(truth) };
    },
  });
  const { address, publicKey } = honest;
  return [
    ['of another key', { ...other, address, publicKey }],
    ...[{ chainId: 7 }, { nonce: 7 }, { address: other.address }].map((field): Lie => [
      `for another ${Object.keys(field).join('')}`,
      { ...honest, signAuthorization: (asked) => honest.signAuthorization({ ...asked, ...field }) },
    ]),
    ...wrongParts.map(([name, change]): Lie => {
      const edit = ({ r_hex, s_hex, y_parity }: Answer) => {
        const { r, s, v } = change({ r: BigInt(r_hex), s: BigInt(s_hex), v: 27 + y_parity });
        return { r_hex: toBeHex(r, 32), s_hex: toBeHex(s, 32), y_parity: v - 27 };
      };
      return [`with ${name}`, edited(edit)];
    }),
    ['with v in place of the parity', edited(({ y_parity }) => ({ y_parity: 27 + y_parity }))],
    ['with a long r', edited(({ r_hex }) => ({ r_hex: `0x00${r_hex.slice(2)}` }))],
    ['with decimal numbers', edited(({ r, s }) => ({ r_hex: r, s_hex: s }))],
  ];
}

/** For `signTransaction`: each field of `unsigned`, signed again or not, and what else can be wrong. */
export function transactionLies(honest: EthereumWallet, unsigned: string): readonly Lie[] {
  const answer = (make: () => Promise<string | null>): EthereumWallet => ({
    ...honest,
    signTransaction: async () => ({ signed_transaction: await make(), transaction_hash: null }),
  });
  const { fields } = envelopeOf(unsigned);
  const signatureOf = async (text: string) =>
    partsOf((await honest.signHash(keccak256(text) as Hex)).signature);
  const otherFields = fields.flatMap((_, index): Lie[] => {
    // EIP-155: two empty fields end a legacy transaction.
    if (index > 6 && isLegacy(unsigned)) return [];
    const changed = withOtherField(unsigned, index);
    const name = `with another field ${index}`;
    return [
      [`${name}, signed`, answer(async () => signed(changed, await signatureOf(changed)))],
      [`${name}, not signed`, answer(async () => signed(changed, await signatureOf(unsigned)))],
    ];
  });
  const edited = (edit: (it: string) => string | null) =>
    answer(async () => edit(signed(unsigned, await signatureOf(unsigned))));
  return [
    ...otherFields,
    ...wrongParts.map(([name, change]): Lie => [
      `with ${name}`,
      answer(async () => signed(unsigned, change(await signatureOf(unsigned)))),
    ]),
    [
      'of another key',
      answer(async () =>
        signed(unsigned, partsOf((await other.signHash(keccak256(unsigned) as Hex)).signature)),
      ),
    ],
    ['with a byte more', edited((it) => `${it}00`)],
    ['that is cut', edited((it) => it.slice(0, -2))],
    ['that is not signed', edited(() => unsigned)],
    ['that is missing', edited(() => null)],
    ['that is empty', edited(() => '0x')],
    ['that is no hex', edited(() => 'transaction')],
    ['that is an empty list', edited(() => encodeRlp([]))],
    ['of an unknown type', edited((it) => `0x05${it.slice(4)}`)],
  ];
}

function isLegacy(transaction: string): boolean {
  return !/^0x0[1-4]/.test(transaction);
}

/** EIP-2718: the type, and the fields of the RLP list. */
function envelopeOf(transaction: string) {
  const type = isLegacy(transaction) ? '0x' : transaction.slice(0, 4);
  return { type, fields: decodeRlp(`0x${transaction.slice(type.length)}`) as Rlp[] };
}

function withOtherField(unsigned: string, index: number): string {
  const { type, fields } = envelopeOf(unsigned);
  const change = (field: Rlp | undefined): Rlp => {
    if (Array.isArray(field)) return [];
    if (field === undefined || field === '0x') return '0x01';
    return hexlify(getBytes(field).map((byte, at) => (at === 0 ? byte ^ 2 : byte)));
  };
  return concat([type, encodeRlp(fields.map((field, at) => (at === index ? change(field) : field)))]);
}

function signed(unsigned: string, { r, s, v }: Parts): string {
  const { type, fields } = envelopeOf(unsigned);
  const chainId = fields[6];
  const first = !isLegacy(unsigned)
    ? v - 27
    : typeof chainId === 'string'
      ? BigInt(chainId) * 2n + BigInt(v + 8)
      : v;
  const body = isLegacy(unsigned) ? fields.slice(0, 6) : fields;
  return concat([type, encodeRlp([...body, ...[first, r, s].map((it) => hexlify(toBeArray(it)))])]);
}
