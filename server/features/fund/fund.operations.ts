import { type Pieces, listedCounts } from '#contract/calls/fund.calls.ts';
import { successes } from '#contract/errors.ts';
import {
  type CountedFund,
  cashDue,
  cashOf,
  countRefusals,
  differenceOf,
  isSurprise,
  mayCount,
  piecesOf,
  sameFund,
} from '#machines/domain/fund/fund.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatMoney, toCentavos, toPesos } from '#machines/domain/values/money.ts';
import { inserting } from '../../platform/database/queries.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { HttpError, conflict, forbidden, found } from '../../platform/errors/http-error.ts';
import { type Operation, authorOf, done } from '../../platform/http/operation.ts';
import { occasionalTotals } from '../boxes/box-answer.ts';
import { findOpenBox } from '../cases/box.repository.ts';
import { fundOfStore, fundParts } from '../cases/fund.repository.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { overdraftPolicy, maximumForOccasional } from '../settings/settings.ts';

/** Cash counts: they are written once, and never changed. */

const insertCount = inserting('arqueo');

/** The last counts of a store, each with the name of its author, newest first; amounts in centavos. */
const countsOfStore = (trx: Trx, idTienda: number, limit: number) =>
  trx
    .selectFrom('arqueo')
    .innerJoin('usuarios', 'usuarios.id', 'arqueo.id_usuario')
    .selectAll('arqueo')
    .select('usuarios.razon_social as persona')
    .where('arqueo.id_tienda', '=', idTienda)
    .orderBy('arqueo.id', 'desc')
    .limit(limit)
    .execute();

/** The fund in its wire form, in pesos. */
const fundAnswer = (fund: CountedFund) => ({
  base: toPesos(fund.base),
  en_caja: toPesos(fund.current),
  en_proceso: toPesos(fund.enProceso),
  por_girar: toPesos(fund.porGirar),
  a_cargo_tienda: toPesos(fund.aCargo),
  disponible: toPesos(cashDue(fund)),
});

const counts: Operation<'/arqueos'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const rows = await countsOfStore(trx, store.id, listedCounts);
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      ...fundAnswer(await fundOfStore(trx, store.id)),
      arqueos: rows.map(({ id, instante, persona, base, ...row }) => ({
        id,
        fecha: dateTimeInBogota(instante),
        persona,
        ...fundAnswer({
          base,
          current: row.en_caja,
          enProceso: row.en_proceso,
          porGirar: row.por_girar,
          aCargo: row.a_cargo,
        }),
        efectivo: toPesos(row.efectivo),
        nota: row.nota,
        sorpresivo: row.sorpresivo,
        conteo: JSON.parse(row.conteo) as Pieces[],
      })),
    };
  });

const changedFund = (fund: CountedFund): HttpError =>
  conflict(
    'fondo',
    `El fondo cambió mientras usted contaba: ahora la base es ${formatMoney(fund.base)}, en la caja abierta hay ${formatMoney(
      fund.current,
    )}, en proceso de reembolso ${formatMoney(fund.enProceso)}, por girar ${formatMoney(fund.porGirar)} y a cargo ${formatMoney(fund.aCargo)}. Revise el conteo y guárdelo otra vez.`,
  );

/** /guardarArqueo: refused when the recomputed fund differs from the one that the user saw. */
const saveCount: Operation<'/guardarArqueo'> = (input, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const store = await storeInScope(trx, session, input.id_tienda);
    if (!mayCount(session.profile)) throw forbidden();
    const fund = await fundOfStore(trx, store.id);
    const seen = {
      base: toCentavos(input.base),
      current: toCentavos(input.en_caja),
      enProceso: toCentavos(input.en_proceso),
      porGirar: toCentavos(input.por_girar),
      aCargo: toCentavos(input.a_cargo_tienda),
    };
    if (!sameFund(fund, seen)) throw changedFund(fund);
    const pieces = piecesOf(input.cantidades);
    const efectivo = cashOf(pieces);
    const nota = input.nota?.trim() ?? '';
    const motivos = countRefusals(differenceOf(fund, efectivo), nota);
    if (motivos.length > 0) throw new HttpError(422, { motivos });
    const count = {
      id_tienda: store.id,
      id_usuario: session.idUsuario,
      instante: context.now(),
      base: fund.base,
      en_caja: fund.current,
      en_proceso: fund.enProceso,
      por_girar: fund.porGirar,
      a_cargo: fund.aCargo,
      sorpresivo: isSurprise(session.profile) ? (1 as const) : (0 as const),
      efectivo,
      nota,
      conteo: JSON.stringify(pieces),
    };
    const id_arqueo = await insertCount(trx, count, authorOf(context));
    return done(successes.saved, { id_arqueo });
  });

export const cashCountOperations = {
  '/arqueos': counts,
  '/guardarArqueo': saveCount,
};

const storeFund: Operation<'/obtenerDatosTiendaCaja'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const fund = await fundOfStore(trx, store.id);
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      base: toPesos(fund.base),
      ...fundParts(fund),
      porcentaje: fund.porcentaje,
      id_formato: store.id_formato,
      active_: store.active_ === 1 ? 1 : 0,
      exceso_fondo: await overdraftPolicy(trx),
    };
  });

const currentBox: Operation<'/obtenerCajaActual'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const open = found(await findOpenBox(trx, store.id));
    const maximum = await maximumForOccasional(trx);
    const totals = maximum === null ? [] : await occasionalTotals(trx, open.id);
    return {
      id: open.id,
      active: open.active,
      consecutivo: open.consecutivo,
      fecha: open.fecha,
      total: toPesos(open.total),
      version: open.version,
      excede_monto_maximo: totals.some((total) => total > (maximum ?? 0)) ? 1 : 0,
    };
  });

export const fundOperations = {
  '/obtenerDatosTiendaCaja': storeFund,
  '/obtenerCajaActual': currentBox,
};
