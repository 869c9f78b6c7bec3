/** Entries for accounting: what is to be exported, its exports, reversals and closed periods. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { successes } from '#contract/errors.ts';
import {
  creditsOf,
  debitsOf,
  type EntryLine,
  entryName,
} from '#machines/domain/entry/entry-lines.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { daysFrom, instantsOf } from '#machines/domain/values/dates.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { sha256Of } from '../../platform/access/digests.ts';
import type { Session } from '../../platform/access/session.ts';
import { lockAdministrationLog } from '../../platform/database/administration-log.repository.ts';
import { BulkInsert } from '../../platform/database/bulk-rows.ts';
import { finding, inserting, rowsOf, updating } from '../../platform/database/queries.ts';
import type { NewRow } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, conflict, forbidden, found } from '../../platform/errors/http-error.ts';
import {
  authorOf,
  done,
  type LongRead,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { wholeWorkbook } from '../../platform/workbook/whole-workbook.ts';
import { closedPeriodOf, companyOf, entrySettingsOf, setSetting } from '../settings/settings.ts';
import { entryFile } from './entry-file.ts';
import {
  type Entry,
  type EntryFacts,
  entryOfBox,
  freeEntries,
  recordedAndNotClosed,
  sumNotClosed,
} from './entry.repository.ts';

const insertExport = inserting('exportacion_contable');
const updateExport = updating('exportacion_contable');
const insertReversal = inserting('reversa_contable');
const exportOfNumber = finding('exportacion_contable', 'numero');
const entryOfNumber = finding('comprobante', 'numero');

/** Entries are of all stores. @throws HttpError 403 for a profile or a key that does not */
export function requireEveryStore({ profile, tiendas }: Session): void {
  if (profile !== 6 || tiendas !== undefined)
    throw forbidden('Solo contabilidad ve los comprobantes.');
}

/** @param companyName of a company whose settings have no name; the preview shows none */
async function factsOf(
  trx: Trx,
  companyName = '',
): Promise<EntryFacts & { first: number; plantilla: Template }> {
  const { plantilla_comprobantes, comprobantes_desde, contrapartida, ...accounts } =
    await entrySettingsOf(trx);
  const { nit, nombre } = await companyOf(trx, { companyName });
  return {
    accounts,
    contrapartida,
    empresa: { documento: nit, tercero: nombre },
    first: comprobantes_desde === '' ? 0 : instantsOf(comprobantes_desde, comprobantes_desde).from,
    plantilla: plantilla_comprobantes,
  };
}

type Template = Awaited<ReturnType<typeof entrySettingsOf>>['plantilla_comprobantes'];

/** The free entries until a day, in pages. */
async function* entriesUntil(
  trx: Trx,
  hasta: string,
  { first, ...facts }: Awaited<ReturnType<typeof factsOf>>,
): AsyncGenerator<Entry[]> {
  yield* freeEntries(trx, { from: first, until: instantsOf(hasta, hasta).until }, facts);
}

/** Counts of texts, in their first order. */
const tallied = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([falta, comprobantes]) => ({ falta, comprobantes }));

async function exportsOf(trx: Trx) {
  const rows = await trx
    .selectFrom('exportacion_contable')
    .innerJoin('usuarios', 'usuarios.id', 'exportacion_contable.id_usuario')
    .innerJoin('comprobante', 'comprobante.id_exportacion', 'exportacion_contable.id')
    .select(['exportacion_contable.numero', 'exportacion_contable.hasta'])
    .select(['exportacion_contable.comprobantes', 'exportacion_contable.valor'])
    .select(['exportacion_contable.nombre', 'exportacion_contable.sha256'])
    .select(['exportacion_contable.creado', 'exportacion_contable.retirada'])
    .select(['exportacion_contable.motivo', 'usuarios.razon_social as persona'])
    .select(({ fn }) => fn.min('comprobante.numero').as('desde_numero'))
    .select(({ fn }) => fn.max('comprobante.numero').as('hasta_numero'))
    .groupBy(['exportacion_contable.id', 'usuarios.razon_social'])
    .orderBy('exportacion_contable.numero', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ creado, retirada, valor, desde_numero, hasta_numero, ...row }) => ({
    ...row,
    desde_numero: Number(desde_numero),
    hasta_numero: Number(hasta_numero),
    valor: toPesos(valor),
    creada: dateTimeInBogota(creado),
    retirada: retirada === null ? '' : dateTimeInBogota(retirada),
  }));
}

