import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { workerFile } from '../../platform/workers/worker-pool.ts';
import type { PastPiece, PastTask } from './past-pieces.ts';

/** Megabytes: most of what a box needs is garbage before it is full. */
const YOUNG = 192;
/** Pieces that are asked for before they are taken: one is simulated while another one is written. */
const IN_ADVANCE = 2;

/** The same rows as `pastPieces`, simulated in a thread of their own. */
export async function* simulateInWorker(task: PastTask): AsyncGenerator<PastPiece, void, void> {
  const worker = new Worker(workerFile('past.js'), {
    workerData: task,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG },
  });
  try {
    for (let count = 0; count < IN_ADVANCE; count += 1) worker.postMessage(null);
    for await (const [piece] of on(worker, 'message', { close: ['exit'] })) {
      yield piece;
      worker.postMessage(null);
    }
  } finally {
    await worker.terminate();
  }
}
