/** Mails about boxes, which people choose on «Mis correos»: few lines, and one link. */
import { mailKinds } from '#contract/calls/mails.calls.ts';
import { workedSince } from '#machines/domain/history/durations.ts';
import type { WorkingCalendar } from '#machines/domain/values/working-time.ts';
import type { Mail } from '../outbox/outbox.repository.ts';
import type { NoticedBox } from './notice.repository.ts';
import type { UserRow } from '../accounts/user.repository.ts';
import { headingOf, nameOfBox, subjectOf, type WrittenNotice } from './notice-lines.ts';

type Addressee = Pick<UserRow, 'razon_social' | 'email' | 'tipo'>;

/** A kind names so many boxes in a daily mail. */
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

/** News of one box, at once. */
export function noticeMail(
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

const lateLine = (box: NoticedBox, now: number, calendar: WorkingCalendar): string =>
  `${nameOfBox(box)}: hace ${workedSince(box.fecha_movimiento, now, calendar)}`;

/** Everything of a day. @returns null when there is nothing */
export function dailyMail(
  user: Addressee,
  {
    notices,
    late,
    day,
    now,
    calendar,
  }: {
    notices: readonly WrittenNotice[];
    late: Late;
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
