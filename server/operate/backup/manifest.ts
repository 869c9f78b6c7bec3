/** Description of a backup: written last, so a folder without it is none. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as yup from 'yup';
import { StartError } from '../../platform/errors/start-error.ts';

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