export const preview: LongRead<'/comprobantes'> = ({ hasta: asked }, context) =>
  context.read(async (trx) => {
    requireEveryStore(context.session);
    const hasta = asked || dateInBogota(context.now());
    const faltan = new Map<string, number>();
    const tipos = new Map<string, { comprobantes: number; valor: number }>();
    const sums = { comprobantes: 0, filas: 0, debitos: 0, creditos: 0 };
    for await (const page of entriesUntil(trx, hasta, await factsOf(trx)))
      for (const { tipo, deshecho, lineas, valor, faltan: missing } of page) {
        for (const one of missing) faltan.set(one, (faltan.get(one) ?? 0) + 1);
        if (missing.length > 0) continue;
        const nombre = entryName(tipo, deshecho);
        const before = tipos.get(nombre) ?? { comprobantes: 0, valor: 0 };
        tipos.set(nombre, {
          comprobantes: before.comprobantes + 1,
          valor: before.valor + valor,
        });
        sums.comprobantes += 1;
        sums.filas += lineas.length;
        sums.debitos += debitsOf(lineas);
        sums.creditos += creditsOf(lineas);
      }
    const corte = await sumNotClosed(trx, instantsOf(hasta, hasta).until);
    return {
      ...sums,
      hasta,
      cerrado: await closedPeriodOf(trx),
      debitos: toPesos(sums.debitos),
      creditos: toPesos(sums.creditos),
      tipos: [...tipos].map(([nombre, { comprobantes, valor }]) => ({
        nombre,
        comprobantes,
        valor: toPesos(valor),
      })),
      faltan: tallied(faltan),
      corte: { gastos: Number(corte.gastos), valor: toPesos(Number(corte.valor)) },
      exportaciones: await exportsOf(trx),
    };
  });

/** @throws HttpError 422 for a day after today */
function requirePastDay(hasta: string, context: SessionContext): void {
  if (hasta > dateInBogota(context.now()))
    throw brokenRule('hasta', 'El día no puede ser posterior a hoy.');
}

/** An entry of a closed period is of the first day after it. */
const postingDay = (instante: number, closed: string): string => {
  const day = dateInBogota(instante);
  return day > closed ? day : daysFrom(closed, 1);
};

const lastNumber = async (
  trx: Trx,
  table: 'comprobante' | 'exportacion_contable',
): Promise<number> =>
  (
    await trx
      .selectFrom(table)
      .select(({ fn }) => fn.max('numero').as('ultimo'))
      .executeTakeFirstOrThrow()
  ).ultimo ?? 0;

const storesById = async (trx: Trx) =>
  new Map(
    (await trx.selectFrom('tiendas').select(['id', 'nombre', 'centro_costo']).execute()).map(
      ({ id, nombre, centro_costo }) => [id, { tienda: nombre, centro_costo }],
    ),
  );

/** The entries that lack nothing, in the order of their numbers. */
async function exportable(trx: Trx, hasta: string, facts: Awaited<ReturnType<typeof factsOf>>) {
  const closed = await closedPeriodOf(trx);
  const entries: (Entry & { dia: string })[] = [];
  for await (const page of entriesUntil(trx, hasta, facts)) {
    for (const entry of page)
      if (entry.faltan.length === 0)
        entries.push({ ...entry, dia: postingDay(entry.instante, closed) });
    // The embedded database answers without a turn of the event loop.
    await nextTurn();
  }
  const order = (one: Entry, other: Entry) =>
    one.instante - other.instante ||
    one.origen.localeCompare(other.origen) ||
    one.id_origen - other.id_origen;
  return entries.toSorted((one, other) => one.dia.localeCompare(other.dia) || order(one, other));
}

/** Differs after every change on which entries depend: each has a row in one of the logs. */
async function versionOf(trx: Trx): Promise<string> {
  const [last] = await rowsOf<{ evento: number | null; cambio: number | null }>(
    trx,
    sql`select (select max(id) from evento) as evento,
      (select max(secuencia) from evento_administracion) as cambio`,
  );
  return `${last?.evento} ${last?.cambio}`;
}

/** The entries that an export would have; a long query. */
export async function entriesToExport(trx: Trx, hasta: string, companyName: string) {
  const facts = await factsOf(trx, companyName);
  const entries = await exportable(trx, hasta, facts);
  return { version: await versionOf(trx), plantilla: facts.plantilla, entries };
}

