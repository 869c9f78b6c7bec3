/** The answers of banks: their formats, the words of state that two people agreed on, and the reading of a file. */
import {
  type AnswerColumn,
  type WordMeaning,
  answerColumns,
  maximumAnswerRows,
} from '#contract/calls/bank-answers.calls.ts';
import { bankColumns } from '#contract/calls/payments.calls.ts';
import { type FailedGuard, refusedIf, successes } from '#contract/errors.ts';
import { paymentStates } from '#machines/domain/payment/payment-states.ts';
import type { Author } from '../../platform/database/administration-log.repository.ts';
import { finding, inserting, updating, valuesOf } from '../../platform/database/queries.ts';
import { lockName } from '../../platform/database/row-lock.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, brokenRule, conflict, found } from '../../platform/errors/http-error.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';
import { personOf } from '../../platform/workers/untrusted-files.ts';
import { readTableFile } from '../tables/read-table-file.ts';
import { type AnswerFormat, readBankAnswer, soundsRefused, wordKey } from './bank-answer.ts';
import { findBatch, paymentsOfBatch } from './payments.repository.ts';

type FormatRow = Row<'formato_banco'>;

const findFormat = finding('formato_banco', 'id');
const insertFormat = inserting('formato_banco');
const updateFormat = updating('formato_banco');
const insertWord = inserting('palabra_banco');
const updateWord = updating('palabra_banco');

const allFormats = (trx: Trx) =>
  trx.selectFrom('formato_banco').selectAll().orderBy('id').execute();

const wordsOf = (trx: Trx, idFormato?: number) =>
  trx
    .selectFrom('palabra_banco')
    .innerJoin('usuarios', 'usuarios.id', 'palabra_banco.id_usuario')
    .selectAll('palabra_banco')
    .select('usuarios.razon_social as propuesta_por')
    .$if(idFormato !== undefined, (rows) => rows.where('id_formato', '=', idFormato ?? 0))
    .execute();

/** The references among these by which a payment was confirmed. */
const usedReferences = (trx: Trx, references: readonly string[]): Promise<string[]> =>
  references.length === 0
    ? Promise.resolve([])
    : valuesOf(
        trx
          .selectFrom('giro')
          .select('referencia')
          .where('referencia', 'in', [...references]),
        'referencia',
      );

const columnsOf = (row: Pick<FormatRow, AnswerColumn>) =>
  Object.fromEntries(answerColumns.map((column) => [column, row[column]])) as Record<
    AnswerColumn,
    string
  >;

async function formatsIn(trx: Trx): Promise<AnswerFormat[]> {
  const words = await wordsOf(trx);
  return (await allFormats(trx)).map((row) => ({
    id: row.id,
    nombre: row.nombre,
    columns: columnsOf(row),
    words: new Map(
      words
        .filter(({ id_formato, acordada }) => id_formato === row.id && acordada !== null)
        .map(({ palabra, sentido }) => [palabra, sentido]),
    ),
  }));
}

const read: Operation<'/leerRespuestaBanco'> = async ({ id_lote }, context) => {
  await context.read(async (trx) => found(await findBatch(trx, id_lote)));
  const table = await readTableFile(
    { file: context.archivo.file, maximumRows: maximumAnswerRows },
    personOf(context),
  );
  if (!table.ok) throw brokenRule('archivo', table.motivo);
  return context.read(async (trx) => {
    const sent = (await paymentsOfBatch(trx, id_lote)).filter(
      ({ estado }) => estado === paymentStates.sent.codigo,
    );
    const formats = await formatsIn(trx);
    const made = readBankAnswer(table.filas, formats, sent).lineas.filter(
      ({ resultado }) => resultado === 'hecho',
    );
    const used = await usedReferences(
      trx,
      made.map(({ referencia }) => referencia),
    );
    const answer = readBankAnswer(table.filas, formats, sent, new Set(used));
    const known = answer.formato === null ? [] : await wordsOf(trx, answer.formato.id);
    const printed = answer.lineas.map(({ estado }) => estado).filter((word) => word !== '');
    return {
      ...answer,
      palabras: [...new Set(printed.map(wordKey))].map((key) => {
        const word = known.find(({ palabra }) => palabra === key);
        const same = printed.filter((text) => wordKey(text) === key);
        return {
          palabra: same[0] ?? '',
          lineas: same.length,
          sentido: word?.sentido ?? null,
          acordada: word !== undefined && word.acordada !== null ? (1 as const) : (0 as const),
          propuesta_por: word?.propuesta_por ?? '',
          id_propuesta_por: word?.id_usuario ?? null,
        };
      }),
    };
  });
};

const falseSuccess = (palabra: string, sentido: WordMeaning): FailedGuard[] =>
  refusedIf(
    sentido === 'exito' && soundsRefused(palabra),
    'palabras',
    `«${palabra}» no es una palabra de éxito.`,
  );

