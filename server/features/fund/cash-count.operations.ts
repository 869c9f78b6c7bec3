/** Cash counts of a store: what should be there, what was counted, and who signed it. */
import { listedCounts } from '#contract/calls/fund.calls.ts';
import type { Pieces } from '#contract/denominations.ts';
import { successes } from '#contract/errors.ts';
import {
  type CountedFund,
  cashOf,
  countRefusals,
  differenceOf,
  mayCount,
  piecesOf,
  sameFund,
} from '#machines/domain/fund/cash-count.ts';
import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatMoney, toCentavos, toPesos } from '#machines/domain/values/money.ts';
import { conflict, forbidden, HttpError } from '../../platform/errors/http-error.ts';
import { countsOfStore, insertCount } from './cash-count.repository.ts';
import { fundOfStore } from '../cases/fund.repository.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { authorOf, done, type Operation } from '../../platform/http/operation.ts';

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
