/** Imports electronic invoices from files and folders of this machine, for an accounting user of the terminal. */
import { constants, copyFile, mkdir, readdir, stat, unlink } from 'node:fs/promises';
import { basename, join, parse } from 'node:path';
import { type ImportedInvoice, maximumInvoiceFileBytes } from '#contract/calls/imports.calls.ts';
import { refusals } from '#contract/errors.ts';
import { formatPesos } from '#machines/domain/values/money.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { codeOf } from '../../platform/errors/http-error.ts';
import { WorkerError } from '../../platform/workers/tasks.ts';
import { type ImportAccess, importFile, refusedFile } from './import-file.ts';

interface ImportSummary {
  archivos: number;
  nueva: number;
  repetida: number;
  rechazada: number;
  /** Expenses that were matched. */
  gastos: number;
}

const failures: Record<string, string> = {
  ENOENT: 'No existe.',
  EACCES: 'No hay permiso para leerlo.',
  EPERM: 'No hay permiso para leerlo.',
};

const failureOf = (error: unknown): string => failures[codeOf(error)] ?? 'No se pudo leer.';

/** Folders, inside an imported one, of files that were read; their files are not read again. */
const done = 'importadas';
const failed = 'rechazadas';

const isRead = (name: string): boolean => [done, failed].includes(name.split(/[\\/]/, 1)[0] ?? '');

/**
 * Moves a file to the folder of those that were read, or of those with a refused invoice. Another file of the same name
 * is never overwritten.
 */
async function moveAway(folder: string, file: string, isRefused: boolean): Promise<void> {
  const target = join(folder, isRefused ? failed : done);
  await mkdir(target, { recursive: true });
  const { name, ext } = parse(file);
  for (let copy = 1; ; copy += 1) {
    const free = join(target, copy === 1 ? `${name}${ext}` : `${name} (${copy})${ext}`);
    try {
      // No link: the system may refuse one to a file of another account.
      await copyFile(file, free, constants.COPYFILE_EXCL);
      return await unlink(file);
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

/** Files of a path: a file itself, whatever its name; for a folder its XML, ZIP and EML files, at any depth. */
async function filesAt(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = await readdir(path, { recursive: true });
  return names
    .filter((name) => /\.(xml|zip|eml)$/i.test(name) && !isRead(name))
    .toSorted()
    .map((name) => join(path, name));
}

async function importPath(
  access: ImportAccess,
  actor: Person,
  path: string,
): Promise<ImportedInvoice[]> {
  const { size } = await stat(path);
  if (size > maximumInvoiceFileBytes) return [refusedFile(basename(path), refusals[413])];
  return importFile(access, actor, { filename: basename(path), file: path });
}

/** One line of output: result, path, invoice, message and warning. */
function lineOf(path: string, result: ImportedInvoice): string {
  const { archivo, resultado, numero, proveedor, total, mensaje, aviso } = result;
  const [, entry] = archivo.split(' › ');
  const where = entry === undefined ? path : `${path} › ${entry}`;
  const what = [numero, proveedor, total === null ? null : formatPesos(total)].filter(Boolean);
  return [resultado.padEnd(9), where, what.join(' · '), mensaje, aviso]
    .filter((part) => part !== '')
    .join('  ');
}

/** The results of a path; an unreadable file is a result, too. */
async function resultsOf(
  access: ImportAccess,
  actor: Person,
  path: string,
): Promise<ImportedInvoice[]> {
  try {
    return await importPath(access, actor, path);
  } catch (error) {
    // A worker thread opens the file, so the system error may be the cause of a WorkerError.
    const cause = error instanceof WorkerError ? error.cause : error;
    if (cause !== error ? codeOf(cause) === '' : !(error instanceof Error && 'syscall' in error))
      throw error;
    return [refusedFile(basename(path), failureOf(cause))];
  }
}

/**
 * Imports every file of the paths, one after another.
 *
 * @param say receives one line for each invoice, and for each file without one
 * @param moves the files of a folder are moved away as soon as they are read: what an interrupted run leaves is read again
 */
export async function importPaths(
  access: ImportAccess,
  actor: Person,
  paths: readonly string[],
  say: (line: string) => void,
  moves = false,
): Promise<ImportSummary> {
  const summary: ImportSummary = { archivos: 0, nueva: 0, repetida: 0, rechazada: 0, gastos: 0 };
  const take = (path: string, results: readonly ImportedInvoice[]) => {
    summary.archivos += 1;
    for (const result of results) {
      summary[result.resultado] += 1;
      summary.gastos += result.gastos;
      say(lineOf(path, result));
    }
  };
  for (const path of paths) {
    const files = await filesAt(path).catch((error: unknown) => failureOf(error));
    if (typeof files === 'string') take(path, [refusedFile(basename(path), files)]);
    else if (files.length === 0 && !moves)
      take(path, [refusedFile(basename(path), 'La carpeta no tiene archivos XML, ZIP ni EML.')]);
    else
      for (const file of files) {
        const results = await resultsOf(access, actor, file);
        take(file, results);
        if (moves && file !== path)
          await moveAway(
            path,
            file,
            results.some(({ resultado }) => resultado === 'rechazada'),
          );
      }
  }
  return summary;
}
