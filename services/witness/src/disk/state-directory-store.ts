import { createHash } from 'node:crypto';
import { mkdir, opendir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@wallet-service/errors';
import { ConfigError } from '@wallet-service/config';
import { lockDirectory, type DirectoryLock } from './directory-lock-store.js';
import { replaceFile, syncFolder } from './write-file-store.js';

export type Folder = 'documents' | 'key-sets' | 'logs';

/** What a file says, as JSON. `subject` is what it is about. */
export type StateFile = { readonly subject: string };

export type StateDirectory = {
  /** What is kept about the subject, as `parse` reads it, which gets undefined for nothing and throws for damage. */
  readonly read: <Content>(
    folder: Folder,
    subject: string,
    parse: (file: unknown) => Content,
  ) => Promise<Content>;
  /** Resolves when the content is durable. Only one writer at a time for each subject. */
  readonly write: (folder: Folder, content: StateFile) => Promise<void>;
  readonly readRoot: () => Promise<Uint8Array | undefined>;
  readonly writeRoot: (signed: Uint8Array) => Promise<void>;
  /** Removes what was not written since then. Resolves to how many files there were. */
  readonly removeOlder: (folder: Folder, sinceMs: number) => Promise<number>;
  readonly isHeld: DirectoryLock['isHeld'];
  readonly close: () => Promise<void>;
};

export type StateDirectoryOptions = {
  readonly directory: string;
  /** Milliseconds since the epoch: until when a directory without state is that of a new witness. */
  readonly newStateUntilMs: number | undefined;
  readonly now: () => number;
  /** Called for each read and write that fails. */
  readonly onFailure: (error: unknown) => void;
};

const folders: readonly Folder[] = ['documents', 'key-sets', 'logs'];
/** Of the folders above. Version 1 had no `logs`. */
const layout = '2\n';

/**
 * Opens what a witness remembers. Throws if another process uses it, and if it was never initialised and is not new:
 * a witness that forgot everything would believe whatever it is shown first.
 */
export async function openStateDirectory(options: StateDirectoryOptions): Promise<StateDirectory> {
  const { directory } = options;
  const isNew = !(await exists(path.join(directory, 'initialised')));
  if (isNew) await makeNew(options);
  const lock = await lockDirectory(directory);
  try {
    // Only of an earlier layout is a missing folder no loss.
    if (isNew || (await readFile(path.join(directory, 'initialised'), 'utf8')) !== layout) {
      for (const folder of folders)
        await mkdir(path.join(directory, folder), { recursive: true, mode: 0o700 });
      await replaceFile(path.join(directory, 'initialised'), layout, () => undefined);
    }
    // The process before may have ended between a replacement and the moment when it was durable.
    for (const folder of ['.', ...folders]) await syncFolder(path.join(directory, folder));
    return stateDirectory(options, lock);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function makeNew({ directory, newStateUntilMs = 0, now }: StateDirectoryOptions): Promise<void> {
  if (newStateUntilMs <= now())
    throw new ConfigError([
      `STATE_DIRECTORY: ${directory} has no state of a witness. If the volume was lost, see the README of the ` +
        'witness. Only for a new witness, set NEW_STATE_UNTIL',
    ]);
  await mkdir(directory, { recursive: true, mode: 0o700 });
}

function stateDirectory(
  { directory, onFailure }: StateDirectoryOptions,
  lock: DirectoryLock,
): StateDirectory {
  const rootFile = path.join(directory, 'root-document.json');
  const unsynced = new Set<string>();
  const pathOf = (folder: Folder, subject: string): string =>
    path.join(directory, folder, `${createHash('sha256').update(subject).digest('hex')}.json`);

  /** What is not durable yet must not be spoken about. */
  const load = async (file: string): Promise<Buffer | undefined> => {
    const folder = path.dirname(file);
    if (unsynced.has(folder)) {
      await syncFolder(folder);
      unsynced.delete(folder);
    }
    return readFile(file).catch(missing);
  };
  const save = async (file: string, content: string | Uint8Array): Promise<void> => {
    await replaceFile(file, content, () => unsynced.add(path.dirname(file)));
  };
  const guarded =
    <Args extends unknown[], Result>(work: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        // What another process has written since would not be what this one states.
        if (!(await lock.isHeld()))
          throw new Error(`another process has taken ${directory} over, or it is gone`);
        return await work(...args);
      } catch (error) {
        onFailure(error);
        throw new AppError('service.unavailable', 'the witness cannot use its state', { cause: error });
      }
    };

  return {
    read: (folder, subject, parse) =>
      guarded(async () => {
        const content = await load(pathOf(folder, subject));
        return parse(content && contentAbout(subject, content));
      })(),
    write: guarded((folder: Folder, content: StateFile) =>
      save(pathOf(folder, content.subject), JSON.stringify(content)),
    ),
    readRoot: guarded(() => load(rootFile)),
    writeRoot: guarded((signed: Uint8Array) => save(rootFile, signed)),
    removeOlder: guarded((folder: Folder, sinceMs: number) =>
      removeOlder(path.join(directory, folder), sinceMs),
    ),
    isHeld: lock.isHeld,
    close: lock.release,
  };
}

/** A file in the place of another one, say from a wrong restore, must not speak for it. */
function contentAbout(subject: string, content: Buffer): unknown {
  const read = JSON.parse(content.toString('utf8')) as StateFile;
  if (read.subject !== subject)
    throw new Error(`the file of ${JSON.stringify(subject)} is about another subject`);
  return read;
}

async function removeOlder(folder: string, sinceMs: number): Promise<number> {
  let removed = 0;
  for await (const entry of await opendir(folder)) {
    const file = path.join(folder, entry.name);
    const found = await stat(file).catch(missing);
    if (found === undefined || found.mtimeMs >= sinceMs) continue;
    await rm(file, { force: true });
    removed += 1;
  }
  return removed;
}

async function exists(file: string): Promise<boolean> {
  return (await stat(file).catch(missing)) !== undefined;
}

function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
