import type { DecisionToStore } from './decision-store.js';

export type Waiting = { readonly decision: DecisionToStore; readonly settle: (stored: boolean) => void };

export function applicationOf({ decision }: Waiting): string {
  return decision.decision.application_id;
}

/** Memory for a record besides its text. */
const bytesOfHolder = 1024;

export function bytesOf({ decision }: Waiting): number {
  return decision.json.length + decision.request.length + bytesOfHolder;
}

type Line = { readonly waiting: Waiting[]; bytes: number };

/**
 * Decisions that wait to be stored, in one queue per application. When there is no room, the longest queue
 * loses its newest decision. A batch takes from the queues in turn. So neither the number nor the size of one
 * application's decisions delays or displaces those of others.
 */
export function createWaitingDecisions(mostBytes: number, onPushedOut: (entry: Waiting) => void) {
  const lines = new Map<string, Line>();
  let bytes = 0;

  function push(entry: Waiting): void {
    const applicationId = applicationOf(entry);
    const line = lines.get(applicationId) ?? { waiting: [], bytes: 0 };
    line.waiting.push(entry);
    line.bytes += bytesOf(entry);
    bytes += bytesOf(entry);
    lines.set(applicationId, line);
  }

  function remove(applicationId: string, line: Line, from: 'shift' | 'pop'): Waiting | undefined {
    const entry = line.waiting[from]();
    if (entry) {
      line.bytes -= bytesOf(entry);
      bytes -= bytesOf(entry);
    }
    if (line.waiting.length === 0) lines.delete(applicationId);
    return entry;
  }

  function pushOutOfLongest(): void {
    let longest: [string, Line] | undefined;
    for (const each of lines) if (!longest || each[1].bytes > longest[1].bytes) longest = each;
    const entry = longest && remove(...longest, 'pop');
    if (entry) onPushedOut(entry);
  }

  return {
    isEmpty: () => lines.size === 0,

    add(entry: Waiting): void {
      push(entry);
      while (bytes > mostBytes) pushOutOfLongest();
    },

    /** One from each application in turn, until the batch is full. */
    takeBatch(most: number): readonly Waiting[] {
      const batch: Waiting[] = [];
      while (batch.length < most) {
        const [first] = lines;
        if (!first) break;
        const [applicationId, line] = first;
        const entry = remove(applicationId, line, 'shift');
        if (entry) batch.push(entry);
        // Moved to the end, so that its next one comes after one of every other application.
        if (lines.delete(applicationId)) lines.set(applicationId, line);
      }
      return batch;
    },
  };
}
