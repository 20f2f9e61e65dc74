// An attacker with stolen certificates, inside the network of one service: `node intruder.mjs` reads { service,
// certificates, calls } from standard input and prints the answer for each certificate and call. It runs in a container
// without packages, so it needs only node.
import { connect } from 'node:http2';
import { readFileSync } from 'node:fs';
import { connect as connectTls } from 'node:tls';

const given = JSON.parse(readFileSync(0, 'utf8'));
const read = (file) => readFileSync(`/tls/${file}`);

/**
 * `certificate`: { cert, key }, names of files; or nothing, for a caller without one. Resolves to { error } or
 * { answers }, in the order of the calls.
 */
function enter(certificate) {
  return new Promise((resolve) => {
    const own = certificate && { cert: read(certificate.cert), key: read(certificate.key) };
    const trusted = { ca: read('ca.crt'), servername: given.service, ALPNProtocols: ['h2'] };
    const socket = connectTls({ host: '127.0.0.1', port: 50051, ...trusted, ...own });
    const session = connect('https://127.0.0.1:50051', { createConnection: () => socket });
    const timer = setTimeout(() => end({ error: 'not answered within two minutes' }), 120_000);
    function end(outcome) {
      clearTimeout(timer);
      session.destroy();
      resolve(outcome);
    }
    // An alert after the handshake reaches the socket, and not always the session.
    for (const side of [socket, session])
      side.on('error', (error) => end({ error: error.code ?? error.message }));
    session.on('close', () => end({ error: 'closed' }));
    // With TLS 1.3, a client without a certificate learns only after the handshake that it has failed.
    session.once('remoteSettings', async () => {
      const answers = [];
      for (const one of given.calls) answers.push(await call(session, one));
      end({ answers });
    });
  });
}

/**
 * One message to a path. Resolves to { status, error, data }, `error` and `data` in base64. A stream of calls ends when
 * nothing more comes.
 */
function call(session, { path, message, isStream }) {
  return new Promise((resolve) => {
    const stream = session.request({
      ...{ ':method': 'POST', ':path': path, 'content-type': 'application/grpc', te: 'trailers' },
      ...(isStream ? {} : { 'grpc-timeout': '5S' }),
    });
    const chunks = [];
    let told = {};
    let timer = setTimeout(finish, 10_000);
    function finish() {
      clearTimeout(timer);
      stream.close();
      resolve({
        status: told['grpc-status'],
        error: told['error-bin'],
        data: Buffer.concat(chunks).toString('base64'),
      });
    }
    stream.on('response', (headers) => (told = { ...told, ...headers }));
    stream.on('trailers', (headers) => (told = { ...told, ...headers }));
    stream.on('data', (chunk) => {
      chunks.push(chunk);
      if (!isStream) return;
      clearTimeout(timer);
      // The answers of a stream come as they are ready.
      timer = setTimeout(finish, 4_000);
    });
    stream.on('error', () => {});
    stream.on('close', finish);
    const bytes = Buffer.from(message, 'base64');
    const frame = Buffer.alloc(5 + bytes.length);
    frame.writeUInt32BE(bytes.length, 1);
    bytes.copy(frame, 5);
    if (isStream) stream.write(frame);
    else stream.end(frame);
  });
}

console.log(JSON.stringify(await Promise.all(given.certificates.map(enter))));
