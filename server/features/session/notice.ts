/** The company's notice on personal data (Ley 1581 of 2012), and who has read which text of it. */
import { successes } from '#contract/errors.ts';
import type { WorkingHours } from '#machines/domain/values/working-hours.ts';
import { hashOf } from '../../platform/access/digests.ts';
import { logChanges } from '../../platform/database/administration-log.repository.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type Operation, authorOf, done } from '../../platform/http/operation.ts';
import { hoursAndNotice, personalDataNotice } from '../settings/settings.ts';

/** What a session needs of the company. */
export interface CompanyFacts {
  horario: WorkingHours;
  /** The notice is due. */
  aviso: boolean;
}

/** Null without a notice. */
const noticeOf = (texto: string) => (texto === '' ? null : { texto, sha256: hashOf(texto) });

const readNoticeOf = async (trx: Trx, idUsuario: number): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('aviso_leido')
      .select('sha256')
      .where('id_usuario', '=', idUsuario)
      .executeTakeFirst()
  )?.sha256;

export async function companyFacts(trx: Trx, idUsuario: number): Promise<CompanyFacts> {
  const { horario, aviso } = await hoursAndNotice(trx);
  const notice = noticeOf(aviso);
  const isDue = notice !== null && notice.sha256 !== (await readNoticeOf(trx, idUsuario));
  return { horario, aviso: isDue };
}

export const personalNotice: Operation<'/avisoDatos'> = (_input, { read }) =>
  read(async (trx) => noticeOf(await personalDataNotice(trx)) ?? { texto: '', sha256: '' });

/** Refuses nothing: of a text that changed while it was read nothing is stored, so that the new one is shown. */
export const readNotice: Operation<'/leerAvisoDatos'> = ({ sha256 }, context) =>
  context.write(async (trx) => {
    const by = authorOf(context);
    const row = { id_usuario: context.session.idUsuario, sha256, leido: by.now };
    const isRead = (await readNoticeOf(trx, row.id_usuario)) === sha256;
    if (!isRead && noticeOf(await personalDataNotice(trx))?.sha256 === sha256)
      await logChanges(
        trx,
        by,
        'aviso_leido',
        ['id_usuario', row.id_usuario],
        () =>
          trx
            .insertInto('aviso_leido')
            .values(row)
            .onConflict((conflict) => conflict.column('id_usuario').doUpdateSet(row))
            .execute(),
        'NOTICE_READ',
      );
    return done(successes.saved);
  });
