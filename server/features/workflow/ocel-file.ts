/**
 * The log as OCEL 2.0 in JSON (https://www.ocel-standard.org): an event belongs to several objects, so the file does
 * not define what a case is. Events come first; people and removed expenses that they refer to are written after them.
 */
import { boxStateOf, boxStates } from '#machines/domain/stages/states.ts';
import { documentNumber } from '#machines/domain/values/document-keys.ts';
import { instantInBogota } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { speakable } from '#machines/domain/values/csv.ts';
import { type EventFacts, type ExportedEvent, expensesOf } from './event-files.ts';
import { type FundEvent, fundEventsIn, fundObjectOf } from './fund-events.ts';
import type { FundPage, FundRow } from './fund-log.repository.ts';
import type { ExportedBox, ExportedExpense, ExportedPayment } from './workflow-log.repository.ts';

type ValueType = 'string' | 'integer' | 'float' | 'time';

/** Types of objects, with the types of their attributes. */
const objectTypes = {
  caja: { consecutivo: 'integer', estado: 'string', total: 'float', total_aprobado: 'float' },
  gasto: { fecha: 'time', recibo: 'string', valor: 'float' },
  tienda: { nombre: 'string', centro_costo: 'string' },
  proveedor: { nombre: 'string', documento: 'string' },
  factura: { numero: 'string' },
  persona: { nombre: 'string' },
  giro: { lote: 'integer', via: 'string', valor: 'float' },
  movimiento: { tipo: 'string', estado: 'string', valor: 'float', motivo: 'string' },
  vale: { estado: 'string', valor: 'float', persona: 'string', motivo: 'string' },
  arqueo: { estado: 'string', efectivo: 'float', diferencia: 'float' },
} as const satisfies Record<string, Record<string, ValueType>>;

type ObjectType = keyof typeof objectTypes;

const eventAttributes = [
  'codigo',
  'desde',
  'hacia',
  'perfil',
  'observacion',
  'motivo',
  'ingreso',
] as const satisfies (keyof EventFacts)[];

const idOf = (type: ObjectType, key: number | string): string => `${type}:${key}`;

interface Relation {
  objectId: string;
  qualifier: string;
}

const relation = (qualifier: string, type: ObjectType, key: number | string): Relation => ({
  objectId: idOf(type, key),
  qualifier,
});

/** The published schema requires text values; their types are declared with the type of the object. */
const attributesOf = (values: object) =>
  Object.entries(values)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => ({ name, value: String(value) }));

const json = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === 'string' ? speakable(inner) : inner));

/** Time of an attribute that never changes. */
const always = '1970-01-01T00:00:00Z';

function object<Type extends ObjectType>(
  type: Type,
  key: number | string,
  values: { [Name in keyof (typeof objectTypes)[Type]]?: string | number | null },
  relationships: Relation[] = [],
  time = always,
): string {
  const attributes = attributesOf(values).map((attribute) => ({ ...attribute, time }));
  return json({ id: idOf(type, key), type, attributes, relationships });
}

/** Key of an electronic invoice: its supplier and number; null for an expense without one. */
const invoiceKey = ({ id_proveedor, numero_factura }: ExportedExpense): string | null =>
  numero_factura === '' ? null : `${id_proveedor}-${documentNumber(numero_factura)}`;

/** Supplier and electronic invoice of an expense. */
function relationsOf(expense: ExportedExpense): Relation[] {
  const invoice = invoiceKey(expense);
  return [
    relation('pagado a', 'proveedor', expense.id_proveedor),
    ...(invoice === null ? [] : [relation('soportado por', 'factura', invoice)]),
  ];
}

/** Payment attempt of an event: the last one that was prepared by then; undefined for other events. */
const paymentOf = ({ box, codigo, instante }: ExportedEvent): ExportedPayment | undefined =>
  codigo.startsWith('PAYMENT.')
    ? box.giros.findLast(({ preparado }) => instantInBogota(preparado) <= instante)
    : undefined;

