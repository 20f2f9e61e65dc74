// An initial RAM file system (cpio, "newc", as in the kernel's
// Documentation/driver-api/early-userspace/buffer-format.rst). The same files give the same bytes: sorted by name,
// owned by root, all times zero, nothing of the machine that wrote it.

const types = { directory: 0o040000, file: 0o100000 };
const alignment = 4;

/** `files`: Map of absolute path to { bytes, mode }. Folders above them are made with mode 0755. */
export function archiveOf(files) {
  const entries = new Map();
  for (const [name, { bytes, mode }] of files) {
    const steps = name.split('/').slice(1);
    for (let depth = 1; depth < steps.length; depth += 1)
      entries.set(steps.slice(0, depth).join('/'), { bytes: Buffer.alloc(0), mode: types.directory | 0o755 });
    entries.set(steps.join('/'), { bytes, mode: types.file | mode });
  }
  const sorted = [...entries].sort(([left], [right]) =>
    Buffer.compare(Buffer.from(left), Buffer.from(right)),
  );
  const parts = sorted.map(([name, entry], index) => entryOf(name, entry, index + 1));
  parts.push(entryOf('TRAILER!!!', { bytes: Buffer.alloc(0), mode: 0 }, 0));
  return Buffer.concat(parts);
}

function entryOf(name, { bytes, mode }, inode) {
  const nameBytes = Buffer.from(`${name}\0`);
  const isDirectory = (mode & 0o170000) === types.directory;
  // inode, mode, uid, gid, links, mtime, size, device (2), device of a device file (2), length of the name, checksum
  const numbers = [inode, mode, 0, 0, isDirectory ? 2 : 1, 0, bytes.length, 0, 0, 0, 0, nameBytes.length, 0];
  const head = `070701${numbers.map((number) => number.toString(16).padStart(8, '0')).join('')}`;
  return Buffer.concat([padded(Buffer.concat([Buffer.from(head), nameBytes])), padded(bytes)]);
}

function padded(bytes) {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)]);
}
