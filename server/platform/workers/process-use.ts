import { readdir, readFile } from 'node:fs/promises';

/** Memory and descriptors of a process. */
export interface ProcessUse {
  /** Resident bytes. */
  memory: number;
  /** Open file descriptors. */
  descriptors: number;
}

/** Null for a process that ended, and where no /proc tells (it is that of Linux). */
export async function processUse(pid: number): Promise<ProcessUse | null> {
  try {
    const [status, descriptors] = await Promise.all([
      readFile(`/proc/${pid}/status`, 'utf8'),
      readdir(`/proc/${pid}/fd`),
    ]);
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    if (kilobytes === undefined) return null;
    return { memory: Number(kilobytes) * 1024, descriptors: descriptors.length };
  } catch {
    return null;
  }
}
