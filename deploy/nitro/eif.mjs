// The Enclave Image Format, version 4 (public in aws/aws-nitro-enclaves-image-format, src/defs): a header, then
// sections, all big-endian. The hypervisor measures: PCR0 everything; PCR1 kernel, command line and first RAM disk;
// PCR2 the other RAM disks; PCR8 the signing certificate.
import { createHash } from 'node:crypto';
import zlib from 'node:zlib';

const magic = Buffer.from('.eif');
const version = 4;
const maxSections = 32;
const headerBytes = 548;
const sectionHeaderBytes = 12;
const checksumAt = headerBytes - 4;
const defaults = { memory: 1024n ** 3n, cpus: 2n };
export const sectionTypes = { kernel: 1, cmdline: 2, ramdisk: 3, signature: 4, metadata: 5 };
const arm64Flag = 1;

/** An image of these parts. `metadata` is an object, which is not measured. */
export function encodeEif({ kernel, cmdline, ramdisks, metadata, arm64 = false }) {
  const sections = [
    [sectionTypes.kernel, kernel],
    [sectionTypes.cmdline, Buffer.from(cmdline)],
    [sectionTypes.metadata, Buffer.from(JSON.stringify(metadata))],
    ...ramdisks.map((bytes) => [sectionTypes.ramdisk, bytes]),
  ];
  const header = Buffer.alloc(headerBytes);
  magic.copy(header);
  header.writeUInt16BE(version, 4);
  header.writeUInt16BE(arm64 ? arm64Flag : 0, 6);
  header.writeBigUInt64BE(defaults.memory, 8);
  header.writeBigUInt64BE(defaults.cpus, 16);
  header.writeUInt16BE(sections.length, 26);
  let offset = headerBytes;
  const parts = [];
  sections.forEach(([type, bytes], index) => {
    header.writeBigUInt64BE(BigInt(offset), 28 + 8 * index);
    header.writeBigUInt64BE(BigInt(bytes.length), 28 + 8 * (maxSections + index));
    const head = Buffer.alloc(sectionHeaderBytes);
    head.writeUInt16BE(type, 0);
    head.writeBigUInt64BE(BigInt(bytes.length), 4);
    parts.push(head, bytes);
    offset += sectionHeaderBytes + bytes.length;
  });
  header.writeUInt32BE(checksumOf([header.subarray(0, checksumAt), ...parts]), checksumAt);
  return Buffer.concat([header, ...parts]);
}

/** The sections of an image, in order: [{ type, bytes }]. Throws when it is not a whole image. */
export function decodeEif(image) {
  if (image.length < headerBytes || !image.subarray(0, 4).equals(magic))
    throw new Error('this is no enclave image');
  if (image.readUInt16BE(4) > version) throw new Error('the image is of a newer version');
  if (
    image.readUInt32BE(checksumAt) !==
    checksumOf([image.subarray(0, checksumAt), image.subarray(headerBytes)])
  )
    throw new Error('the checksum of the image is wrong');
  const sections = [];
  for (let at = headerBytes; at < image.length;) {
    if (image.length < at + sectionHeaderBytes) throw new Error('a section is cut off');
    const end = at + sectionHeaderBytes + Number(image.readBigUInt64BE(at + 4));
    if (end > image.length) throw new Error('a section is cut off');
    sections.push({ type: image.readUInt16BE(at), bytes: image.subarray(at + sectionHeaderBytes, end) });
    at = end;
  }
  if (sections.length !== image.readUInt16BE(26)) throw new Error('the number of sections is wrong');
  return sections;
}

/** What the hypervisor will report about an image, in lower-case hex by register index. An unsigned one has no PCR8. */
export function measureEif(image) {
  const registers = [0, 1, 2].map(() => createHash('sha384'));
  let ramdisk = 0;
  for (const { type, bytes } of decodeEif(image)) {
    if (type === sectionTypes.signature)
      throw new Error('signed images are measured by nitro-cli describe-eif');
    if (type === sectionTypes.metadata) continue;
    const isBoot = type !== sectionTypes.ramdisk || (ramdisk += 1) === 1;
    registers[0].update(bytes);
    registers[isBoot ? 1 : 2].update(bytes);
  }
  return Object.fromEntries(registers.map((hash, index) => [index, extended(hash.digest())]));
}

/** As a TPM extends a register that is still zero. */
function extended(digest) {
  return createHash('sha384').update(Buffer.alloc(48)).update(digest).digest('hex');
}

function checksumOf(parts) {
  return parts.reduce((checksum, bytes) => zlib.crc32(bytes, checksum), 0);
}
