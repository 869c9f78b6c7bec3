/** Instant of the last complete backup, in a file of the data folder: the command writes it, the metrics read it. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ifThere } from '../errors/http-error.ts';

const fileIn = (dataDir: string): string => join(dataDir, 'ultimo-respaldo');

/** @returns epoch milliseconds; null without a backup */
export async function lastBackup(dataDir: string): Promise<number | null> {
  const text = await ifThere(readFile(fileIn(dataDir), 'utf8'));
  return text === null ? null : Number(text);
}

export async function noteBackup(dataDir: string, instant: number): Promise<void> {
  const file = fileIn(dataDir);
  await writeFile(`${file}.tmp`, `${instant}\n`);
  await rename(`${file}.tmp`, file);
}
