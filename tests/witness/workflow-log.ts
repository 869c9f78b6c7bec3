/**
 * Recomputes the figures of the workflow from an exported log (`eventos.csv` of whole cases) by docs/figures.md. Imports
 * nothing of the program, not even its working time: it is what somebody else would write who has only the file.
 */

import { XMLParser } from 'fast-xml-parser';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Colombia has had no other time since 1993. */
const behindUtc = 5 * HOUR;
const opening = 8 * HOUR;
const closing = 17 * HOUR;
const workingDay = closing - opening;

/** Day number of an instant in Colombia, counted from 1970-01-01, which was a Thursday. */
const dayOf = (instant: number): number => Math.floor((instant - behindUtc) / DAY);
const weekday = (day: number): number => ((day + 3) % 7) + 1;
const dayNumber = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / DAY;
const mondayFrom = (day: number): number => day + ((8 - weekday(day)) % 7);

/** Easter Sunday by the algorithm of Meeus, Jones and Butcher. */
function easterOf(year: number): number {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return dayNumber(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** The 18 holidays of Ley 51 of 1983, as day numbers. */
function holidaysOf(year: number): number[] {
  const fixed = [101, 501, 720, 807, 1208, 1225];
  const moved = [106, 319, 629, 815, 1012, 1101, 1111];
  const numberOf = (date: number) => dayNumber(year, Math.floor(date / 100), date % 100);
  const easter = easterOf(year);
  return [
    ...fixed.map(numberOf),
    ...moved.map(numberOf).map(mondayFrom),
    ...[-3, -2, 43, 64, 71].map((after) => easter + after),
  ];
}

const holidays = new Set(Array.from({ length: 30 }, (_, index) => holidaysOf(2010 + index)).flat());

/** Milliseconds between two instants from Monday to Friday, 8 to 17, without holidays. */
export function worked(from: number, until: number): number {
  let time = 0;
  for (let day = dayOf(from); day <= dayOf(until); day += 1) {
    if (weekday(day) > 5 || holidays.has(day)) continue;
    const midnight = day * DAY + behindUtc;
    time += Math.max(0, Math.min(until, midnight + closing) - Math.max(from, midnight + opening));
  }
  return time;
}

/** Rows of a CSV file as objects (RFC 4180, with a byte order mark). */
function rowsOf(csv: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of csv
    .replace(/^\ufeff/, '')
    .matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end !== ',') rows.push([]);
  }
  const [header = [], ...lines] = rows.filter(({ length }) => length > 1);
  return lines.map((line) => Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])));
}

function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return groups;
}

const countsOf = (keys: readonly string[]): Record<string, number> =>
  Object.fromEntries([...groupsOf(keys, String)].map(([key, same]) => [key, same.length]));

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/** Nearest rank. */
const rankOf = (times: readonly number[], percent: number): number =>
  times.toSorted((one, other) => one - other)[Math.ceil((percent / 100) * times.length) - 1] ?? 0;

const measuresOf = (times: readonly number[]) =>
  times.length === 0
    ? null
    : {
        media: Math.round(sumOf(times) / times.length),
        mediana: rankOf(times, 50),
        p90: rankOf(times, 90),
        minimo: Math.min(...times),
        maximo: Math.max(...times),
      };

/** A row of the file. */
interface LoggedEvent {
  caja: string;
  tienda: string;
  consecutivo: string;
  /** First category of the expense. */
  categoria: string;
  secuencia: number;
  instante: number;
  codigo: string;
  /** '' for an event of the box. */
  gasto: string;
  desde: string;
  hacia: string;
  quien: string;
  motivo: string;
  meta: string;
}

interface Stay {
  estado: string;
  espera: number;
  tiempo: number;
  tarde: boolean;
}

/** Working days by the name of a state. */
type Targets = Readonly<Record<string, number>>;

