/** The log as XES (IEEE 1849-2016): what programs of process mining read. A box is a trace. */
import { toPesos } from '#machines/domain/values/money.ts';
import { boxStateOf, boxStates } from '#machines/domain/box/states.ts';
import type { ExportedBox } from './workflow-export.repository.ts';
import { type ExportedEvent, speakable } from './exported-event.ts';

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  // Written plainly, a reader would make spaces of them.
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
};

const escaped = (text: string): string =>
  speakable(text).replace(/[&<>"\t\n\r]/g, (sign) => escapes[sign] ?? sign);

type Kind = 'string' | 'date' | 'int' | 'float';

const attribute = (kind: Kind, key: string, value: string | number): string =>
  `<${kind} key="${key}" value="${escaped(String(value))}"/>`;

/** Attributes that may be missing; where there is nothing to say, nothing is said. */
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

/** Every trace and every event has these; the values stand for one that is not known. */
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

const traceHead = (box: ExportedBox): string =>
  [
    '<trace>',
    attribute('string', 'concept:name', `Caja ${box.id}`),
    attribute('string', 'tienda', box.tienda),
    optional('string', 'centro_costo', box.centro_costo),
    optional('string', 'supervisor', box.supervisor),
    optional('int', 'reembolso', box.consecutivo),
    attribute('string', 'estado', boxStates[boxStateOf(box.active)].nombre),
    attribute('float', 'total', toPesos(box.total)),
    attribute('float', 'total_aprobado', toPesos(box.total_aprobado)),
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

/** The file, a page of events at a time; the traces come whole, one box after another. */
export async function* xesOf(pages: AsyncIterable<ExportedEvent[]>): AsyncGenerator<string> {
  yield head;
  let box: number | null = null;
  for await (const events of pages) {
    const lines: string[] = [];
    for (const event of events) {
      if (event.box.id !== box) {
        if (box !== null) lines.push('</trace>');
        lines.push(traceHead(event.box));
        box = event.box.id;
      }
      lines.push(eventOf(event));
    }
    if (lines.length > 0) yield `${lines.join('\n')}\n`;
  }
  yield box === null ? '</log>\n' : '</trace>\n</log>\n';
}
