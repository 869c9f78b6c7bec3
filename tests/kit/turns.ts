import { performance } from 'node:perf_hooks';

/**
 * Milliseconds that the process kept its loop for itself, at most: in one turn no longer than passed on the
 * clock, and no longer than it computed. So another process that takes the processor away is not counted.
 */
export function watchTurns(): () => number {
  let longest = 0;
  let clock = performance.now();
  let computed = process.cpuUsage();
  const timer = setInterval(() => {
    const { user, system } = process.cpuUsage(computed);
    longest = Math.max(longest, Math.min(performance.now() - clock, (user + system) / 1_000));
    clock = performance.now();
    computed = process.cpuUsage();
  }, 1);
  return () => {
    clearInterval(timer);
    return longest;
  };
}