/** Events with which expenses follow their box; they are part of its arrival. */
const arrivals: Readonly<Record<string, string>> = {
  'En supervisión': 'BOX.SENT',
  'En mantenimiento': 'BOX.ENTERED_MAINTENANCE',
  'En contabilidad (primera)': 'BOX.ENTERED_PRELIMINARY',
  'Lista para envío': 'BOX.REVIEWED',
  'En contabilidad (final)': 'BOX.SHIPPED',
  Cerrada: 'BOX.CLOSED',
};
const isArrival = ({ codigo }: LoggedEvent): boolean => Object.values(arrivals).includes(codigo);
const isDecision = ({ codigo }: LoggedEvent): boolean => /\.(APPROVE|REJECT)$/.test(codigo);
const isRejection = ({ codigo }: LoggedEvent): boolean => codigo.endsWith('.REJECT');
const isCorrection = ({ codigo }: LoggedEvent): boolean => codigo === 'EXPENSE.CORRECT';
const courier = 'Papeles en camino';

/** The box moves, or its papers arrive. */
const isMove = ({ codigo, gasto, desde, hacia }: LoggedEvent): boolean =>
  gasto === '' && (desde !== hacia || codigo === 'BOX.PAPERS_RECEIVED');

/** What a box did until its closing. @param all its events in order */
function caseOf(all: readonly LoggedEvent[], targets: Targets) {
  const end = all.findIndex(({ gasto, hacia }) => gasto === '' && hacia === 'Cerrada');
  const events = all.slice(0, end + 1);
  const instantOf = (isIt: (event: LoggedEvent) => boolean) => all.find(isIt)?.instante ?? 0;
  const start = instantOf(({ codigo }) => codigo === 'EXPENSE.RECORD');
  const sent = instantOf((event) => isMove(event) && event.desde === 'Abierta');
  const closed = all[end]?.instante ?? 0;
  const stays: Stay[] = [];
  const placed: { event: LoggedEvent; place: string }[] = [];
  let estado = 'Abierta';
  let since = start;
  let first: number | null = null;
  for (const event of events) {
    placed.push({ event, place: estado });
    if (!isArrival(event)) first ??= event.instante;
    if (!isMove(event)) continue;
    const papers = event.codigo === 'BOX.PAPERS_RECEIVED';
    const place = papers ? courier : estado;
    const espera = worked(since, first ?? event.instante);
    const tiempo = espera + worked(first ?? event.instante, event.instante);
    const tarde = tiempo > (targets[place] ?? Number.POSITIVE_INFINITY) * workingDay;
    stays.push({ estado: place, espera, tiempo, tarde });
    if (!papers) estado = event.hacia;
    since = event.instante;
    first = null;
  }
  const marked = (at: string, isMarked: (event: LoggedEvent) => boolean, sign: string) =>
    placed.some(({ event, place }) => place === at && isMarked(event)) ? sign : '';
  const money = all
    .slice(end + 1)
    .findLast(({ codigo }) => ['PAYMENT.RECEIVE', 'PAYMENT.AGREE_RETURN'].includes(codigo));
  const decisions = events.filter(isDecision);
  const rejections = events.filter(isRejection);
  const byStage = groupsOf(decisions, (one) => `${one.gasto} ${stageOf(one)}`);
  return {
    id_caja: all[0]?.caja ?? '',
    tienda: all[0]?.tienda ?? '',
    consecutivo: all[0]?.consecutivo ?? '',
    /** What the file itself says of its targets. */
    meta: all[0]?.meta,
    cierre: closed,
    duracion: worked(start, closed),
    delEnvio: worked(sent, closed),
    alDinero: money?.codigo === 'PAYMENT.RECEIVE' ? worked(start, money.instante) : null,
    tarde: stays.some(({ tarde }) => tarde),
    rechazos: rejections.length,
    correcciones: events.filter(isCorrection).length,
    reprocesos: decisions.length - byStage.size,
    relevos: events.filter(({ quien }, at) => at > 0 && quien !== events[at - 1]?.quien).length,
    rechazados: new Set(rejections.map(({ gasto }) => gasto)).size,
    gastos: events.filter(({ codigo }) => codigo === 'EXPENSE.RECORD').length,
    camino: [
      ...stays.flatMap(({ estado: at }) =>
        at === courier
          ? []
          : `${at}${marked(at, isRejection, ' ✗')}${marked(at, isCorrection, ' ↻')}`,
      ),
      'Cerrada',
    ].join(' → '),
    stays,
    decisions,
    ...movesOf(all, end),
  };
}

