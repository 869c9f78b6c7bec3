/** Looks for the programs of the drill, which only system packages provide. */
import type { TestProject } from 'vitest/node';
import { lackingPackages } from '../drill/lacking-packages.ts';
import { leaveOut } from './lacking.ts';

export default function setup(project: TestProject): void {
  const lacking = lackingPackages();
  if (lacking !== null) leaveOut(project, lacking);
}
