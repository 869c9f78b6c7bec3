import type { WorkingCalendar } from '#machines/domain/values/working-hours.ts';
import { millisecondsInDay } from 'date-fns/constants';
import { type MailKind, mailKinds } from '#contract/calls/mails.calls.ts';
import { boxScreenOf, stageOfBox, stages } from '#machines/domain/stages/stages.ts';
import { boxStateOf, expenseStates } from '#machines/domain/stages/states.ts';
import { workedAgo } from '#machines/domain/values/durations.ts';
import { isAble } from '#machines/domain/people/authority.ts';
import { decidersOf } from '#machines/domain/people/delegation.ts';
import {
  awaitedProfiles,
  chosenTime,
  isDaily,
  isOfStore,
  type NewsKind,
  profilesOfKind,
} from '#machines/domain/people/mail-choice.ts';
import type { ProfileId } from '#machines/domain/people/profiles.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { counted } from '#machines/domain/values/texts.ts';
import { formatMoney } from '#machines/domain/values/money.ts';
import type { Viewer } from '../../platform/access/session.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { SessionContext } from '../../platform/http/operation.ts';
import type { UserRow } from '../accounts/user.repository.ts';
import { peopleOfStore } from '../cases/box-location.repository.ts';
import type { BoxRow } from '../cases/box.repository.ts';
import { type Mail, queueMail } from '../outbox/outbox.repository.ts';
import { concernedExpenses, type StoreItem } from '../pending/pending.repository.ts';
import {
  type Notice,
  type NoticedBox,
  type Recipient,
  concernedPeople,
  saveNotice,
  noticedBoxes,
} from './notice.repository.ts';

/** Lines of a mail about boxes. */

/** A notice that still applies, with its lines of text. */
interface WrittenNotice {
  tipo: NewsKind;
  box: NoticedBox;
  lines: string[];
}

const nameOfBox = ({ consecutivo, tienda }: NoticedBox): string =>
  `Caja n.º ${consecutivo} de ${tienda}`;

const arrivalLine = (box: NoticedBox): string =>
  boxStateOf(box.active) === 'readyToShip'
    ? `${nameOfBox(box)}: revisada, lista para despachar los soportes (aprobado ${formatMoney(box.total_aprobado)})`
    : `${nameOfBox(box)}: ${formatMoney(box.total)}`;

const closingLine = (box: NoticedBox): string =>
  `${nameOfBox(box)}: aprobado ${formatMoney(box.total_aprobado)} de ${formatMoney(box.total)}`;

/** Lines about the expenses that a stage rejected; `wordy` adds the first expenses with their reasons. */
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

/** An arrival notice is outdated once the box has left that state. */
const isOver = ({ tipo, active }: Notice, box: NoticedBox): boolean =>
  tipo === 'llegada' && box.active !== active;

/**
 * Writes the notices that still apply and whose boxes the viewer may see.
 *
 * @param wordy with the expenses that were rejected
 */
export async function writeNotices(
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
    if (box === undefined || isDaily(tipo) || isOver(notice, box)) continue;
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
const subjectOf = ({ tipo }: WrittenNotice, profile: number): string =>
  ({
    llegada: isOfStore(profile) ? 'lista para despachar' : 'llegó para revisar',
    rechazo: 'gastos rechazados',
    cierre: 'cerrada',
  })[tipo];

/** Heading of a kind in a mail to a user of a profile. */
const headingOf = (kind: MailKind, profile: number, count: number): string =>
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
    fondo: count === 1 ? 'Un fondo tiene poco dinero' : `${count} fondos tienen poco dinero`,
  })[kind];

/** Mails about boxes, which users choose on «Mis correos»: a few lines and one link. */

type Addressee = Pick<UserRow, 'razon_social' | 'email' | 'tipo'>;

/** Maximum number of boxes per kind in a daily mail. */
export const namedBoxes = 10;

const footer = 'Elija qué correos recibe, y cuándo, en «Mi cuenta».';

const written = (user: Addressee, sections: readonly string[][]): string =>
  [[`Hola, ${user.razon_social}:`], ...sections, [footer]]
    .map((lines) => lines.join('\n'))
    .join('\n\n');

const sectionOf = (heading: string, all: readonly string[], total: number): string[] => [
  `${heading}:`,
  ...all.slice(0, namedBoxes).map((line) => (line.startsWith('–') ? line : `• ${line}`)),
  ...(total > namedBoxes ? [`• y ${total - namedBoxes} más`] : []),
];

/** Immediate mail about one box. */
function noticeMail(
  user: Addressee,
  box: NoticedBox,
  notices: readonly WrittenNotice[],
  direccion: string,
): Pick<Mail, 'para' | 'asunto' | 'texto' | 'enlace'> {
  const subjects = notices.map((one) => subjectOf(one, user.tipo));
  return {
    para: user.email,
    asunto: `${nameOfBox(box)}: ${subjects.join(', ')}`,
    texto: written(
      user,
      notices.map(({ tipo, lines }) => [`${headingOf(tipo, user.tipo, 1)}:`, ...lines]),
    ),
    enlace: { titulo: 'Ver la caja', direccion },
  };
}

/** Boxes that wait longer than the target of their stage. */
interface Late {
  boxes: readonly NoticedBox[];
  total: number;
}

