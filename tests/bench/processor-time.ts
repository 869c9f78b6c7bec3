/** Processor time of a server, by the places where its work is done, as Linux tells it. */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time so far. */
export interface ProcessorTime {
  /** The thread that answers. */
  answering: number;
  /** The other threads of its process: files, the disk, the collection of garbage. */
  beside: number;
  /** The processes of its workers. */
  workers: number;
  /** This process, which asks. */
  asking: number;
}

/** Kernel's ticks of /proc/…/stat are a hundredth of a second. */
const TICK = 10;

/** Milliseconds of a process, and the process that started it. */
function ofProcess(pid: number | string): { parent: number; time: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name stands in parentheses and may have blanks.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), time: TICK * (Number(fields[11]) + Number(fields[12])) };
}

const ofThread = (pid: number, thread: number | string): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;

/** Milliseconds of the first thread of a process. */
const ofMainThread = (pid: number): number => ofThread(pid, pid);

/** Milliseconds of each thread of a process; none where there is no /proc. */
export const ofThreads = (pid: number): ReadonlyMap<string, number> =>
  new Map(
    process.platform === 'linux'
      ? readdirSync(`/proc/${pid}/task`).map((thread) => [thread, ofThread(pid, thread)])
      : [],
  );

function ofChildren(pid: number): number {
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return processes.reduce((sum, name) => {
    try {
      const { parent, time } = ofProcess(name);
      return parent === pid ? sum + time : sum;
    } catch {
      // It ended meanwhile.
      return sum;
    }
  }, 0);
}

/** @returns null where there is no /proc */
export function processorTime(pid: number): ProcessorTime | null {
  if (process.platform !== 'linux') return null;
  const answering = ofMainThread(pid);
  const { user, system } = process.cpuUsage();
  return {
    answering,
    beside: ofProcess(pid).time - answering,
    workers: ofChildren(pid),
    asking: (user + system) / 1_000,
  };
}

/** What was used between two moments, for each of so many pieces of work. */
export const spent = (
  before: ProcessorTime,
  after: ProcessorTime,
  pieces: number,
): ProcessorTime => ({
  answering: (after.answering - before.answering) / pieces,
  beside: (after.beside - before.beside) / pieces,
  workers: (after.workers - before.workers) / pieces,
  asking: (after.asking - before.asking) / pieces,
});
