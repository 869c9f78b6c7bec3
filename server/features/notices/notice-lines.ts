/** Lines of a mail about boxes. */
import type { MailKind } from '#contract/calls/mails.calls.ts';
import { counted } from '#machines/domain/values/counted.ts';
import { isOfStore } from '#machines/domain/people/mail-choice.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import { stageOfBox, stages } from '#machines/domain/box/stages.ts';
import { boxStateOf, expenseStates } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { Viewer } from '../../platform/access/session.ts';
import { type Notice, type NoticedBox, noticedBoxes } from './notice.repository.ts';
import { concernedExpenses } from '../pending/pending.repository.ts';

/** A notice that is still true, with what it says. */
export interface WrittenNotice {
  tipo: Exclude<MailKind, 'demora'>;
  box: NoticedBox;
  lines: string[];
}

export const nameOfBox = ({ consecutivo, tienda }: NoticedBox): string =>
  `Caja n.º ${consecutivo} de ${tienda}`;

const arrivalLine = (box: NoticedBox): string =>
  boxStateOf(box.active) === 'readyToShip'
    ? `${nameOfBox(box)}: revisada, lista para despachar los soportes (aprobado ${formatMoney(box.total_aprobado)})`
    : `${nameOfBox(box)}: ${formatMoney(box.total)}`;

const closingLine = (box: NoticedBox): string =>
  `${nameOfBox(box)}: aprobado ${formatMoney(box.total_aprobado)} de ${formatMoney(box.total)}`;

/** The expenses that the stage of the notice rejected, the first ones each with its reason. */
async function rejectionLines(
  trx: Trx,
  box: NoticedBox,
  active: number,
  wordy: boolean,
): Promise<string[]> {
  const stage = stageOfBox(boxStateOf(active));
  if (stage === null) return [];
  const code = expenseStates[stages[stage].rejected].codigo;
  const expenses = await concernedExpenses(trx, [box.id], [code]);
  const count = expenses[0]?.cantidad ?? 0;
  if (count === 0) return [];
  const title = `${nameOfBox(box)}: ${counted(count, 'gasto rechazado', 'gastos rechazados')} (${stages[stage].nombre})`;
  if (!wordy) return [title];
  const named = expenses.map(
    ({ proveedor, valor, motivo }) => `– ${proveedor}, ${formatMoney(valor)}: ${motivo ?? ''}`,
  );
  return [title, ...named, ...(count > named.length ? [`– y ${count - named.length} más`] : [])];
}

/** A box that went on waits for nobody there any more. */
const isOver = ({ tipo, active }: Notice, box: NoticedBox): boolean =>
  tipo === 'llegada' && box.active !== active;

/**
 * Says what is still true of some notices and what the person may read.
 *
 * @param wordy with the expenses that were rejected
 */
export async function tell(
  trx: Trx,
  viewer: Viewer,
  notices: readonly Notice[],
  wordy: boolean,
): Promise<WrittenNotice[]> {
  const boxes = await noticedBoxes(
    trx,
    viewer,
    notices.map(({ id_caja }) => id_caja),
  );
  const writtenNotices: WrittenNotice[] = [];
  for (const notice of notices) {
    const { tipo, active } = notice;
    const box = boxes.find(({ id }) => id === notice.id_caja);
    if (box === undefined || tipo === 'demora' || isOver(notice, box)) continue;
    const lines = {
      llegada: async () => [arrivalLine(box)],
      cierre: async () => [closingLine(box)],
      rechazo: () => rejectionLines(trx, box, active, wordy),
    };
    const written = await lines[tipo]();
    if (written.length > 0) writtenNotices.push({ tipo, box, lines: written });
  }
  return writtenNotices;
}

/** Completes «Caja n.º 12 de Laureles: …». */
export const subjectOf = ({ tipo }: WrittenNotice, profile: number): string =>
  ({
    llegada: isOfStore(profile) ? 'lista para despachar' : 'llegó para revisar',
    rechazo: 'gastos rechazados',
    cierre: 'cerrada',
  })[tipo];

/** The headings of the kinds in the mail of somebody. */
export const headingOf = (kind: MailKind, profile: number, count: number): string =>
  ({
    llegada: isOfStore(profile)
      ? 'Para despachar los soportes'
      : count === 1
        ? 'Llegó una caja para revisar'
        : `Llegaron ${count} cajas para revisar`,
    rechazo: 'Gastos rechazados',
    cierre: count === 1 ? 'Se cerró una caja' : `Se cerraron ${count} cajas`,
    demora:
      count === 1
        ? 'Una caja espera más de lo previsto'
        : `${count} cajas esperan más de lo previsto`,
  })[kind];
