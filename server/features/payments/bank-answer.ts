/**
 * Reads the answer of a bank about a batch. A line confirms a payment, or proposes its return, only when the format of
 * the bank names its columns, its word of state is an agreed one, and account, document, value and reference leave one
 * payment. Every other line is a question.
 */
import {
  type AnswerColumn,
  type WordMeaning,
  answerColumns,
} from '#contract/calls/bank-answers.calls.ts';
import { bankColumns } from '#contract/calls/payments.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { checkDigit } from '#contract/typed-values.ts';
import { attemptIn } from '#machines/domain/payment/payment-states.ts';
import { formatMoney, parsePrintedMoney } from '#machines/domain/values/money.ts';
import { unaccented } from '#machines/domain/values/texts.ts';
import type { TableRow } from '../tables/read-table.ts';
import type { BatchPayment } from './payments.repository.ts';

type BankAnswer = AnswerOf<'/leerRespuestaBanco'>;
type Line = BankAnswer['lineas'][number];
type Heading = BankAnswer['encabezados'][number];

/** A text for comparison: lower case, without accents, repeated spaces and final punctuation. */
export const wordKey = (text: string): string =>
  unaccented(text)
    .replace(/[\s\u00a0_]+/g, ' ')
    .replace(/[\s.:;*]+$/, '')
    .trim();

/** A negation, a state of a transfer, a reason of the ACH network, and the code of such a reason: `R03`. */
const refusalWords = [
  /\bno [a-z]|\bsin (fondo|saldo|cupo)/,
  /\b(rechaz|devuel|devol|fallid|fallo|error|anulad|revers|pendient|denegad|declinad)/,
  /\b(inexist|invalid|insuficien|incorrect|errad|desconocid|duplicad|exced)/,
  /\b(cancelad|bloquead|cerrad|saldad|embarg|inactiv|suspendid|revocad|fallecid)/,
  /\br\d{2}\b/,
];

/** Words that no bank writes of a transfer that it made; «sin errores» is none of them. */
export function soundsRefused(text: string): boolean {
  const key = wordKey(text).replace(/\bsin (?!fondo|saldo|cupo)[a-z]+/g, '');
  return refusalWords.some((words) => words.test(key));
}

/** A shorter word of refusal, as the code `1`, also stands in columns that say nothing of a state. */
const shortestWord = 3;

/** A cell of another column that says of a transfer that it was not made. */
function saysRefused(cell: string | null, words: AnswerFormat['words']): boolean {
  const key = wordKey(cellText(cell));
  return (
    /\b(rechazad|devuelt|fallid|no exitos|anulad|reversad)|^r\d{2}$/.test(key) ||
    (key.length >= shortestWord && words.get(key) === 'rechazo')
  );
}

export interface AnswerFormat {
  id: number;
  nombre: string;
  columns: Readonly<Record<AnswerColumn, string>>;
  /** Agreed words, by key. */
  words: ReadonlyMap<string, WordMeaning>;
}

type Places = Readonly<Partial<Record<AnswerColumn, number>>>;
type Cells = Record<AnswerColumn, string>;