/** /exportarComprobantes: one export at a time, so that numbers have no gap and nothing is exported twice. */
const exportEntries: Operation<'/exportarComprobantes'> = async ({ hasta }, context) => {
  requireEveryStore(context.session);
  requirePastDay(hasta, context);
  const { companyName } = context.config;
  // In a worker, since other calls of the embedded database wait for a transaction; again if something changed meanwhile.
  const read = await context.ask(entriesToExport, hasta, companyName);
  return context.write(async (trx) => {
    await lockAdministrationLog(trx);
    const isSame = (await versionOf(trx)) === read.version;
    const { plantilla, entries } = isSame ? read : await entriesToExport(trx, hasta, companyName);
    if (entries.length === 0)
      throw conflict('entriesAreFree', 'No hay comprobantes por exportar hasta ese día.');
    const first = (await lastNumber(trx, 'comprobante')) + 1;
    const numero = (await lastNumber(trx, 'exportacion_contable')) + 1;
    const stores = await storesById(trx);
    const numbered = entries.map((entry, place) => ({
      ...entry,
      ...(stores.get(entry.id_tienda) ?? { tienda: '', centro_costo: '' }),
      numero: first + place,
      tipo: entryName(entry.tipo, entry.deshecho),
    }));
    const { nombre, bytes } = await entryFile(plantilla, numero, numbered);
    const id_exportacion = await insertExport(
      trx,
      {
        numero,
        hasta,
        comprobantes: entries.length,
        filas: entries.reduce((sum, { lineas }) => sum + lineas.length, 0),
        valor: entries.reduce((sum, { valor }) => sum + valor, 0),
        nombre,
        sha256: sha256Of(bytes),
        bytes: bytes.length,
        contenido: bytes.toString('base64'),
        creado: context.now(),
        id_usuario: context.session.idUsuario,
      },
      authorOf(context),
    );
    const rows = entries.map(
      ({ origen, id_origen, tipo, dia, instante, id_tienda, valor, lineas }, place) => ({
        numero: first + place,
        id_exportacion,
        origen,
        id_origen,
        tipo,
        dia,
        instante,
        id_tienda,
        valor,
        lineas: JSON.stringify(lineas),
        vigente: 1 as const,
      }),
    ) satisfies NewRow<'comprobante'>[];
    await new BulkInsert(trx).insert('comprobante', rows);
    return done(successes.saved, { numero, comprobantes: entries.length });
  });
};

const isReversed = async (trx: Trx, column: 'id' | 'id_exportacion', value: number) =>
  (await trx
    .selectFrom('reversa_contable')
    .innerJoin('comprobante', 'comprobante.id', 'reversa_contable.id_comprobante')
    .select('reversa_contable.id')
    .where(`comprobante.${column}`, '=', value)
    .executeTakeFirst()) !== undefined;

/** /retirarExportacion: its numbers are not used again, and its entries can be exported again. */
const takeBack: Operation<'/retirarExportacion'> = ({ numero, motivo }, context) =>
  context.write(async (trx) => {
    requireEveryStore(context.session);
    await lockAdministrationLog(trx);
    const { id, retirada } = found(await exportOfNumber(trx, numero));
    if (retirada !== null) throw conflict('exportIsInForce', 'Esta exportación ya se retiró.');
    if (await isReversed(trx, 'id_exportacion', id))
      throw conflict('nothingIsReversed', 'Uno de sus comprobantes ya se reversó: no se retira.');
    const changes = {
      retirada: context.now(),
      id_usuario_retira: context.session.idUsuario,
      motivo: motivo.trim(),
    };
    await updateExport(trx, id, changes, authorOf(context));
    await trx
      .updateTable('comprobante')
      .set({ vigente: 0 })
      .where('id_exportacion', '=', id)
      .execute();
    return done(successes.saved);
  });

/** /reversarComprobante: what the entry booked can be booked again, as it is now. */
const reverse: Operation<'/reversarComprobante'> = ({ numero, motivo }, context) =>
  context.write(async (trx) => {
    requireEveryStore(context.session);
    await lockAdministrationLog(trx);
    const { id, origen, vigente } = found(await entryOfNumber(trx, numero));
    if (origen === 'reversa')
      throw conflict('entryIsNoReversal', 'Este comprobante ya es una reversa.');
    if (await isReversed(trx, 'id', id))
      throw conflict('entryIsInForce', 'Este comprobante ya se reversó.');
    if (vigente === 0)
      throw conflict('entryIsInForce', 'La exportación de este comprobante se retiró.');
    const row = {
      id_comprobante: id,
      motivo: motivo.trim(),
      creado: context.now(),
      id_usuario: context.session.idUsuario,
    };
    await insertReversal(trx, row, authorOf(context));
    await trx.updateTable('comprobante').set({ vigente: 0 }).where('id', '=', id).execute();
    return done(successes.saved);
  });