const textOfEvent = (id: string, event: EventFacts, relations: readonly Relation[]): string =>
  json({
    id,
    type: event.evento,
    time: event.instante,
    attributes: attributesOf(
      Object.fromEntries(eventAttributes.map((name) => [name, event[name]])),
    ),
    relationships: [
      ...relations,
      ...(event.id_persona === null
        ? []
        : [relation('realizado por', 'persona', event.id_persona)]),
    ],
  });

function eventText(event: ExportedEvent): string {
  const { box, secuencia, id_gasto } = event;
  const own = box.gastos.find(({ id }) => id === id_gasto);
  const payment = paymentOf(event);
  return textOfEvent(`${box.id}-${secuencia}`, event, [
    relation('caja', 'caja', box.id),
    relation('tienda', 'tienda', box.id_tienda),
    ...expensesOf(event).map((id) => relation('gasto', 'gasto', id)),
    ...(own === undefined ? [] : relationsOf(own)),
    ...(payment === undefined ? [] : [relation('giro', 'giro', payment.id)]),
  ]);
}

/** Objects that several boxes share, as text by id; they are written once, at the end. */
class Shared {
  readonly #texts = new Map<string, string>();

  add(type: ObjectType, key: number | string, text: () => string): void {
    const id = idOf(type, key);
    if (!this.#texts.has(id)) this.#texts.set(id, text());
  }

  person(id: number, nombre: string): void {
    this.add('persona', id, () => object('persona', id, { nombre }));
  }

  /** A store with its supervisor. */
  store(
    of: Pick<ExportedBox, 'id_tienda' | 'tienda' | 'centro_costo' | 'id_supervisor' | 'supervisor'>,
  ): void {
    const { id_tienda, tienda: nombre, centro_costo, id_supervisor } = of;
    this.person(id_supervisor, of.supervisor);
    this.add('tienda', id_tienda, () =>
      object('tienda', id_tienda, { nombre, centro_costo }, [
        relation('supervisada por', 'persona', id_supervisor),
      ]),
    );
  }

  get texts(): Iterable<string> {
    return this.#texts.values();
  }
}

function boxTexts(box: ExportedBox, shared: Shared): string[] {
  const { id, id_tienda, consecutivo } = box;
  const { nombre: estado } = boxStates[boxStateOf(box.active)];
  const amounts = { total: toPesos(box.total), total_aprobado: toPesos(box.total_aprobado) };
  shared.store(box);
  for (const expense of box.gastos) {
    const { id_proveedor, proveedor: nombre, num_doc: documento, numero_factura: numero } = expense;
    const invoice = invoiceKey(expense);
    shared.add('proveedor', id_proveedor, () =>
      object('proveedor', id_proveedor, { nombre, documento }),
    );
    if (invoice === null) continue;
    const supplier = [relation('expedida por', 'proveedor', id_proveedor)];
    shared.add('factura', invoice, () => object('factura', invoice, { numero }, supplier));
  }
  const parts = [
    relation('de', 'tienda', id_tienda),
    ...box.gastos.map((expense) => relation('contiene', 'gasto', expense.id)),
  ];
  const since = instantInBogota(box.fecha_movimiento);
  return [
    object('caja', id, { consecutivo, estado, ...amounts }, parts, since),
    ...box.gastos.map((expense) => {
      const { recibo, fecha_gasto } = expense;
      const fecha = `${fecha_gasto}T00:00:00-05:00`;
      const values = { fecha, recibo, valor: toPesos(expense.valor) };
      return object('gasto', expense.id, values, relationsOf(expense));
    }),
    ...box.giros.map((payment) => {
      const { id_lote: lote, via } = payment;
      const values = { lote, via, valor: toPesos(payment.valor) };
      return object('giro', payment.id, values, [relation('paga', 'caja', id)]);
    }),
  ];
}

/** Ids of the boxes, expenses and rows of funds that the file has. */
type InFile = ReadonlySet<string>;

const relationsOfFund = (row: FundRow, inFile: InFile): Relation[] =>
  fundObjectOf(row).related.flatMap(([qualifier, type, key]) =>
    key !== null && inFile.has(idOf(type, key)) ? [relation(qualifier, type, key)] : [],
  );

const fundId = (row: FundRow): string => idOf(fundObjectOf(row).type, row.id);

const fundEventText = ({ secuencia, facts, row }: FundEvent, inFile: InFile): string =>
  textOfEvent(`${fundId(row)}-${secuencia}`, facts, [
    { objectId: fundId(row), qualifier: fundObjectOf(row).type },
    relation('tienda', 'tienda', row.id_tienda),
    ...relationsOfFund(row, inFile),
  ]);

function fundText(row: FundRow, inFile: InFile): string {
  const { type, values } = fundObjectOf(row);
  const relations = [relation('de', 'tienda', row.id_tienda), ...relationsOfFund(row, inFile)];
  return object<ObjectType>(type, row.id, values, relations);
}

const typeText = (name: string, attributes: Record<string, string>) => ({
  name,
  attributes: Object.entries(attributes).map(([attribute, type]) => ({ name: attribute, type })),
});

/** Yields a JSON list in pieces, without its brackets. */
async function* listed(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  let separator = '';
  for await (const texts of pages) {
    if (texts.length === 0) continue;
    yield separator + texts.join(',\n');
    separator = ',\n';
  }
}

/**
 * Yields the file, one page at a time. Boxes are read after the events, so that they include every object of an event.
 *
 * @param boxes at least the boxes of the events
 */
export async function* ocelOf(
  pages: AsyncIterable<ExportedEvent[]>,
  funds: AsyncIterable<FundPage>,
  boxes: AsyncIterable<ExportedBox[]>,
): AsyncGenerator<string> {
  const shared = new Shared();
  const types = new Set<string>();
  const removed = new Set<number>();
  const rows = new Map<string, FundRow>();
  const inFile = new Set<string>();
  const note = ({ evento, id_persona, persona }: EventFacts): void => {
    types.add(evento);
    if (id_persona !== null) shared.person(id_persona, persona);
  };
  async function* eventTexts() {
    for await (const events of pages) {
      for (const event of events) {
        const { box, id_gasto } = event;
        note(event);
        inFile.add(idOf('caja', box.id));
        for (const { id } of box.gastos) inFile.add(idOf('gasto', id));
        if (id_gasto !== null && !box.gastos.some(({ id }) => id === id_gasto))
          removed.add(id_gasto);
      }
      yield events.map(eventText);
    }
    for await (const page of funds) {
      for (const row of page.rows) {
        shared.store(row);
        rows.set(fundId(row), row);
        inFile.add(fundId(row));
      }
      const events = fundEventsIn(page);
      for (const { facts } of events) note(facts);
      yield events.map((event) => fundEventText(event, inFile));
    }
  }
  async function* objectTexts() {
    for await (const page of boxes) yield page.flatMap((box) => boxTexts(box, shared));
    yield [...removed].map((id) => object('gasto', id, {}));
    yield [...rows.values()].map((row) => fundText(row, inFile));
    yield [...shared.texts];
  }
  yield '{"events":[';
  yield* listed(eventTexts());
  yield '],\n"objects":[';
  yield* listed(objectTexts());
  const ofEvents = Object.fromEntries(eventAttributes.map((name) => [name, 'string']));
  const eventTypes = [...types].map((name) => typeText(name, ofEvents));
  const ofObjects = Object.entries(objectTypes).map(([name, values]) => typeText(name, values));
  yield `],\n"eventTypes":${json(eventTypes)},\n"objectTypes":${json(ofObjects)}}\n`;
}
