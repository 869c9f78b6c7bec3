/** A thread that lives boxes of the past: each message asks for the next piece. */
import { parentPort, workerData } from 'node:worker_threads';
import { type PastTask, pastPieces } from './past-pieces.ts';

const pieces = pastPieces(workerData as PastTask);
parentPort?.on('message', () => {
  const { value, done } = pieces.next();
  if (done) parentPort?.close();
  else parentPort?.postMessage(value);
});
