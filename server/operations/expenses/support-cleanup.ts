import { supportIsUsed } from '../../repositories/novelty.repository.ts';
import { lockSupport } from '../../repositories/support-lock.ts';
import type { Context } from '../operation.ts';

/**
 * Removes a file that no expense names any more. After the commit that took its last row away, never
 * before; under the lock with which an upload makes sure that its file is there.
 */
export const dropUnusedSupport = (
  context: Pick<Context, 'read' | 'supports'>,
  sha256: string,
): Promise<void> =>
  context.read(async (trx) => {
    await lockSupport(trx, sha256);
    if (!(await supportIsUsed(trx, sha256, null))) await context.supports.remove(sha256);
  });
