import { mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as yup from 'yup';
import { StartError, codeOf, folderFailures } from '../../platform/errors/http-error.ts';

/** Fills folders completely or leaves them empty. */

/** Failures of this program and of SQLite while a folder is filled. */
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
 * Fills a folder that is empty or does not exist; on failure the folder is emptied again.
 *
 * @throws StartError when the folder is not empty or cannot be written
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

/** Manifest of a backup. It is written last, so that a folder without it is not a backup. */

export const manifestName = 'manifiesto.json';
/** File name in a backup and in a data folder. */
export const databaseName = 'caja-menor.db';

/** The paths that a backup may contain: an untrusted manifest must not name a path outside the folder. */
const safePath = /^(caja-menor\.db|soportes\/[\da-f]{2}\/[\da-f]{64})$/;
const digest = /^[\da-f]{64}$/;

const manifestSchema = yup
  .object({
    formato: yup.number().oneOf([1]).required(),
    /** When the backup began, ISO 8601. */
    creado: yup.string().required(),
    /** Head of the log, as `audit:verify` prints it. */
    cabeza: yup.string().required(),
    /** The signed head of the copy, and the public keys of the installation. */
    firma: yup.string().optional(),
    claves: yup.array(yup.string().required()).optional(),
    archivos: yup
      .array(
        yup
          .object({
            /** Relative to the folder of the backup, with slashes. */
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

/** @throws StartError when the folder is not a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  try {
    const text = await readFile(join(folder, manifestName), 'utf8');
    const manifest = await manifestSchema.validate(JSON.parse(text), { strict: true });
    if (manifest.archivos.some(({ ruta }) => ruta === databaseName)) return manifest;
  } catch {
    // A missing, truncated or changed manifest cannot be trusted.
  }
  throw new StartError(
    `«${folder}» no es un respaldo completo de Caja menor: falta ${manifestName} o está dañado.`,
  );
}