/** «Laureles: le queda 12 %: envíe ya su caja» */
const lowFundLine = ({ tienda, valor, porcentaje, porEnviar }: StoreItem): string => {
  const left =
    valor < 0
      ? `el fondo está excedido en ${formatMoney(-valor)}`
      : `le queda ${Math.floor(porcentaje ?? 0)} %`;
  return `${tienda}: ${left}${porEnviar ? ': envíe ya su caja' : ''}`;
};

const lateLine = (box: NoticedBox, now: number, calendar: WorkingCalendar): string =>
  `${nameOfBox(box)}: ${workedAgo(box.fecha_movimiento, now, calendar)}`;

/** Daily mail. @returns null when it would be empty */
export function dailyMail(
  user: Addressee,
  {
    notices,
    late,
    low,
    day,
    now,
    calendar,
  }: {
    notices: readonly WrittenNotice[];
    late: Late;
    /** Low funds. */
    low: readonly StoreItem[];
    day: string;
    now: number;
    calendar: WorkingCalendar;
  },
  direccion: string,
): Pick<Mail, 'para' | 'asunto' | 'texto' | 'enlace'> | null {
  const sections = mailKinds.flatMap((kind) => {
    if (kind === 'demora')
      return late.total === 0
        ? []
        : [
            sectionOf(
              headingOf(kind, user.tipo, late.total),
              late.boxes.map((box) => lateLine(box, now, calendar)),
              late.total,
            ),
          ];
    if (kind === 'fondo')
      return low.length === 0
        ? []
        : [sectionOf(headingOf(kind, user.tipo, low.length), low.map(lowFundLine), low.length)];
    const own = notices.filter(({ tipo }) => tipo === kind);
    if (own.length === 0) return [];
    const lines = own.flatMap((one) => one.lines);
    return [sectionOf(headingOf(kind, user.tipo, own.length), lines, lines.length)];
  });
  if (sections.length === 0) return null;
  return {
    para: user.email,
    asunto: `Caja menor: resumen del ${day}`,
    texto: written(user, sections),
    enlace: { titulo: 'Ver mis pendientes', direccion },
  };
}

/**
 * Mails and notices about a box that changed state, written in the same transaction, for the users it concerns, as each
 * of them chose. A rejection is announced only when the box moves on: until then the reviewer may still change it.
 */

/** Milliseconds after which an unsent immediate mail expires. */
const NEWS_LIFE = 2 * millisecondsInDay;

/** The kinds of news about a change of state, each with the profiles that it may concern. */
function newsOf(box: Readonly<BoxRow>, before: number): (Notice & { profiles: ProfileId[] })[] {
  const state = boxStateOf(box.active);
  const news = (tipo: MailKind, active: number, profiles: readonly ProfileId[]) => ({
    tipo,
    active,
    id_caja: box.id,
    profiles: profilesOfKind(tipo).filter((profile) => profiles.includes(profile)),
  });
  const stores = profilesOfKind('cierre');
  return [
    ...(state === 'closed'
      ? [news('cierre', box.active, stores)]
      : [news('llegada', box.active, awaitedProfiles(state))]),
    news('rechazo', before, profilesOfKind('rechazo')),
  ];
}

/** The supervisor of a store, or, during an absence, the delegates who decide instead. */
async function supervisorsOf(trx: Trx, idTienda: number, now: number): Promise<number[]> {
  const today = dateInBogota(now);
  const { id_supervisor, delegations } = await peopleOfStore(trx, idTienda, today);
  const [supervisor = id_supervisor, ...delegates] = decidersOf(id_supervisor, delegations, today);
  return delegates.length > 0 ? delegates : [supervisor];
}

/** @param before code of the previous state of the box */
export async function announceMove(
  trx: Trx,
  { session, config, now }: Pick<SessionContext, 'session' | 'config' | 'now'>,
  box: Readonly<BoxRow>,
  before: number,
): Promise<void> {
  const instant = now();
  const news = newsOf(box, before);
  const unrestrictedViewer = { idUsuario: 0, profile: 4, representa: [] } as const;
  const written = await writeNotices(trx, unrestrictedViewer, news, true);
  const [first] = written;
  if (first === undefined) return;
  const isWritten = ({ tipo }: Notice) => written.some((one) => one.tipo === tipo);
  const profiles = [...new Set(news.filter(isWritten).flatMap((one) => one.profiles))];
  const supervisors = await supervisorsOf(trx, box.id_tienda, instant);
  const people = await concernedPeople(trx, box.id_tienda, profiles, supervisors);
  for (const { user, choices } of people.filter(isConcerned(session.idUsuario))) {
    const own = news.filter((one) => isWritten(one) && one.profiles.some((id) => id === user.tipo));
    const at = (time: string) =>
      own.filter(({ tipo }) => chosenTime(user.tipo, tipo, choices) === time);
    for (const { profiles: _, ...notice } of at('diario'))
      await saveNotice(trx, user.id, notice, instant);
    const kinds = at('inmediato').map(({ tipo }) => tipo);
    if (kinds.length === 0) continue;
    const direccion = `${config.publicUrl}/#/${boxScreenOf(user.tipo, box.active)}/${box.id}`;
    const mail = noticeMail(
      user,
      first.box,
      written.filter(({ tipo }) => kinds.includes(tipo)),
      direccion,
    );
    await queueMail(trx, { ...mail, vence: instant + NEWS_LIFE }, instant);
  }
}

/** Excludes the user who acted, and users who may not do the work of their profile. */
const isConcerned =
  (actor: number) =>
  ({ user }: Recipient): boolean =>
    user.id !== actor && isAble(user);
