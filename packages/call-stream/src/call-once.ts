import type { Connection } from './connection.js';
import { prefixBytes } from './message-reader.js';
import { OutgoingCall } from './outgoing-call.js';
import { status } from './status.js';

export type CallOnceOptions = {
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly maxMessageBytes: number;
  readonly timeoutMs: number;
};

const emptyRequest = Buffer.alloc(prefixBytes);

/**
 * Calls a method with an empty request. Resolves to its answer, undefined if it has none. Rejects without an answer in
 * time, and if the server failed, also after it had answered.
 */
export function callOnce(connection: Connection, options: CallOnceOptions): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    let response: Uint8Array | undefined;
    const call = new OutgoingCall(connection, {
      ...options,
      onMessage: (message) => {
        response = message;
      },
      onEnd: (end) => {
        if (end.status === status.OK) resolve(response);
        else reject(new Error(`${options.path} ended with status ${end.status}: ${end.message}`));
      },
    });
    call.write(emptyRequest);
    call.end();
  });
}
