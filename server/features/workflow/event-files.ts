import { anomaliesIn } from '#machines/domain/values/texts.ts';
import { boxStateOf, boxStates } from '#machines/domain/stages/states.ts';
import {
  boxEventNames,
  eventNameOf,
  signInName,
  stateNamesOf,
} from '#machines/domain/history/log-words.ts';
import { isProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { instantInBogota } from '#machines/domain/values/bogota-time.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { type CsvCell, csvLine, csvMark, speakable } from '#machines/domain/values/csv.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import type { ExportedBox, ExportedEventRow, ExportedExpense } from './workflow-log.repository.ts';

/** What the files say of an event. */
export interface EventFacts {
  /** ISO 8601 in Colombia, `2026-06-17T10:00:00.000-05:00`. */
  instante: string;
  /** Display name, different for each kind of event. */
  evento: string;
  /** Name of the event in the machines. */
  codigo: string;
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

/** An event of a box in the form that all file formats use. */
export interface ExportedEvent extends EventFacts {
  box: ExportedBox;
  /** Whether the case exceeded the target of a stage; null in a file of the events of a period. */
  tarde: boolean | null;
  /** The expense of the event, and its categories; undefined for an event of the box or a removed expense. */
  expense: ExportedExpense | undefined;
  categorias: string;
  secuencia: number;
  id_gasto: number | null;
}

/** Name for events without a person. */
export const system = 'Sistema';

const boxNames = new Set<string>(Object.values(boxEventNames));

/** Display name of an event; a consequence has the name of its box event with the suffix `(gasto)`. */
function eventName({ id_gasto, evento }: ExportedEventRow): string {
  const name = eventNameOf(evento);
  const follows = id_gasto !== null && !Object.hasOwn(boxEventNames, evento) && boxNames.has(name);
  return follows ? `${name} (gasto)` : name;
}

/** Expenses of an event: its own, or those of its box, which are recorded before any other event of the box. */
export const expensesOf = ({ id_gasto, box }: ExportedEvent): number[] =>
  id_gasto === null ? box.gastos.map(({ id }) => id) : [id_gasto];

/** Names by key that a file shows. */
export interface ExportedNames {
  reasons: ReadonlyMap<number, string>;
  categories: ReadonlyMap<number, string>;
}

/** @param tarde whether the case is late; null when the file has no whole cases */
export function exportedEvent(
  row: ExportedEventRow,
  box: ExportedBox,
  { reasons, categories }: ExportedNames,
  tarde: boolean | null,
): ExportedEvent {
  const expense = box.gastos.find(({ id }) => id === row.id_gasto);
  const own: readonly number[] = JSON.parse(expense?.categorias ?? '[]');
  const { observacion, id_rechazo } = JSON.parse(row.payload) as Record<string, unknown>;
  const { id_gasto, id_actor, perfil } = row;
  const [desde, hacia] = stateNamesOf(row);
  return {
    box,
    tarde,
    expense,
    categorias: own.map((id) => categories.get(id) ?? '').join('; '),
    secuencia: row.secuencia,
    instante: instantInBogota(row.instante),
    evento: eventName(row),
    codigo: row.evento,
    id_gasto,
    desde,
    hacia,
    persona: row.actor ?? system,
    id_persona: id_actor,
    perfil: isProfileId(perfil) ? profiles[perfil].nombre : system,
    observacion: typeof observacion === 'string' ? observacion : '',
    motivo: typeof id_rechazo === 'number' ? (reasons.get(id_rechazo) ?? '') : '',
    ingreso: id_actor === null ? '' : signInName(row.ingreso),
  };
}

/** The log as CSV (RFC 4180) in UTF-8 with a byte order mark, so that spreadsheets show accents. */

/** Other programs read the file by these names; new columns go to the end. */
const columns: readonly (readonly [header: string, value: (event: ExportedEvent) => CsvCell])[] = [
  ['Caja', ({ box }) => box.id],
  ['Tienda', ({ box }) => box.tienda],
  ['Centro de costo', ({ box }) => box.centro_costo],
  ['Supervisor', ({ box }) => box.supervisor],
  ['Caja n.º', ({ box }) => box.consecutivo],
  ['Secuencia', ({ secuencia }) => secuencia],
  ['Fecha y hora', ({ instante }) => instante],
  ['Evento', ({ evento }) => evento],
  ['Código del evento', ({ codigo }) => codigo],
  ['Gasto', ({ id_gasto }) => id_gasto],
  ['Desde', ({ desde }) => desde],
  ['Hacia', ({ hacia }) => hacia],
  ['Persona', ({ persona }) => persona],
  ['Perfil', ({ perfil }) => perfil],
  ['Observación', ({ observacion }) => observacion],
  ['Motivo de rechazo', ({ motivo }) => motivo],
  ['Ingreso', ({ ingreso }) => ingreso],
  ['Formato', ({ box }) => box.formato],
  ['Ciudad', ({ box }) => box.ciudad],
  ['Valor de la caja', ({ box }) => toPesos(box.total)],
  ['Categoría', ({ categorias }) => categorias],
  ['Valor del gasto', ({ expense }) => (expense === undefined ? null : toPesos(expense.valor))],
  ['Novedad', ({ expense }) => anomaliesIn(expense?.informe_novedad ?? '').join(' ')],
  ['Resultado', ({ box }) => outcomeOf(box)],
  ['Meta', ({ tarde }) => (tarde === null ? '' : tarde ? 'Superada' : 'Cumplida')],
];

/** How much of a closed box was granted; '' before the closing. */
function outcomeOf({ active, total, total_aprobado }: ExportedBox): string {
  if (active !== boxStates.closed.codigo) return '';
  if (total_aprobado === total) return 'Aprobada completa';
  return total_aprobado > 0 ? 'Aprobada en parte' : 'Sin aprobar';
}

/** Yields the file, one page of events at a time. */
export async function* csvOf(pages: AsyncIterable<ExportedEvent[]>): AsyncGenerator<string> {
  yield csvMark + csvLine(columns.map(([header]) => header));
  for await (const events of pages) {
    if (events.length === 0) continue;
    yield events.map((event) => csvLine(columns.map(([, value]) => value(event)))).join('');
  }
}

/** The log as XES (IEEE 1849-2016), for process mining tools. A trace is a box or an expense. */

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Unescaped, a parser would normalise them to spaces.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const escaped = (text: string): string =>
  speakable(text).replace(/[&<>"\t\n\r]/g, (sign) => escapes[sign] ?? sign);

type Kind = 'string' | 'date' | 'int' | 'float';

const attribute = (kind: Kind, key: string, value: string | number): string =>
  `<${kind} key="${key}" value="${escaped(String(value))}"/>`;

/** An optional attribute; it is omitted without a value. */
const optional = (kind: Kind, key: string, value: string | number | null): string =>
  value === null || value === '' ? '' : attribute(kind, key, value);

const extensions = [
  ['Concept', 'concept'],
  ['Time', 'time'],
  ['Organizational', 'org'],
  ['Lifecycle', 'lifecycle'],
].map(
  ([name, prefix]) =>
    `<extension name="${name}" prefix="${prefix}" uri="http://www.xes-standard.org/${prefix}.xesext"/>`,
);

/** Attributes of every trace and every event, with their default values. */
const globals = [
  '<global scope="trace">',
  attribute('string', 'concept:name', 'Caja'),
  attribute('string', 'tienda', ''),
  '</global>',
  '<global scope="event">',
  attribute('string', 'concept:name', 'Evento'),
  attribute('date', 'time:timestamp', '1970-01-01T00:00:00.000-05:00'),
  attribute('string', 'lifecycle:transition', 'complete'),
  attribute('string', 'org:resource', 'Sistema'),
  attribute('string', 'org:role', 'Sistema'),
  attribute('string', 'codigo', ''),
  attribute('string', 'desde', ''),
  attribute('string', 'hacia', ''),
  '</global>',
];

const classifiers = [
  '<classifier name="Evento" scope="event" keys="concept:name"/>',
  '<classifier name="EventoPerfil" scope="event" keys="concept:name org:role"/>',
];

const head = [
  '<?xml version="1.0" encoding="UTF-8"?>',
  '<log xes.version="1849.2016" xes.features="" xmlns="http://www.xes-standard.org/">',
  ...extensions,
  ...globals,
  ...classifiers,
  attribute('string', 'concept:name', 'Caja menor'),
  attribute('string', 'lifecycle:model', 'standard'),
  '',
].join('\n');

const boxHead = (box: ExportedBox): string =>
  [
    attribute('string', 'concept:name', `Caja ${box.id}`),
    ...placeOf(box),
    optional('int', 'reembolso', box.consecutivo),
    attribute('string', 'estado', boxStates[boxStateOf(box.active)].nombre),
    attribute('float', 'total', toPesos(box.total)),
    attribute('float', 'total_aprobado', toPesos(box.total_aprobado)),
  ].join('');

const placeOf = (box: ExportedBox): string[] => [
  attribute('string', 'tienda', box.tienda),
  optional('string', 'centro_costo', box.centro_costo),
  optional('string', 'supervisor', box.supervisor),
  attribute('string', 'formato', box.formato),
  attribute('string', 'ciudad', box.ciudad),
];

/** Attributes of the trace of an expense; a removed expense has only its number. */
const expenseHead = (box: ExportedBox, id: number, expense: ExportedExpense | undefined): string =>
  [
    attribute('string', 'concept:name', `Gasto ${id}`),
    attribute('int', 'caja', box.id),
    ...placeOf(box),
    ...(expense === undefined
      ? []
      : [
          attribute('string', 'proveedor', expense.proveedor),
          attribute('string', 'documento', expense.num_doc),
          attribute('string', 'fecha_gasto', expense.fecha_gasto),
          attribute('float', 'valor', toPesos(expense.valor)),
        ]),
  ].join('');

const eventOf = (event: ExportedEvent): string =>
  [
    '<event>',
    attribute('string', 'concept:name', event.evento),
    attribute('date', 'time:timestamp', event.instante),
    attribute('string', 'lifecycle:transition', 'complete'),
    attribute('string', 'org:resource', event.persona),
    attribute('string', 'org:role', event.perfil),
    attribute('string', 'codigo', event.codigo),
    attribute('string', 'desde', event.desde),
    attribute('string', 'hacia', event.hacia),
    optional('int', 'gasto', event.id_gasto),
    optional('string', 'observacion', event.observacion),
    optional('string', 'motivo', event.motivo),
    optional('string', 'ingreso', event.ingreso),
    '</event>',
  ].join('');

const traceOf = (head: string, events: readonly ExportedEvent[]): string =>
  ['<trace>', head, ...events.map(eventOf), '</trace>\n'].join('\n');

/** Traces of a box by trace kind. */
const traces = {
  caja: (box: ExportedBox, events: readonly ExportedEvent[]) => [traceOf(boxHead(box), events)],
  gasto(box: ExportedBox, events: readonly ExportedEvent[]) {
    const byExpense = grouped(
      events.flatMap((event) => expensesOf(event).map((id) => ({ id, event }))),
      ({ id }) => id,
      ({ event }) => event,
    );
    const rows = new Map(box.gastos.map((expense) => [expense.id, expense]));
    return [...byExpense].map(([id, own]) => traceOf(expenseHead(box, id, rows.get(id)), own));
  },
};

export type TraceKind = keyof typeof traces;

export const isTraceKind = (name: string): name is TraceKind => Object.hasOwn(traces, name);

/** Yields the file, one box at a time. */
export async function* xesOf(
  pages: AsyncIterable<ExportedEvent[]>,
  kind: TraceKind = 'caja',
): AsyncGenerator<string> {
  yield head;
  let ofBox: ExportedEvent[] = [];
  for await (const events of pages)
    for (const event of events) {
      const [{ box } = event] = ofBox;
      if (box.id !== event.box.id) {
        yield traces[kind](box, ofBox).join('');
        ofBox = [];
      }
      ofBox.push(event);
    }
  const [last] = ofBox;
  if (last !== undefined) yield traces[kind](last.box, ofBox).join('');
  yield '</log>\n';
}