const close: Operation<'/cerrarPeriodo'> = ({ hasta }, context) =>
  context.write(async (trx) => {
    requireEveryStore(context.session);
    if (hasta >= dateInBogota(context.now()))
      throw brokenRule('hasta', 'Solo se cierran días anteriores a hoy.');
    await lockAdministrationLog(trx);
    if (hasta <= (await closedPeriodOf(trx)))
      throw conflict('periodIsOpen', 'Ese período ya está cerrado.');
    await setSetting(trx, 'comprobantes_cerrado', hasta, authorOf(context));
    return done(successes.saved);
  });

/** In pesos. */
const shownLines = (lines: readonly EntryLine[]) =>
  lines.map(({ debito, credito, ...line }) => ({
    ...line,
    debito: toPesos(debito),
    credito: toPesos(credito),
  }));

/** The entry of a closed box as it was exported, or as the next export has it. */
const entryBesideBox: Operation<'/comprobanteDeCaja'> = ({ id_caja }, context) =>
  context.read(async (trx) => {
    requireEveryStore(context.session);
    const { fecha_movimiento } = found(
      await trx
        .selectFrom('cajas')
        .select('fecha_movimiento')
        .where('id', '=', id_caja)
        .where('active', '=', boxStates.closed.codigo)
        .executeTakeFirst(),
    );
    const exported = await trx
      .selectFrom('comprobante')
      .select(['numero', 'dia', 'lineas'])
      .where('origen', '=', 'caja')
      .where('id_origen', '=', id_caja)
      .where('vigente', '=', 1)
      .executeTakeFirst();
    if (exported !== undefined) {
      const { numero, dia, lineas } = exported;
      return { numero, dia, faltan: [], lineas: shownLines(JSON.parse(lineas) as EntryLine[]) };
    }
    const entry = await entryOfBox(trx, id_caja, await factsOf(trx, context.config.companyName));
    return {
      numero: null,
      dia: postingDay(fecha_movimiento, await closedPeriodOf(trx)),
      faltan: (entry?.faltan ?? []).map((falta) => ({ falta })),
      lineas: shownLines(entry?.lineas ?? []),
    };
  });

/** The file of an export as it was written. @throws HttpError 404 where there is none, 409 when it was changed */
export const storedEntryFile = (
  context: Pick<SessionContext, 'read' | 'session'>,
  numero: number,
) =>
  context.read(async (trx) => {
    requireEveryStore(context.session);
    const { nombre, contenido, sha256 } = found(await exportOfNumber(trx, numero));
    const bytes = Buffer.from(contenido, 'base64');
    if (sha256Of(bytes) !== sha256)
      throw conflict(
        'fileIsIntact',
        'El archivo de esta exportación cambió después de escribirse: no lo use y avise a quien administra el servidor.',
      );
    return { filename: nombre, bytes };
  });

const cutHead = [
  'Tienda',
  'Centro de costo',
  'Caja n.º',
  'Fecha del gasto',
  'Documento',
  'Proveedor',
  'Categoría',
  'Cuenta',
  'Concepto',
  'Valor',
] as const;

/** What was recorded until a day and was not closed then, for the provision of a month. */
export const cutWorkbook = (
  context: Pick<SessionContext, 'read' | 'session' | 'now'>,
  asked: string | null,
): Promise<{ filename: string; bytes: Buffer }> =>
  context.read(async (trx) => {
    requireEveryStore(context.session);
    const hasta = asked ?? dateInBogota(context.now());
    const rows = await recordedAndNotClosed(trx, instantsOf(hasta, hasta).until);
    return {
      filename: `corte-${hasta}.xlsx`,
      bytes: await wholeWorkbook([
        {
          sheet: 'Corte',
          head: cutHead,
          rows: rows.map(({ valor, consecutivo, ...row }) => [
            row.tienda,
            row.centro_costo,
            consecutivo ?? '',
            row.fecha_gasto,
            row.num_doc,
            row.proveedor_nombre,
            row.categorias,
            row.cuentas,
            row.concepto,
            toPesos(valor),
          ]),
        },
      ]),
    };
  });

export const entryOperations = {
  '/comprobantes': preview,
  '/exportarComprobantes': exportEntries,
  '/retirarExportacion': takeBack,
  '/reversarComprobante': reverse,
  '/cerrarPeriodo': close,
  '/comprobanteDeCaja': entryBesideBox,
};
