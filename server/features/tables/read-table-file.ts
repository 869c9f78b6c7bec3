/** The rows of an uploaded XLSX or CSV file, read in a worker. */
import { isFaultOfFile } from '../../platform/workers/tasks.ts';
import { runUntrusted, untrustedFiles } from '../../platform/workers/untrusted-files.ts';
import type { RunOptions } from '../../platform/workers/worker-pool.ts';
import type { ReadTable, TableFile, readTable } from './read-table.ts';

declare module '../../platform/workers/untrusted-files.ts' {
  interface UntrustedTasks {
    readTable: typeof readTable;
  }
}

/** Processor time to read a file, in milliseconds: a busy machine refuses no good file. */
const MOST = 10_000;

const harmful =
  'El archivo tardó demasiado en leerse o necesita demasiada memoria: use la plantilla y cargue menos filas.';

export type RequestInfo = Pick<RunOptions, 'by' | 'signal'>;

/** @param asking user and abort signal of the call */
export async function readTableFile(table: TableFile, asking: RequestInfo): Promise<ReadTable> {
  try {
    return await runUntrusted(() =>
      untrustedFiles.run('readTable', table, { ...asking, processor: MOST }),
    );
  } catch (error) {
    if (isFaultOfFile(error)) return { ok: false, motivo: harmful };
    throw error;
  }
}
