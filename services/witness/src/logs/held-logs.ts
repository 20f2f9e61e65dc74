import { noCheckpoint, textOfLogCheckpoint, type LogCheckpoint } from '@wallet-service/signer-protocol';

/** The newest checkpoint of a journal that this witness has seen. */
export type HeldLog = {
  readonly checkpoint: LogCheckpoint;
  /** Of the application's key, which signed the first one that was seen. Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** Of that key over the checkpoint, so that others can be shown it too. 64 bytes. */
  readonly signature: Uint8Array;
};

/** The journals of one file, by their applications. */
export type HeldLogs = ReadonlyMap<string, HeldLog>;

type LogOfFile = {
  readonly generation: number;
  readonly size: number;
  readonly root: string;
  readonly public_key: string;
  readonly signature: string;
};
type LogsFile = { readonly subject: string; readonly logs: Readonly<Record<string, LogOfFile>> };

export function checkpointIn(logs: HeldLogs, applicationId: string): LogCheckpoint {
  return logs.get(applicationId)?.checkpoint ?? noCheckpoint(applicationId);
}

export function fileOfLogs(subject: string, logs: HeldLogs): LogsFile {
  const entries = [...logs].map(
    ([applicationId, { checkpoint, publicKey, signature }]): [string, LogOfFile] => {
      const { generation, size } = checkpoint;
      const root = base64Of(checkpoint.root);
      const log = { generation, size, root, public_key: base64Of(publicKey), signature: base64Of(signature) };
      return [applicationId, log];
    },
  );
  return { subject, logs: Object.fromEntries(entries) };
}

/** Throws if the file is not what this witness wrote. */
export function logsOfFile(file: unknown): HeldLogs {
  if (file === undefined) return new Map();
  const { logs } = file as Partial<LogsFile>;
  if (typeof logs !== 'object') throw new Error('a file of journals is damaged');
  return new Map(
    Object.entries(logs).map(([applicationId, log]) => [applicationId, heldOf(applicationId, log)]),
  );
}

function heldOf(applicationId: string, { generation, size, ...log }: LogOfFile): HeldLog {
  const [root, publicKey, signature] = [log.root, log.public_key, log.signature].map(
    (text) => new Uint8Array(Buffer.from(text, 'base64')),
  );
  if (!root || publicKey?.length !== 32 || signature?.length !== 64 || generation < 1)
    throw new Error(`the checkpoint of ${applicationId} in a file of journals is damaged`);
  const checkpoint = { applicationId, generation, size, root };
  // Throws for what is no checkpoint.
  textOfLogCheckpoint(checkpoint);
  return { checkpoint, publicKey, signature };
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
