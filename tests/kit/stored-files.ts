/** Changes to stored files outside the program, wherever the engine stores them. */
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { testEngine } from './environment.ts';
import type { TestServer } from './server.ts';

type Place = Pick<TestServer, 'config' | 'db'>;

const fileOf = ({ config }: Place, sha256: string): string =>
  join(config.dataDir, 'soportes', sha256.slice(0, 2), sha256);

/** Replaces the content of a file. */
export async function spoilFile(place: Place, sha256: string, text: string): Promise<void> {
  if (testEngine() === 'sqlite') return writeFile(fileOf(place, sha256), text);
  const contenido = Buffer.from(text);
  const file = place.db.updateTable('archivo').where('sha256', '=', sha256);
  await file.set({ bytes: contenido.length }).execute();
  const piece = place.db.updateTable('archivo_trozo').where('sha256', '=', sha256);
  await piece.set({ contenido }).where('numero', '=', 0).execute();
}

/** Sets the time at which a file was stored, epoch milliseconds. */
export async function ageFile(place: Place, sha256: string, instant: number): Promise<void> {
  if (testEngine() === 'sqlite')
    return utimes(fileOf(place, sha256), new Date(instant), new Date(instant));
  const file = place.db.updateTable('archivo').where('sha256', '=', sha256);
  await file.set({ creado: instant }).execute();
}

/** Leftovers of a killed server, with their time: a folder with a file, and a file. */
export async function leaveHalfWritten(place: Place, instant: number): Promise<[string, string]> {
  const root = join(place.config.dataDir, 'soportes');
  const [folder, file] = [join(root, '.carga.tmp'), join(root, 'ab', '.medio.tmp')];
  await mkdir(folder, { recursive: true });
  await mkdir(dirname(file), { recursive: true });
  await writeFile(join(folder, 'archivo'), 'de un servidor que terminó');
  await writeFile(file, 'a medias');
  for (const name of [folder, file]) await utimes(name, new Date(instant), new Date(instant));
  return [folder, file];
}