/** A person says what a word means: a proposal, agreed on when another person proposed the same. */
async function sayWord(
  trx: Trx,
  by: Author & { id: number },
  idFormato: number,
  { palabra, sentido }: { palabra: string; sentido: WordMeaning },
): Promise<0 | 1> {
  const word = { palabra: wordKey(palabra), sentido };
  const before = await trx
    .selectFrom('palabra_banco')
    .selectAll()
    .where('id_formato', '=', idFormato)
    .where('palabra', '=', word.palabra)
    .executeTakeFirst();
  const proposed = { sentido, creada: by.now, id_usuario: by.id };
  const open = { acordada: null, id_usuario_acuerda: null };
  if (before === undefined) {
    await insertWord(trx, { id_formato: idFormato, ...word, ...proposed, ...open }, by);
    return 0;
  }
  if (before.sentido !== sentido) {
    await updateWord(trx, before.id, { ...proposed, ...open }, by);
    return 0;
  }
  if (before.acordada === null) {
    if (before.id_usuario === by.id)
      throw conflict(
        'actorDidNotPropose',
        'Usted ya lo dijo: falta que otra persona diga lo mismo.',
      );
    await updateWord(trx, before.id, { acordada: by.now, id_usuario_acuerda: by.id }, by);
  }
  return 1;
}

const say: Operation<'/decidirPalabraBanco'> = ({ id_formato, palabra, sentido }, context) =>
  context.write(async (trx) => {
    const motivos = falseSuccess(palabra, sentido);
    await lockName(trx, 'formato_banco');
    found(await findFormat(trx, id_formato));
    if (motivos.length > 0) throw new HttpError(422, { motivos });
    const by = { ...authorOf(context), id: context.session.idUsuario };
    return done(successes.saved, {
      acordada: await sayWord(trx, by, id_formato, { palabra, sentido }),
    });
  });

type FormatForm = Parameters<Operation<'/guardarFormatoBanco'>>[0];

function formatRefusals(
  columns: Record<AnswerColumn, string>,
  { palabras = [] }: Pick<FormatForm, 'palabras'>,
): FailedGuard[] {
  const titles = answerColumns.map((column) => wordKey(columns[column])).filter(Boolean);
  const words = palabras.map(({ palabra }) => wordKey(palabra));
  return [
    ...refusedIf(
      columns.cuenta === '' && columns.documento === '' && columns.concepto === '',
      'columnas.cuenta',
      'Diga en qué columna está la cuenta, el documento o la referencia de la empresa.',
    ),
    ...refusedIf(
      new Set(titles).size < titles.length,
      'columnas',
      'Una columna solo puede servir para una cosa.',
    ),
    ...refusedIf(
      bankColumns.some((column) => wordKey(column) === wordKey(columns.estado)),
      'columnas.estado',
      'Esa columna es del archivo que se envía, no el estado que dice el banco.',
    ),
    ...refusedIf(
      new Set(words).size < words.length,
      'palabras',
      'Cada palabra va una sola vez: es de éxito o de rechazo.',
    ),
    ...palabras.flatMap(({ palabra, sentido }) => falseSuccess(palabra, sentido)),
  ];
}

const save: Operation<'/guardarFormatoBanco'> = (form, context) =>
  context.write(async (trx) => {
    const columns = Object.fromEntries(
      answerColumns.map((column) => [column, form.columnas[column]?.trim() ?? '']),
    ) as Record<AnswerColumn, string>;
    const motivos = formatRefusals(columns, form);
    if (motivos.length > 0) throw new HttpError(422, { motivos });
    await lockName(trx, 'formato_banco');
    const nombre = form.nombre.trim();
    const clave = wordKey(nombre);
    const titlesOf = (row: Record<AnswerColumn, string>) =>
      answerColumns
        .map((column) => wordKey(row[column]))
        .toSorted()
        .join('|');
    const formats = await allFormats(trx);
    const other = formats.find((row) => row.clave !== clave && titlesOf(row) === titlesOf(columns));
    if (other !== undefined)
      throw conflict('formatIsNew', `Esas columnas ya son las del formato «${other.nombre}».`);
    const by = { ...authorOf(context), id: context.session.idUsuario };
    const before = formats.find((row) => row.clave === clave);
    const id_formato =
      before?.id ??
      (await insertFormat(
        trx,
        { nombre, clave, ...columns, creado: context.now(), id_usuario: by.id },
        by,
      ));
    if (before !== undefined) await updateFormat(trx, before.id, { nombre, ...columns }, by);
    const known = new Map(
      (await wordsOf(trx, id_formato)).map((word) => [word.palabra, word.sentido]),
    );
    for (const { palabra, sentido } of form.palabras ?? []) {
      if (known.get(wordKey(palabra)) === sentido) continue;
      if (before !== undefined) await sayWord(trx, by, id_formato, { palabra, sentido });
      else
        await insertWord(
          trx,
          {
            id_formato,
            palabra: wordKey(palabra),
            sentido,
            creada: by.now,
            id_usuario: by.id,
            acordada: by.now,
            id_usuario_acuerda: by.id,
          },
          by,
        );
    }
    return done(successes.saved, { id_formato });
  });

export const bankAnswerOperations = {
  '/leerRespuestaBanco': read,
  '/guardarFormatoBanco': save,
  '/decidirPalabraBanco': say,
};
