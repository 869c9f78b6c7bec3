/** Answers of banks that were written without reading the code that reads them, and what a person expects of each line. */
import { expect, test } from 'vitest';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import {
  type AnswerFile,
  type BankAnswerByOthers,
  bankAnswersByOthers,
  type ExpectedLine,
  paymentElsewhere,
  type PaymentKey,
  paymentsOfTheBatch,
} from '#tests/kit/bank-answers-by-others.ts';
import { must, record, startScene } from '#tests/kit/box-scene.ts';
import { moveTo, newStore, type StagedBox } from '#tests/kit/box-stages.ts';
import { addPerson } from '#tests/kit/people.ts';
import { sentBatch } from '#tests/kit/payment-scene.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { workbookAround } from '#tests/kit/row-import.ts';

/** Files of which every line must be read as a person expects it. */
const REQUIRED = 15;

type Line = AnswerOf<'/leerRespuestaBanco'>['lineas'][number];
type Payment = (typeof paymentsOfTheBatch)[PaymentKey] | typeof paymentElsewhere;

const scene = perFile(startScene);

/** A closed box of a new store with that account. */
async function closedBox(payment: Payment): Promise<StagedBox> {
  const { id: id_tienda, idCaja: id } = await newStore(scene, 5_000_000_00);
  const [proposed] = await must(scene.browsers[1], '/proponerCuenta', {
    id_tienda,
    via: 'transferencia',
    id_banco: Number(payment.banco),
    tipo_cuenta: payment.tipo,
    numero: payment.cuenta,
    titular: 'Titular de la cuenta',
    tipo_doc: payment.documento,
    documento: payment.numero,
  });
  await must(await scene.signIn('otra.admin@cajamenor.test'), '/resolverCuenta', {
    id_cuenta: proposed?.id_cuenta ?? 0,
    confirma: 1,
  });
  const box = {
    id,
    id_tienda,
    expenses: [await record(scene, { id_tienda, valor: payment.valor })],
  };
  await moveTo(scene, box, 'closed');
  return box;
}

const noColumns: RequestOf<'/guardarFormatoBanco'>['columnas'] = {
  cuenta: '',
  documento: '',
  valor: '',
  referencia: '',
  estado: '',
  motivo: '',
  concepto: '',
};

type Cell = string | number | null;

const sheetOf = (rows: readonly (readonly Cell[])[]): Buffer => {
  const cell = (value: Cell, at: string) => {
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${at}"><v>${value}</v></c>`;
    return `<c r="${at}" t="inlineStr"><is><t>${value.replaceAll('&', '&amp;')}</t></is></c>`;
  };
  const rowOf = (cells: readonly Cell[], row: number) =>
    `<row r="${row + 1}">${cells.map((value, column) => cell(value, `${String.fromCharCode(65 + column)}${row + 1}`)).join('')}</row>`;
  return workbookAround(
    `<worksheet><sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`,
  );
};

/** The bytes of a file, and the numbers of its rows below the titles that are not blank. */
function written(
  file: Exclude<AnswerFile, { kind: 'own' }>,
  title: string,
  withReferences: (text: string) => string,
): { bytes: Buffer; rows: number[] } {
  if (file.kind === 'csv') {
    const text = withReferences(file.text);
    const bytes = Buffer.from(
      `${file.encoding === 'utf8-bom' ? '\ufeff' : ''}${text}`,
      file.encoding === 'windows-1252' ? 'latin1' : 'utf8',
    );
    const lines = text.trimEnd().split('\r\n');
    return { bytes, rows: lines.slice(1).map((_line, index) => index + 2) };
  }
  const cells = file.rows.map((row) =>
    row.map((value) => (typeof value === 'string' ? withReferences(value) : value)),
  );
  const head = cells.findIndex((row) => row.includes(title));
  const rows = cells.flatMap((row, index) => (index > head && row.length > 0 ? [index + 1] : []));
  return { bytes: sheetOf(cells), rows };
}

/** Formats are read by their titles, and no company has twenty banks: each file meets only its own. */
async function forgetFormats(): Promise<void> {
  await scene.db.deleteFrom('palabra_banco').execute();
  await scene.db.deleteFrom('formato_banco').execute();
}

