import { bytesOf, u32, u64 } from './bytes.js';

// A program for the virtual machine, assembled here byte by byte. It pays one SOL from its third last account to its
// second last one, through the System Program, which is the last one. A program that acts for its signers does the
// same: a multisig, a governance, a transfer hook.

export const paidByProxy = 1_000_000_000;

const littleEndian16 = (value: number) => [value & 255, (value >> 8) & 255];
const op = (code: number, to: number, from = 0, offset = 0, value = 0): Uint8Array =>
  bytesOf([code, (from << 4) | to, ...littleEndian16(offset)], u32(BigInt.asUintN(32, BigInt(value))));
const move = (to: number, from: number) => op(0xbf, to, from);
const set = (to: number, value: number) => op(0xb7, to, 0, 0, value);
const add = (to: number, value: number) => op(0x07, to, 0, 0, value);
const load = (to: number, from: number, offset: number) => op(0x79, to, from, offset);
const loadByte = (to: number, from: number, offset: number) => op(0x71, to, from, offset);
/** Into the frame, which ends at register 10. */
const store = (from: number, offset: number) => op(0x7b, 10, from, offset);
const storeByte = (from: number, offset: number) => op(0x73, 10, from, offset);
const storeWord = (offset: number, value: number) => op(0x62, 10, 0, offset, value);

/** An account as it lies in the input: its parts begin at these places. */
const at = { signer: 1, writable: 2, executable: 3, key: 8, owner: 40, lamports: 72, length: 80, data: 88 };
const frame = { infos: -512, metas: -384, instruction: -320, data: -256 };

/** Steps over all accounts. Registers 6, 7 and 8 are the last three. */
const findLastThree: readonly Uint8Array[] = [
  move(9, 1),
  load(2, 9, 0),
  add(9, 8),
  op(0x15, 2, 0, 14, 0), // no account left: out of the loop
  loadByte(3, 9, 0),
  op(0x55, 3, 0, 9, 0xff), // one that came before
  move(6, 7),
  move(7, 8),
  move(8, 9),
  load(4, 9, at.length),
  op(0x0f, 9, 4),
  add(9, at.data + 10_240 + 7),
  op(0x57, 9, 0, 0, -8),
  add(9, 8),
  op(0x05, 0, 0, 1),
  add(9, 8),
  op(0x17, 2, 0, 0, 1),
  op(0x05, 0, 0, -15),
];

/** The account in the register, as the call wants it. */
const info = (register: number, place: number): readonly Uint8Array[] => [
  ...([at.key, at.lamports] as const).flatMap((part, i) => [
    move(1, register),
    add(1, part),
    store(1, place + 8 * i),
  ]),
  load(1, register, at.length),
  store(1, place + 16),
  ...([at.data, at.owner] as const).flatMap((part, i) => [
    move(1, register),
    add(1, part),
    store(1, place + 24 + 8 * i),
  ]),
  set(1, 0),
  store(1, place + 40),
  ...[at.signer, at.writable, at.executable].flatMap((part, i) => [
    loadByte(1, register, part),
    storeByte(1, place + 48 + i),
  ]),
];
const meta = (register: number, place: number, isSigner: number): readonly Uint8Array[] => [
  move(1, register),
  add(1, at.key),
  store(1, place),
  set(1, 1),
  storeByte(1, place + 8),
  set(1, isSigner),
  storeByte(1, place + 9),
];

const pay: readonly Uint8Array[] = [
  ...info(6, frame.infos),
  ...info(7, frame.infos + 56),
  ...meta(6, frame.metas, 1),
  ...meta(7, frame.metas + 16, 0),
  storeWord(frame.data, 2),
  storeWord(frame.data + 4, paidByProxy),
  storeWord(frame.data + 8, 0),
  move(1, 8),
  add(1, at.key),
  store(1, frame.instruction),
  move(1, 10),
  add(1, frame.metas),
  store(1, frame.instruction + 8),
  set(1, 2),
  store(1, frame.instruction + 16),
  move(1, 10),
  add(1, frame.data),
  store(1, frame.instruction + 24),
  set(1, 12),
  store(1, frame.instruction + 32),
  move(1, 10),
  add(1, frame.instruction),
  move(2, 10),
  add(2, frame.infos),
  set(3, 2),
  set(4, 0),
  set(5, 0),
];
const call = op(0x85, 0, 1, 0, -1);
const exit = op(0x95, 0);
const text = bytesOf(...findLastThree, ...pay, call, exit);
/** Where the loader fills in the number of the system call. */
const callAt = findLastThree.length * 8 + pay.length * 8;

const names = (...list: readonly string[]) => Buffer.from(`\0${list.map((name) => `${name}\0`).join('')}`);
const padded = (bytes: Uint8Array) => bytesOf(bytes, new Uint8Array((8 - (bytes.length % 8)) % 8));
const sectionNames = ['.text', '.dynsym', '.dynstr', '.rel.dyn', '.dynamic', '.shstrtab'] as const;
const types = [1, 11, 3, 9, 6, 3];

/** The shared object that the loader accepts. */
export function proxyProgram(): Uint8Array {
  const header = 64;
  const symbols = bytesOf(new Uint8Array(24), u32(1n), [0x10, 0, 0, 0], u64(0n), u64(0n));
  const symbolNames = names('sol_invoke_signed_c');
  const sizes = [text.length, symbols.length, padded(symbolNames).length, 16, 16 * 6];
  const starts = sizes.reduce<readonly number[]>(
    (sofar, size) => [...sofar, (sofar.at(-1) ?? 0) + size],
    [header],
  );
  const [textAt = 0, symbolsAt = 0, symbolNamesAt = 0, relocationsAt = 0, , namesAt = 0] = starts;
  const relocation = bytesOf(u64(BigInt(textAt + callAt)), u32(10n), u32(1n));
  const entry = (tag: number, value: number) => bytesOf(u64(BigInt(tag)), u64(BigInt(value)));
  const dynamic = bytesOf(
    entry(17, relocationsAt),
    entry(18, 16),
    entry(19, 16),
    entry(6, symbolsAt),
    entry(5, symbolNamesAt),
    entry(0, 0),
  );
  const sectionText = names(...sectionNames);
  const tableAt = namesAt + padded(sectionText).length;
  const lengths = [text.length, symbols.length, symbolNames.length, 16, dynamic.length, sectionText.length];
  let nameAt = 1;
  const sections = sectionNames.map((name, i) => {
    const start = BigInt(starts[i] ?? 0);
    const section = bytesOf(
      u32(BigInt(nameAt)),
      u32(BigInt(types[i] ?? 0)),
      u64(name === '.text' ? 6n : 2n),
      u64(start),
      u64(start),
      u64(BigInt(lengths[i] ?? 0)),
      u32(name === '.dynsym' ? 3n : 0n),
      u32(0n),
      u64(8n),
      u64(name === '.dynsym' ? 24n : name.startsWith('.rel') || name === '.dynamic' ? 16n : 0n),
    );
    nameAt += name.length + 1;
    return section;
  });
  const elf = bytesOf(
    [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [3, 0, 247, 0],
    u32(1n),
    u64(BigInt(textAt)),
    u64(BigInt(header)),
    u64(BigInt(tableAt)),
    u32(0n),
    [64, 0, 56, 0, 0, 0, 64, 0, sections.length + 1, 0, sections.length, 0],
  );
  const body = [text, symbols, padded(symbolNames), relocation, dynamic, padded(sectionText)];
  return bytesOf(elf, ...body, new Uint8Array(64), ...sections);
}
