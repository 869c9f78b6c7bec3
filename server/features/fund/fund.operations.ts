import { type Pieces, listedCounts } from '#contract/calls/fund.calls.ts';
import { successes } from '#contract/errors.ts';
import {
  type CountedFund,
  cashOf,
  countRefusals,
  differenceOf,
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
import { occasionalTotals } from '../boxes/expense-list.repository.ts';
import { findOpenBox } from '../cases/box.repository.ts';
import { fundOfStore } from '../cases/fund.repository.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { maximumForOccasional } from '../expenses/anomalies.ts';
import { overdraftPolicy } from '../settings/settings.ts';

/** Cash counts: they are written once, and never changed. */

const insertCount = inserting('arqueo');

/** The last counts of a store with the names of who counted, the newest first; amounts in centavos. */
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

/** Cash counts of a store: what should be there, what was counted, and who signed it. */

/** The fund in pesos of the wire. */
const fundAnswer = ({ base, current, reembolso }: CountedFund) => ({
  base: toPesos(base),
  en_caja: toPesos(current),
  en_proceso: toPesos(reembolso),
  disponible: toPesos(base - current - reembolso),
});

const counts: Operation<'/arqueos'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const rows = await countsOfStore(trx, store.id, listedCounts);
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      ...fundAnswer(await fundOfStore(trx, store.id)),
      arqueos: rows.map(({ id, instante, persona, base, en_caja, en_proceso, ...row }) => ({
        id,
        fecha: dateTimeInBogota(instante),
        persona,
        ...fundAnswer({ base, current: en_caja, reembolso: en_proceso }),
        efectivo: toPesos(row.efectivo),
        nota: row.nota,
        conteo: JSON.parse(row.conteo) as Pieces[],
      })),
    };
  });

const changedFund = (fund: CountedFund): HttpError =>
  conflict(
    'fondo',
    `El fondo cambió mientras usted contaba: ahora la base es ${formatMoney(fund.base)}, en la caja abierta hay ${formatMoney(
      fund.current,
    )} y en proceso de reembolso ${formatMoney(fund.reembolso)}. Revise el conteo y guárdelo otra vez.`,
  );

/** /guardarArqueo: the fund is worked out again; a person who saw another one looks first. */
const saveCount: Operation<'/guardarArqueo'> = (input, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const store = await storeInScope(trx, session, input.id_tienda);
    if (!mayCount(session.profile)) throw forbidden();
    const { base, current, reembolso } = await fundOfStore(trx, store.id);
    const fund = { base, current, reembolso };
    const seen = {
      base: toCentavos(input.base),
      current: toCentavos(input.en_caja),
      reembolso: toCentavos(input.en_proceso),
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
      base,
      en_caja: current,
      en_proceso: reembolso,
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
      disponible: toPesos(fund.disponible),
      porcentaje: fund.porcentaje,
      reembolso: toPesos(fund.reembolso),
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
