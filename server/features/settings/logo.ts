import { writeFile } from 'node:fs/promises';
import { brokenRule } from '../../platform/errors/http-error.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import { isFaultOfFile } from '../../platform/workers/tasks.ts';
import {
  DRAWING_TIME,
  personOf,
  runUntrusted,
  untrustedFiles,
} from '../../platform/workers/untrusted-files.ts';
import type { drawLogo } from './draw-logo.ts';

declare module '../../platform/workers/untrusted-files.ts' {
  interface UntrustedTasks {
    drawLogo: typeof drawLogo;
  }
}

/**
 * The logo as it is stored and printed.
 *
 * @param given the chosen file as data URL; '' for none, undefined for an unchanged one
 * @throws HttpError 422 when it is no picture
 */
export async function printedLogo<Given extends string | undefined>(
  context: Pick<SessionContext, 'receipts' | 'session' | 'signal'>,
  given: Given,
): Promise<string | Given> {
  if (!given) return given;
  const options = { ...personOf(context), processor: DRAWING_TIME };
  const logo = await context.receipts.aside(async (file) => {
    await writeFile(file, given.slice(given.indexOf(',') + 1), 'base64');
    return runUntrusted(() => untrustedFiles.run('drawLogo', file, options)).catch(
      (error: unknown) => {
        if (isFaultOfFile(error)) return null;
        throw error;
      },
    );
  });
  if (logo === null)
    throw brokenRule(
      'logo_empresa',
      'El logo no se puede abrir. Guárdelo de nuevo como PNG o JPG.',
    );
  return logo;
}
