/** Processor time of a server by thread and process, from /proc on Linux. */
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time so far. */
export interface ProcessorTime {
  /** Main thread of the server. */
  answering: number;
  /** Other threads of the server: files, disk, garbage collection. */
  beside: number;
  /** Worker processes of the server. */
  workers: number;
  /** This process, which sends the requests. */
  asking: number;
}

/** Milliseconds of a kernel tick in /proc/…/stat. */
const TICK = 10;

/** Processor time of a process in milliseconds, and the id of its parent. */
function ofProcess(pid: number | string): { parent: number; time: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // The name is in parentheses and may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { parent: Number(fields[1]), time: TICK * (Number(fields[11]) + Number(fields[12])) };
}

const ofThread = (pid: number, thread: number | string): number =>
  Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;

/** Processor time of the main thread in milliseconds. */
const ofMainThread = (pid: number): number => ofThread(pid, pid);

/** Processor time of each thread in milliseconds; empty without /proc. */
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
      // The process has ended.
      return sum;
    }
  }, 0);
}

/** @returns null without /proc */
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

/** Processor time between two readings, per piece of work. */
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
