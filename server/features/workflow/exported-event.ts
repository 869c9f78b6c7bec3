import { instantInBogota } from '#machines/domain/values/bogota-time.ts';
import { boxEventNames, expenseEventNames } from '#machines/domain/history/event-names.ts';
import { signInName, stateNamesOf } from '#machines/domain/history/log-words.ts';
import { isProfileId, profiles } from '#machines/domain/people/profiles.ts';
import type { ExportedBox, ExportedEventRow } from './workflow-export.repository.ts';

/** Characters that XML 1.0 cannot hold, halves of surrogate pairs among them. */
const unspeakable =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get through
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A text with a replacement character for each one that no file should carry. */
export const speakable = (text: string): string => text.replace(unspeakable, '\ufffd');

/** One event as both files tell it. */
export interface ExportedEvent {
  box: ExportedBox;
  secuencia: number;
  /** ISO 8601 in Colombia, `2026-06-17T10:00:00.000-05:00`. */
  instante: string;
  /** Text that people read; each kind of event has another one. */
  evento: string;
  /** The name in the machines. */
  codigo: string;
  id_gasto: number | null;
  desde: string;
  hacia: string;
  persona: string;
  id_persona: number | null;
  perfil: string;
  observacion: string;
  motivo: string;
  /** How the person had signed in; '' for the system. */
  ingreso: string;
}

/** Name for events without a person. */
const system = 'Sistema';

const named = (names: Record<string, string>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;

const boxNames = new Set<string>(Object.values(boxEventNames));

/** Names an event. What follows from an event of the box bears its name: then it says that it is of an expense. */
function eventName({ id_gasto, evento }: ExportedEventRow): string {
  const ofBox = named(boxEventNames, evento);
  if (ofBox !== undefined || id_gasto === null) return ofBox ?? evento;
  const name = named(expenseEventNames, evento) ?? evento;
  return boxNames.has(name) ? `${name} (gasto)` : name;
}

/** @param reasons names of the rejection reasons */
export function exportedEvent(
  row: ExportedEventRow,
  box: ExportedBox,
  reasons: ReadonlyMap<number, string>,
): ExportedEvent {
  const { observacion, id_rechazo } = JSON.parse(row.payload) as Record<string, unknown>;
  const { id_gasto, id_actor, perfil } = row;
  const [desde, hacia] = stateNamesOf(row);
  return {
    box,
    secuencia: row.secuencia,
    instante: instantInBogota(row.instante),
    evento: eventName(row),
    codigo: row.evento,
    id_gasto,
    desde: row.desde === 'recording' ? 'En registro' : desde,
    hacia,
    persona: row.actor ?? system,
    id_persona: id_actor,
    perfil: isProfileId(perfil) ? profiles[perfil].nombre : system,
    observacion: typeof observacion === 'string' ? observacion : '',
    motivo: typeof id_rechazo === 'number' ? (reasons.get(id_rechazo) ?? '') : '',
    ingreso: id_actor === null ? '' : signInName(row.ingreso),
  };
}