/** `FINAL` of `FINAL.APPROVE`. */
const stageOf = ({ codigo }: LoggedEvent): string => codigo.split('.')[0] ?? '';

/** Transitions of a box and of its expenses, and the stays that an expense ended itself. */
function movesOf(all: readonly LoggedEvent[], end: number) {
  const box: string[] = [];
  const own: string[] = [];
  const taken: string[] = [];
  const waits: Stay[] = [];
  const moves: number[] = [];
  const changed = new Map<string, number>();
  for (const [at, event] of all.entries()) {
    const { codigo, gasto, desde, hacia, instante } = event;
    // The expenses follow their box also when it closes.
    if (at > end && codigo !== 'BOX.CLOSED') continue;
    if (codigo === 'EXPENSE.RECORD') box.push([codigo, 'Abierta', 'Abierta'].join(' | '));
    if (gasto === '') {
      box.push([codigo, desde, hacia].join(' | '));
      if (isMove(event)) moves.push(instante);
      if (desde !== hacia) taken.push(...Array.from(changed, () => arrivals[hacia] ?? ''));
      continue;
    }
    if (!isArrival(event)) own.push([codigo, desde, hacia].join(' | '));
    const before = changed.get(gasto);
    if (before !== undefined && desde !== hacia && at <= end) {
      // What follows a move of the box does not begin with it.
      const moved = moves.findLast((move) => !isArrival(event) || move !== instante) ?? 0;
      const tiempo = worked(Math.max(before, moved), instante);
      waits.push({ estado: desde, espera: 0, tiempo, tarde: false });
    }
    if (codigo === 'EXPENSE.REMOVE') changed.delete(gasto);
    else if (desde !== hacia || before === undefined) changed.set(gasto, instante);
  }
  return { box, own, taken, waits };
}

const staysBy = (stays: readonly Stay[]) =>
  Object.fromEntries(
    [...groupsOf(stays, ({ estado }) => estado)].map(([estado, same]) => {
      const times = same.map(({ tiempo }) => tiempo);
      return [
        estado,
        {
          veces: times.length,
          espera: sumOf(same.map(({ espera }) => espera)),
          suma: sumOf(times),
          mediana: rankOf(times, 50),
          p90: rankOf(times, 90),
          tarde: same.filter(({ tarde }) => tarde).length,
        },
      ];
    }),
  );

/** Rejections by reason, the most frequent first, by the name of a group. */
const reasonsBy = (rejections: readonly LoggedEvent[], by: 'tienda' | 'categoria') =>
  new Map(
    [...groupsOf(rejections, (one) => one[by])].map(([name, own]) => [
      name,
      Object.entries(countsOf(own.map(({ motivo }) => motivo))).toSorted(
        ([, one], [, other]) => other - one,
      ),
    ]),
  );

/** The Monday of the week of an instant. */
function weekOf(instant: number): string {
  const day = dayOf(instant);
  return new Date((day + 1 - weekday(day)) * DAY).toISOString().slice(0, 10);
}

/** @param csv the file `eventos.csv` */
export const eventsOfCsv = (csv: string): LoggedEvent[] =>
  rowsOf(csv).map(
    (row): LoggedEvent => ({
      caja: row.Caja ?? '',
      tienda: row.Tienda ?? '',
      consecutivo: row['Caja n.º'] ?? '',
      categoria: row.Categoría?.split('; ')[0] ?? '',
      secuencia: Number(row.Secuencia),
      instante: Date.parse(row['Fecha y hora'] ?? ''),
      codigo: row['Código del evento'] ?? '',
      gasto: row.Gasto ?? '',
      desde: row.Desde ?? '',
      hacia: row.Hacia ?? '',
      quien: `${row.Persona} ${row.Perfil}`,
      motivo: row['Motivo de rechazo'] ?? '',
      meta: row.Meta ?? '',
    }),
  );

type XmlNode = Readonly<Record<string, unknown>>;

/** Keys and values of the attributes of a log, a trace or an event; their types make no difference here. */
const attributesOf = (node: XmlNode): Record<string, string> =>
  Object.fromEntries(
    ['string', 'date', 'int', 'float']
      .flatMap((type) => (node[type] ?? []) as readonly Record<'key' | 'value', string>[])
      .map(({ key, value }) => [key, value]),
  );