/** Text of a cell, without the signs with which spreadsheets mark a text: `="0012"`, `'0012`. */
const cellText = (cell: string | null | undefined): string =>
  (cell ?? '')
    .replace(/^="(.*)"$/, '$1')
    .replace(/^'/, '')
    .trim();

const named = (columns: AnswerFormat['columns']) =>
  answerColumns.filter((column) => columns[column] !== '');

/** Positions of the columns in a row; null when a title is missing or occurs twice. */
function placesIn(titles: readonly string[], columns: AnswerFormat['columns']): Places | null {
  const places: Partial<Record<AnswerColumn, number>> = {};
  for (const column of named(columns)) {
    const title = wordKey(columns[column]);
    const place = titles.indexOf(title);
    if (place < 0 || place !== titles.lastIndexOf(title)) return null;
    places[column] = place;
  }
  return places;
}

const titlesOf = ({ celdas }: TableRow): string[] => celdas.map((cell) => wordKey(cellText(cell)));

/** Rows above which no titles are looked for. */
const titleRows = 60;

interface Head {
  format: AnswerFormat;
  places: Places;
  row: TableRow;
}

/** The saved formats whose titles stand in one row of the file. */
const headsIn = (rows: readonly TableRow[], formats: readonly AnswerFormat[]): Head[] =>
  formats.flatMap((format) => {
    for (const row of rows.slice(0, titleRows)) {
      const places = placesIn(titlesOf(row), format.columns);
      if (places !== null) return [{ format, places, row }];
    }
    return [];
  });

/** The format with the most columns; none when two of them have as many. */
function chosenHead(heads: readonly Head[]): Head | null {
  const size = ({ format }: Head) => named(format.columns).length;
  const [first, second] = heads.toSorted((one, other) => size(other) - size(one));
  return first === undefined || (second !== undefined && size(second) === size(first))
    ? null
    : first;
}

/** A row has only titles of our own file for the bank, which has no state. */
const isOwnFile = (rows: readonly TableRow[]): boolean =>
  rows.slice(0, titleRows).some((row) => {
    const titles = titlesOf(row).filter((title) => title !== '');
    return (
      titles.length >= 2 &&
      titles.every((title) => bankColumns.some((column) => wordKey(column) === title))
    );
  });

/** An account, or the visible ends of a masked one. */
type Account = { whole: string } | { head: string; tail: string };

const withoutZeros = (text: string): string => text.replace(/^0+/, '');

/** @returns null for a text that is no account number, such as `9,12E+09` */
function accountIn(text: string): Account | null {
  const masked = /^(.*?)[*•●·xX#…]+[\s-]*(\d{3,})$/.exec(text);
  if (masked !== null) {
    const [, head = '', tail = ''] = masked;
    const start = head.replace(/[\s-]/g, '');
    return { head: /^\d+$/.test(start) ? start : '', tail };
  }
  const plain = text.replace(/^(\d+)\.0$/, '$1');
  const [, number] = /^[\p{L}\s.:°º#-]*?(\d[\d\s.-]*)$/u.exec(plain) ?? [];
  const digits = withoutZeros((number ?? '').replace(/\D/g, ''));
  return digits === '' ? null : { whole: digits };
}

function isAccountOf(account: Account, { numero }: BatchPayment): boolean {
  if (!numero) return false;
  return 'whole' in account
    ? withoutZeros(numero) === account.whole
    : numero.endsWith(account.tail) &&
        (account.head === '' || withoutZeros(numero).startsWith(withoutZeros(account.head)));
}

const lettersAndDigits = (text: string): string =>
  unaccented(text)
    .replace(/[^a-z0-9]/g, '')
    .toUpperCase();

/** A document, whose type may stand before it, and which of a NIT may have its check digit. */
function isDocumentOf(cell: string, { documento, tipo_doc }: BatchPayment): boolean {
  if (!documento) return false;
  const printed = lettersAndDigits(cell.replace(/^(\d+)\.0$/, '$1'));
  const given = withoutZeros(
    /^\d+$/.test(documento) ? printed.replace(/^(NIT|CC|CE|PPT|PEP|TI|PA|C|N)(?=\d)/, '') : printed,
  );
  const own = withoutZeros(lettersAndDigits(documento));
  return given === own || (tipo_doc === 'NIT' && given === `${own}${checkDigit(documento) ?? ''}`);
}

const isMasked = (text: string): boolean => /[*•●·#…]|[xX]{2,}/.test(text);

const unknownPayee = 'Ningún giro enviado de este lote va a ese documento o cuenta.';

const isOwnReference = (cell: string, payment: BatchPayment): boolean =>
  attemptIn(cell) === payment.id_giro;

/** The payment of a line, or why it has none; `about`: the payments that the line may speak of. */
interface Found {
  payment: BatchPayment | null;
  problem: string;
  about: readonly BatchPayment[];
}

const nothing = (problem: string, about: readonly BatchPayment[] = []): Found => ({
  payment: null,
  problem,
  about,
});

function paymentOf(cells: Cells, sent: readonly BatchPayment[]): Found {
  const valor = parsePrintedMoney(cells.valor);
  const account = cells.cuenta === '' ? null : accountIn(cells.cuenta);
  if (cells.cuenta !== '' && account === null) return nothing('La cuenta no se entiende.');
  const ofAccount =
    account === null ? sent : sent.filter((payment) => isAccountOf(account, payment));
  const hidesDocument = isMasked(cells.documento);
  const givesDocument = cells.documento !== '' && !hidesDocument;
  const ofDocument = givesDocument
    ? ofAccount.filter((payment) => isDocumentOf(cells.documento, payment))
    : ofAccount;
  if (ofAccount.length > 0 && ofDocument.length === 0)
    return account === null
      ? nothing(unknownPayee)
      : nothing('El documento no es el del titular de esa cuenta.', ofAccount);
  const references = [cells.concepto, cells.referencia].filter((text) => text !== '');
  const referred = (payment: BatchPayment) =>
    references.some((text) => isOwnReference(text, payment));
  const ofReference = ofDocument.filter(referred);
  const namesAnother = references
    .map(attemptIn)
    .some((attempt) => attempt !== null && ofDocument.every((one) => one.id_giro !== attempt));
  if (ofReference.length === 0 && ofDocument.length > 0 && namesAnother)
    return nothing('La referencia es la de otro giro.', account === null ? [] : ofDocument);
  const pool = ofReference.length > 0 ? ofReference : ofDocument;
  const isCertain =
    (account !== null && 'whole' in account) ||
    givesDocument ||
    (ofReference.length > 0 && (account !== null || ofReference.length === 1));
  const [first] = pool;
  if (first === undefined) return nothing(unknownPayee);
  if (valor === null) return nothing('El valor no es un número.', pool);
  const exact = pool.filter((one) => one.valor === valor);
  if (!isCertain)
    return account === null
      ? nothing('No dice a qué documento o cuenta va.', exact)
      : nothing('La cuenta viene tapada y nada más la distingue: confírmelo a mano.', exact);
  const [only, ...others] = exact;
  if (only === undefined) return nothing(`El giro es de ${formatMoney(first.valor)}.`);
  return others.length > 0
    ? nothing('Coincide con varios giros: confírmelo a mano.', exact)
    : { payment: only, problem: '', about: exact };
}

interface ReadLine {
  fila: number;
  cells: Cells;
  meaning: WordMeaning | undefined;
  found: Found;
  /** A cell of the row that contradicts a word of success; '' without one. */
  contradiction: string;
  /** The reference of the bank confirmed another payment before. */
  isUsed: boolean;
}

function readLine(
  { format, places }: Head,
  row: TableRow,
  { sent, used }: { sent: readonly BatchPayment[]; used: ReadonlySet<string> },
): ReadLine {
  const raw = (column: AnswerColumn) => {
    const place = places[column];
    return place === undefined ? '' : row.celdas[place];
  };
  const cells = Object.fromEntries(
    answerColumns.map((column) => [column, cellText(raw(column))]),
  ) as Cells;
  const hasFormula = answerColumns.some((column) => raw(column) === null);
  const found = hasFormula
    ? nothing('Una de sus celdas tiene una fórmula.')
    : paymentOf(cells, sent);
  const isOwn = found.payment !== null && isOwnReference(cells.referencia, found.payment);
  const others = row.celdas.filter(
    (_, place) => place !== places.estado && place !== places.motivo,
  );
  return {
    fila: row.fila,
    cells,
    meaning: format.words.get(wordKey(cells.estado)),
    found,
    contradiction: soundsRefused(cells.motivo)
      ? cells.motivo
      : cellText(others.find((cell) => saysRefused(cell, format.words))),
    isUsed: used.has(cells.referencia) && !isOwn,
  };
}

/** What keeps a line from its result; '' for none. */
function problemOf(line: ReadLine, isRepeated: boolean): string {
  const { cells, meaning, found, contradiction, isUsed } = line;
  if (found.payment === null) return found.problem;
  if (isRepeated) return 'Otra línea habla del mismo giro: confírmelo a mano.';
  if (cells.estado === '') return 'No dice el estado del giro.';
  if (meaning === undefined) return `Falta acordar qué significa «${cells.estado}».`;
  if (meaning === 'rechazo') return '';
  if (contradiction !== '') return `El estado es de éxito y la línea dice «${contradiction}».`;
  if (cells.referencia === '') return 'No trae referencia.';
  return isUsed ? 'Esa referencia del banco ya confirmó otro giro.' : '';
}

/** A line that says nothing of a payment: a total, a note below the table, the titles of the next page. */
const isBeside = (cells: Cells, columns: AnswerFormat['columns']): boolean =>
  (cells.estado === '' && !/\d/.test(`${cells.cuenta}${cells.documento}${cells.concepto}`)) ||
  named(columns).every((name) => wordKey(cells[name]) === wordKey(columns[name]));

const lastFour = (cuenta: string): string =>
  cuenta === '' ? '' : `•••• ${cuenta.replace(/\D/g, '').slice(-4)}`;

function linesOf(
  head: Head,
  rows: readonly TableRow[],
  known: Parameters<typeof readLine>[2],
): Line[] {
  const below = rows.filter(({ fila }) => fila > head.row.fila);
  const read = below
    .map((row) => readLine(head, row, known))
    .filter(({ cells }) => !isBeside(cells, head.format.columns));
  const mentions = new Map<number, number>();
  for (const { found } of read)
    for (const { id_caja } of found.about) mentions.set(id_caja, (mentions.get(id_caja) ?? 0) + 1);
  return read.map((one): Line => {
    const { fila, cells, meaning, found } = one;
    const { payment } = found;
    const problema = problemOf(one, (mentions.get(payment?.id_caja ?? 0) ?? 0) > 1);
    const isClear = problema === '' && payment !== null && meaning !== undefined;
    return {
      linea: fila,
      documento: cells.documento,
      cuenta: lastFour(cells.cuenta),
      valor: cells.valor,
      referencia: cells.referencia,
      estado: cells.estado,
      motivo: (cells.motivo || cells.estado).slice(0, 200),
      resultado: !isClear ? 'pregunta' : meaning === 'exito' ? 'hecho' : 'rechazado',
      id_caja: isClear ? payment.id_caja : null,
      tienda: payment?.tienda ?? '',
      consecutivo: payment?.consecutivo ?? null,
      problema,
    };
  });
}

/** Parts of titles by which a column is proposed, and parts that exclude it. A person confirms the proposal. */
const likely: Record<AnswerColumn, readonly [parts: RegExp, not: RegExp]> = {
  cuenta: [
    /cuenta|producto destino|no\.? producto/,
    /tipo|origen|debit|banco|nombre|titular|pagador/,
  ],
  documento: [/documento|identificacion|\bnit\b|cedula/, /tipo|pagador/],
  valor: [/^(valor|monto|importe)/, /comision|iva|gmf|impuesto|costo|tarifa|total|saldo/],
  referencia: [
    /comprobante|referencia|aprobacion|autorizacion|transaccion|numero de operacion|\bid\b/,
    /fecha|tipo|estado|valor|hora|resultado/,
  ],
  estado: [/estado|resultado|status|situacion/, /fecha/],
  motivo: [/motivo|causal|razon|descripcion|detalle|observacion|respuesta/, /fecha|razon social/],
  concepto: [/concepto|referencia (del )?cliente|referencia 1/, /fecha/],
};

/** Different texts of a column up to which they may be words of state. */
const maximumWords = 12;

function headingOf(row: TableRow, below: readonly TableRow[]): Heading {
  const titulos = row.celdas.map(cellText);
  const keys = titulos.map(wordKey);
  const taken = new Set<number>();
  const proposed = (column: AnswerColumn): string => {
    const [parts, not] = likely[column];
    const place = keys.findIndex(
      (key, index) => parts.test(key) && !not.test(key) && !taken.has(index),
    );
    taken.add(place);
    return titulos[place] ?? '';
  };
  const valores = titulos.map((_, place) => {
    const texts = [...new Set(below.map(({ celdas }) => cellText(celdas[place])))].filter(Boolean);
    // No screen shows a whole account number.
    const isWords = texts.length <= maximumWords && !texts.some((text) => /\d{5}/.test(text));
    return isWords ? texts.map((text) => text.slice(0, 120)) : [];
  });
  const [estado, cuenta, documento, valor] = (
    ['estado', 'cuenta', 'documento', 'valor'] as const
  ).map(proposed);
  const [concepto, referencia, motivo] = (['concepto', 'referencia', 'motivo'] as const).map(
    proposed,
  );
  return {
    fila: row.fila,
    titulos,
    propuesta: {
      estado: estado ?? '',
      cuenta: cuenta ?? '',
      documento: documento ?? '',
      valor: valor ?? '',
      concepto: concepto ?? '',
      referencia: referencia ?? '',
      motivo: motivo ?? '',
    },
    valores,
  };
}

/** An amount, an account, a document: no title. */
const isFigure = (cell: string | null): boolean =>
  /\d{5}/.test(cellText(cell)) || parsePrintedMoney(cellText(cell)) !== null;

/** Rows that may hold the titles: those with the most proposed columns. */
function headingsIn(rows: readonly TableRow[]): Heading[] {
  const scoreOf = ({ propuesta }: Heading) =>
    Object.values(propuesta).filter((title) => title !== '').length;
  return rows
    .slice(0, titleRows)
    .filter(
      ({ celdas }) => celdas.filter(Boolean).length >= 3 && !celdas.some((cell) => isFigure(cell)),
    )
    .map((row) =>
      headingOf(
        row,
        rows.filter(({ fila }) => fila > row.fila),
      ),
    )
    .toSorted((one, other) => scoreOf(other) - scoreOf(one) || one.fila - other.fila)
    .slice(0, 5);
}

const unread = {
  own: 'El archivo no dice el estado de cada giro: es el que se envió al banco, no su respuesta.',
  several: 'Varios formatos guardados leen este archivo: no se sabe de qué banco es.',
  none: 'Diga una vez cómo se lee la respuesta de este banco.',
  noTable: 'No se encontró una fila con los títulos de las columnas.',
} as const;

/**
 * @param sent payments of the batch that wait for the bank
 * @param used references of the bank by which payments were confirmed
 */
export function readBankAnswer(
  rows: readonly TableRow[],
  formats: readonly AnswerFormat[],
  sent: readonly BatchPayment[],
  used: ReadonlySet<string> = new Set(),
): Omit<BankAnswer, 'palabras'> {
  const isOwn = isOwnFile(rows);
  const heads = isOwn ? [] : headsIn(rows, formats);
  const head = chosenHead(heads);
  const headings = head !== null || isOwn || heads.length > 0 ? [] : headingsIn(rows);
  const lineas = head === null ? [] : linesOf(head, rows, { sent, used });
  const answeredIds = new Set(lineas.map(({ id_caja }) => id_caja));
  const why = isOwn
    ? 'own'
    : heads.length > 0
      ? 'several'
      : headings.length > 0
        ? 'none'
        : 'noTable';
  return {
    formato: head === null ? null : { id: head.format.id, nombre: head.format.nombre },
    aviso: head === null ? unread[why] : '',
    encabezados: headings,
    lineas,
    sin_respuesta: sent
      .filter(({ id_caja }) => !answeredIds.has(id_caja))
      .map(({ id_caja, tienda, consecutivo }) => ({
        id_caja,
        tienda,
        consecutivo: consecutivo ?? 0,
      })),
  };
}
