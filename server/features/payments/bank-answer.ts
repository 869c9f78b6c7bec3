/** Reads the answer of a bank about a batch: each line matches a payment, or has a reason why not. */
import { maximumBatch } from '#contract/calls/payments.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { withoutAccents } from '#machines/domain/values/texts.ts';
import { formatMoney, parseMoney } from '#machines/domain/values/money.ts';
import { brokenRule } from '../../platform/errors/http-error.ts';
import { readCsv } from '../imports/tables/read-table.ts';
import { RefusedFile } from '../invoices/xml/refused-file.ts';
import type { BatchPayment } from './payments.repository.ts';

type BankAnswer = AnswerOf<'/leerRespuestaBanco'>;
type Line = BankAnswer['lineas'][number];

const columns = ['documento', 'cuenta', 'valor', 'referencia'] as const;
type Cells = Record<(typeof columns)[number], string>;

const digits = (text: string): string => text.replace(/\D/g, '').replace(/^0+/, '');

/** @throws HttpError 422 when the text is not such a table */
function rowsIn(texto: string): { fila: number; cells: Cells }[] {
  try {
    const [head, ...rows] = readCsv(Buffer.from(texto, 'utf8'), maximumBatch * 2);
    const names = (head?.celdas ?? []).map((cell) => withoutAccents(cell ?? '').toLowerCase());
    const placeOf = (column: string) => names.findIndex((name) => name.startsWith(column));
    if (placeOf('valor') < 0 || placeOf('referencia') < 0)
      throw new RefusedFile('La primera fila debe nombrar documento o cuenta, valor y referencia.');
    if (placeOf('documento') < 0 && placeOf('cuenta') < 0)
      throw new RefusedFile('Falta la columna documento o la columna cuenta.');
    return rows.map(({ fila, celdas }) => ({
      fila,
      cells: Object.fromEntries(
        columns.map((column) => [column, celdas[placeOf(column)] ?? '']),
      ) as Cells,
    }));
  } catch (error) {
    if (error instanceof RefusedFile) throw brokenRule('texto', error.message);
    throw error;
  }
}

/** The payment that a line confirms, or the reason why it confirms none. */
function matched(cells: Cells, sent: readonly BatchPayment[]): BatchPayment | string {
  const valor = parseMoney(cells.valor);
  if (valor === null) return 'El valor no es un número.';
  if (cells.referencia === '') return 'No trae referencia.';
  const sameRecipient = sent.filter(
    ({ numero, documento }) =>
      (digits(cells.cuenta) !== '' && digits(cells.cuenta) === digits(numero ?? '')) ||
      (digits(cells.cuenta) === '' &&
        digits(cells.documento) !== '' &&
        digits(cells.documento) === digits(documento ?? '')),
  );
  const [first] = sameRecipient;
  if (first === undefined) return 'Ningún giro enviado de este lote va a ese documento o cuenta.';
  const exact = sameRecipient.filter((one) => one.valor === valor);
  const [only, ...others] = exact;
  if (only === undefined) return `El giro es de ${formatMoney(first.valor)}.`;
  return others.length > 0 ? 'Coincide con varios giros: confírmelo a mano.' : only;
}

/** @param sent payments of the batch that wait for the bank @throws HttpError 422 when the text is not such a table */
export function readBankAnswer(texto: string, sent: readonly BatchPayment[]): BankAnswer {
  const taken = new Set<number>();
  const lineas = rowsIn(texto).map(({ fila, cells }): Line => {
    const found = matched(cells, sent);
    const isTwice = typeof found !== 'string' && taken.has(found.id_caja);
    const own = typeof found === 'string' || isTwice ? null : found;
    if (own !== null) taken.add(own.id_caja);
    const problema = isTwice ? 'Ese giro ya está en otra línea.' : found;
    return {
      linea: fila,
      ...cells,
      // Masked, as everywhere else: no screen shows a whole account number.
      cuenta: cells.cuenta === '' ? '' : `•••• ${digits(cells.cuenta).slice(-4)}`,
      id_caja: own?.id_caja ?? null,
      tienda: own?.tienda ?? '',
      consecutivo: own?.consecutivo ?? null,
      problema: typeof problema === 'string' ? problema : '',
    };
  });
  return {
    lineas,
    sin_respuesta: sent
      .filter(({ id_caja }) => !taken.has(id_caja))
      .map(({ id_caja, tienda, consecutivo }) => ({
        id_caja,
        tienda,
        consecutivo: consecutivo ?? 0,
      })),
  };
}
