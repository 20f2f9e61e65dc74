import { mostFrames } from './frames.js';

/**
 * Bytes. A server accepts a request of its largest size and little more, and a client an answer: 4 MiB is usual. So
 * what is ready at once goes in messages no larger than this.
 */
const mostBatchBytes = 64 * 1024;

/** All frames, in their order, in as many messages as they need. A frame that is larger has one of its own. */
export function batchesOf<Frame>(frames: readonly Frame[], sizeOf: (frame: Frame) => number): Frame[][] {
  let batch: Frame[] = [];
  const batches = [batch];
  let bytes = 0;
  for (const frame of frames) {
    const size = sizeOf(frame);
    if (batch.length > 0 && (bytes + size > mostBatchBytes || batch.length === mostFrames)) {
      batch = [];
      batches.push(batch);
      bytes = 0;
    }
    batch.push(frame);
    bytes += size;
  }
  return batches;
}
