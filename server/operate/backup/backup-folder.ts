import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as yup from 'yup';
import { StartError, codeOf, folderFailures } from '../../platform/errors/http-error.ts';

/** Folders that are filled as a whole or left empty. */

/** The same while much is written, by us and by SQLite. */
const fillingFailures: readonly string[] = [
  ...folderFailures,
  'EDQUOT',
  'EFBIG',
  'EIO',
  'SQLITE_FULL',
  'SQLITE_CANTOPEN',
  'SQLITE_READONLY',
  'SQLITE_IOERR_WRITE',
];

/**
 * Fills a folder that is empty or not there yet; when that fails it is empty again.
 *
 * @throws StartError when something is in it, or when it cannot be written
 */
export async function filling<Result>(
  folder: string,
  fill: () => Promise<Result>,
): Promise<Result> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const [found] = await readdir(folder);
    if (found !== undefined)
      throw new StartError(`La carpeta «${folder}» no está vacía: tiene «${found}».`);
  } catch (error) {
    throw failureOf(folder, error);
  }
  try {
    return await fill();
  } catch (error) {
    for (const name of await readdir(folder))
      await rm(join(folder, name), { recursive: true, force: true });
    throw failureOf(folder, error);
  }
}

const failureOf = (folder: string, error: unknown): unknown =>
  fillingFailures.includes(codeOf(error))
    ? new StartError(`No se puede escribir en la carpeta «${folder}» (${codeOf(error)}).`)
    : error;

/** Description of a backup: written last, so a folder without it is none. */

export const manifestName = 'manifiesto.json';
/** In a backup and in a data folder alike. */
export const databaseName = 'caja-menor.db';

/** The paths that a backup may hold: a manifest from anywhere must not lead out of a folder. */
const safePath = /^(caja-menor\.db|soportes\/[\da-f]{2}\/[\da-f]{64})$/;
const digest = /^[\da-f]{64}$/;

const manifestSchema = yup
  .object({
    formato: yup.number().oneOf([1]).required(),
    /** When it was begun, ISO 8601. */
    creado: yup.string().required(),
    /** Head of the log, as `audit:verify` prints it. */
    cabeza: yup.string().required(),
    /** The head of the copy as the installation signed it, and the public keys of its signatures. */
    firma: yup.string().optional(),
    claves: yup.array(yup.string().required()).optional(),
    archivos: yup
      .array(
        yup
          .object({
            /** From the folder of the backup, with slashes. */
            ruta: yup.string().matches(safePath).required(),
            bytes: yup.number().integer().min(0).required(),
            sha256: yup.string().matches(digest).required(),
          })
          .required(),
      )
      .required(),
  })
  .required();

export type Manifest = yup.InferType<typeof manifestSchema>;
export type BackedUpFile = Manifest['archivos'][number];

/** @throws StartError when the folder is no whole backup */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    const text = await readFile(join(folder, manifestName), 'utf8');
    const manifest = await manifestSchema.validate(JSON.parse(text), { strict: true });
    if (manifest.archivos.some(({ ruta }) => ruta === databaseName)) return manifest;
  } catch {
    // Not there, cut off or changed: it says nothing that can be relied on.
  }
  throw new StartError(
    `«${folder}» no es un respaldo completo de Caja menor: falta ${manifestName} o está dañado.`,
  );
}
