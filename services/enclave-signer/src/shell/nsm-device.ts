import { connect } from 'node:net';
import { Refused } from '@wallet-service/signer-protocol';
import type { AttestationDevice } from '../core/attestation-device.js';
import { attestationQuery, documentIn, randomIn, randomQuery } from '../core/nsm-messages.js';

/** The NSM itself answers at most 12 KiB. */
const maxAnswerBytes = 16 * 1024;
const maxInFlight = 16;
const prefixBytes = 4;

/**
 * The Nitro Security Module, reached through nsm-bridge: Node cannot issue the ioctl of /dev/nsm, so a small
 * process next to the signer, in the same measured image, does. The protocol on its Unix socket: a frame is a
 * 4-byte big-endian length and so many bytes of CBOR (RFC 8949). The client writes one frame, a request
 * exactly as the NSM takes it (`{"Attestation": {"user_data", "nonce", "public_key"}}`, or `"GetRandom"`);
 * the bridge writes one frame, the NSM's answer as it came (`{"Attestation": {"document"}}`, `{"GetRandom":
 * {"random"}}`, `{"Error": …}`), and the connection ends.
 */
export function nsmDevice(socketPath: string, timeoutMs = 5_000): AttestationDevice {
  let inFlight = 0;
  async function ask(query: Uint8Array): Promise<Uint8Array> {
    // The device answers one at a time. A caller that would wait long is refused at once.
    if (inFlight >= maxInFlight) throw new Refused('unavailable', { device: 'nsm' });
    inFlight += 1;
    try {
      return await exchange(socketPath, query, timeoutMs);
    } finally {
      inFlight -= 1;
    }
  }
  return {
    attest: async (request) => documentIn(await ask(attestationQuery(request))),
    random: async () => randomIn(await ask(randomQuery)),
  };
}

function exchange(socketPath: string, query: Uint8Array, timeoutMs: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    const socket = connect(socketPath);
    const settle = (answer: Uint8Array | undefined): void => {
      clearTimeout(timer);
      socket.destroy();
      if (answer) resolve(answer);
      else reject(new Refused('unavailable', { device: 'nsm' }));
    };
    const timer = setTimeout(settle, timeoutMs, undefined);
    socket.on('error', () => {
      settle(undefined);
    });
    socket.on('close', () => {
      settle(undefined);
    });
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received < prefixBytes) return;
      const length = Buffer.concat(chunks).readUInt32BE(0);
      if (length > maxAnswerBytes || received > prefixBytes + length) settle(undefined);
      else if (received === prefixBytes + length)
        settle(new Uint8Array(Buffer.concat(chunks).subarray(prefixBytes)));
    });
    const prefix = Buffer.alloc(prefixBytes);
    prefix.writeUInt32BE(query.length);
    socket.write(Buffer.concat([prefix, query]));
  });
}