test('twenty answers of banks confirm nothing wrongly, and most are read right by one mapping', async () => {
  await addPerson(scene.db, { profile: 1, email: 'otra.admin@cajamenor.test' });
  const boxes = new Map<PaymentKey, StagedBox>();
  const keys = Object.keys(paymentsOfTheBatch) as PaymentKey[];
  for (const key of keys) boxes.set(key, await closedBox(paymentsOfTheBatch[key]));
  const elsewhere = await closedBox(paymentElsewhere);
  const id_lote = await sentBatch(scene, ...boxes.values());
  await sentBatch(scene, elsewhere);
  const accounting = scene.browsers[6];

  const attempts = await scene.db.selectFrom('giro').select(['id', 'id_caja']).execute();
  const referenceOf = ({ id }: StagedBox) =>
    `GIRO${attempts.find(({ id_caja }) => id_caja === id)?.id}`;
  const references = new Map<string, string>([['{X}', referenceOf(elsewhere)]]);
  for (const [key, box] of boxes) references.set(`{${key}}`, referenceOf(box));
  const withReferences = (text: string) =>
    text.replace(/\{[A-EX]\}/g, (mark) => references.get(mark) ?? mark);
  const boxOf = (key: PaymentKey) => boxes.get(key)?.id;

  const ownFile = async () => {
    const { statusCode, rawPayload } = await accounting.get(`/documentos/giros/${id_lote}`);
    expect(statusCode).toBe(200);
    return { bytes: rawPayload, rows: keys.map((_key, index) => index + 2) };
  };

  const agrees = (expected: ExpectedLine, line: Line | undefined): boolean => {
    if (expected.is === 'foreign') return line === undefined || line.resultado === 'pregunta';
    if (line === undefined) return false;
    if (expected.is === 'question') return line.resultado === 'pregunta';
    if (line.id_caja !== boxOf(expected.payment)) return false;
    if (expected.is === 'refused')
      return line.resultado === 'rechazado' && line.motivo === expected.reason;
    return (
      line.resultado === 'hecho' &&
      (expected.reference === undefined || line.referencia === expected.reference)
    );
  };

  const read = async ({ name, file, columns, success, refusal, lines }: BankAnswerByOthers) => {
    await forgetFormats();
    // A mapping that is refused leaves the file unread, which confirms nothing.
    await accounting.call('/guardarFormatoBanco', {
      nombre: name.slice(0, 60),
      columnas: { ...noColumns, ...columns },
      palabras: [
        ...success.map((palabra) => ({ palabra, sentido: 'exito' as const })),
        ...refusal.map((palabra) => ({ palabra, sentido: 'rechazo' as const })),
      ],
    });
    const { bytes, rows } =
      file.kind === 'own' ? await ownFile() : written(file, columns.valor ?? '', withReferences);
    expect(rows, name).toHaveLength(lines.length);
    const upload = { filename: file.kind === 'xlsx' ? 'respuesta.xlsx' : 'respuesta.csv', bytes };
    const { answer } = await accounting.upload('/leerRespuestaBanco', { id_lote }, upload);
    const expected = new Map(rows.map((row, index) => [row, lines[index]]));
    const found = new Map(answer.lineas.map((line) => [line.linea, line]));
    return {
      wrong: answer.lineas.flatMap((line) => {
        const one = expected.get(line.linea);
        const isRight = one?.is === 'paid' && agrees(one, line);
        return line.resultado === 'hecho' && !isRight ? [`${name}, línea ${line.linea}`] : [];
      }),
      unlike: rows.flatMap((row) => {
        const one = expected.get(row);
        return one && agrees(one, found.get(row)) ? [] : [`${name}, línea ${row}`];
      }),
    };
  };

  const results = [];
  for (const one of bankAnswersByOthers) results.push({ name: one.name, ...(await read(one)) });
  expect(results.flatMap(({ wrong }) => wrong)).toEqual([]);
  const unread = results.filter(({ unlike }) => unlike.length > 0);
  expect(results).toHaveLength(20);
  expect(
    results.length - unread.length,
    unread.map(({ name }) => name).join('; '),
  ).toBeGreaterThanOrEqual(REQUIRED);
});
