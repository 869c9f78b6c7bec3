import { inject, type RunnerTask, type RunnerTestFile, TestRunner } from 'vitest';
import './lacking.ts';

function skip(task: RunnerTask): void {
  task.mode = 'skip';
  if ('tasks' in task) task.tasks.forEach(skip);
}

/** Skips every test and hook of a suite for which the machine lacks software. */
export default class SkippingRunner extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (inject('lacks') !== undefined) files.forEach(skip);
  }
}