const nodesOf = (node: XmlNode, name: string) => (node[name] ?? []) as readonly XmlNode[];

/**
 * The same events in the order of their traces, without what a trace of a box does not say: the category of an expense,
 * and whether the case is late.
 *
 * @param xes the file of whole cases, by box
 */
export function eventsOfXes(xes: string): LoggedEvent[] {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseAttributeValue: false,
    isArray: (_name, _path, _isLeaf, isAttribute) => !isAttribute,
  });
  const [log = {}] = nodesOf(parser.parse(xes, true) as XmlNode, 'log');
  return nodesOf(log, 'trace').flatMap((trace) => {
    const box = attributesOf(trace);
    return nodesOf(trace, 'event').map((node, at): LoggedEvent => {
      const event = attributesOf(node);
      return {
        caja: box['concept:name']?.replace('Caja ', '') ?? '',
        tienda: box.tienda ?? '',
        consecutivo: box.reembolso ?? '',
        categoria: '',
        secuencia: at + 1,
        instante: Date.parse(event['time:timestamp'] ?? ''),
        codigo: event.codigo ?? '',
        gasto: event.gasto ?? '',
        desde: event.desde ?? '',
        hacia: event.hacia ?? '',
        quien: `${event['org:resource']} ${event['org:role']}`,
        motivo: event.motivo ?? '',
        meta: '',
      };
    });
  });
}

/** @param csv the file `eventos.csv` of whole cases */
export function figuresOfLog(csv: string, targets: Targets) {
  const events = eventsOfCsv(csv);
  const inOrder = events.toSorted((one, other) => one.secuencia - other.secuencia);
  const cases = [...groupsOf(inOrder, ({ caja }) => caja).values()].map((own) =>
    caseOf(own, targets),
  );
  const decisions = cases.flatMap((one) => one.decisions);
  const rejections = decisions.filter(isRejection);
  const totalOf = (
    name: 'rechazos' | 'correcciones' | 'reprocesos' | 'relevos' | 'gastos' | 'rechazados',
  ) => sumOf(cases.map((one) => one[name]));
  return {
    casos: cases.length,
    ciclo: measuresOf(cases.map(({ duracion }) => duracion)),
    delEnvio: measuresOf(cases.map(({ delEnvio }) => delEnvio)),
    alDinero: measuresOf(cases.flatMap(({ alDinero }) => alDinero ?? [])),
    tarde: cases.filter(({ tarde }) => tarde).length,
    /** As the file says. */
    superada: cases.filter(({ meta }) => meta === 'Superada').length,
    retrabajo: cases.filter(({ reprocesos }) => reprocesos > 0).length,
    directos: cases.filter(({ camino }) => !/✗|↻|mantenimiento/.test(camino)).length,
    rechazos: totalOf('rechazos'),
    correcciones: totalOf('correcciones'),
    reprocesos: totalOf('reprocesos'),
    relevos: totalOf('relevos'),
    gastos: totalOf('gastos'),
    rechazados: totalOf('rechazados'),
    semanas: countsOf(cases.map(({ cierre }) => weekOf(cierre))),
    caminos: countsOf(cases.map(({ camino }) => camino)),
    etapas: staysBy(cases.flatMap(({ stays }) => stays)),
    estancias: staysBy(cases.flatMap(({ waits }) => waits)),
    /** `code | from | to`. */
    transicionesDeCaja: countsOf(cases.flatMap(({ box }) => box)),
    transicionesDeGasto: countsOf(cases.flatMap(({ own }) => own)),
    /** Expenses that moved with their box, by the event of their arrival. */
    llevados: countsOf(cases.flatMap(({ taken }) => taken)),
    decisiones: countsOf(decisions.map(stageOf)),
    rechazosPorEtapa: countsOf(rejections.map(stageOf)),
    motivos: countsOf(rejections.map((one) => `${stageOf(one)} | ${one.motivo}`)),
    /** Reasons by the name of a group. */
    motivosDe: {
      tienda: reasonsBy(rejections, 'tienda'),
      categoria: reasonsBy(rejections, 'categoria'),
    },
    cajas: new Map(cases.map((one) => [Number(one.id_caja), one])),
  };
}
