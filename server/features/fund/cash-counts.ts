/** Cash counts: what was counted never changes; another person settles a difference once. */
import type { Pieces } from '#contract/cash.ts';
import { listedCounts } from '#contract/calls/fund.calls.ts';
import { maximumAmount } from '#contract/typed-values.ts';
import { successes } from '#contract/errors.ts';
import {
  type CountCode,
  type CountContext,
  type CountEvent,
  type CountState,
  countAfter,
  countGuards,
  countStateOf,
  countStates,
  settlingEvent,
} from '#machines/domain/fund/count.machine.ts';
import {
  type CountedFund,
  cashDue,
  cashOf,
  differenceOf,
  isSurprise,
  piecesOf,
  toleranceOf,
} from '#machines/domain/fund/fund.ts';
import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { formatPesos, toCentavos, toPesos } from '#machines/domain/values/money.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { brokenRule, found, refusedBy } from '../../platform/errors/http-error.ts';
import {
  actorOf,
  authorOf,
  done,
  type Operation,
  type SessionContext,
} from '../../platform/http/operation.ts';
import { fundOfStore, lockFund, moneyOnItsWay } from '../cases/fund.repository.ts';
import { createMovement } from '../cases/stored-movement.ts';
import { storeInScope } from '../cases/scope.repository.ts';
import { smallestCoin } from '../settings/settings.ts';
import {
  contextOfCount,
  countsOfStore,
  custodianOf,
  differenceOfRow,
  fundOfCount,
  insertCount,
  lockedCount,
  purchasesWithCentavos,
  updateCount,
} from './cash-count.repository.ts';

/** The fund in its wire form, in pesos. */
const fundAnswer = (fund: CountedFund) => ({
  base: toPesos(fund.base),
  en_caja: toPesos(fund.current),
  en_proceso: toPesos(fund.enProceso),
  por_girar: toPesos(fund.porGirar),
  a_cargo_tienda: toPesos(fund.aCargo),
  sin_recibir: toPesos(fund.sinRecibir),
  disponible: toPesos(cashDue(fund) + fund.sinRecibir),
});

type CountWithPeople = Awaited<ReturnType<typeof countsOfStore>>[number];

const wayOf = { faltante: 'aCargo', sobrante: 'entregado' } as const;

/** How a difference was settled; a count without a movement was corrected by a later one. */
const resolutionOf = (row: CountWithPeople) =>
  row.resuelto === null
    ? null
    : {
        como:
          row.movimiento === 'faltante' || row.movimiento === 'sobrante'
            ? wayOf[row.movimiento]
            : ('recontado' as const),
        persona: row.resuelve_nombre ?? '',
        fecha: dateTimeInBogota(row.resuelto),
        motivo: row.motivo,
        dia: row.dia ?? '',
        referencia: row.referencia ?? '',
      };

const counts: Operation<'/arqueos'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const rows = await countsOfStore(trx, store.id, listedCounts);
    const { isClaimed } = await moneyOnItsWay(trx, store.id);
    return {
      id_tienda: store.id,
      tienda: store.nombre,
      reclamo: isClaimed ? (1 as const) : (0 as const),
      arqueos: rows.map((row) => ({
        id: row.id,
        fecha: dateTimeInBogota(row.instante),
        persona: row.persona,
        id_persona: row.id_usuario,
        perfil: row.perfil,
        ...fundAnswer(fundOfCount(row)),
        efectivo: toPesos(row.efectivo),
        diferencia: toPesos(differenceOfRow(row)),
        nota: row.nota,
        estado: row.estado,
        id_responsable: row.id_responsable,
        responsable: row.responsable ?? '',
        resolucion: resolutionOf(row),
        sorpresivo: row.sorpresivo,
        conteo: JSON.parse(row.conteo) as Pieces[],
      })),
    };
  });

/** @throws HttpError 409 or 422 with the failing guards @returns the code of the state after the event */
function codeAfter(
  state: CountState | 'counted',
  context: CountContext,
  event: CountEvent,
): CountCode {
  const after = countAfter(state, context, event);
  if ('motivos' in after) throw refusedBy(countGuards, after.motivos);
  return countStates[after.state].codigo;
}

const tooMuchCash = `Revise las cantidades: suman más de ${formatPesos(maximumAmount)}.`;

/** /guardarArqueo: the expected cash is determined once the pieces are entered. */
const saveCount: Operation<'/guardarArqueo'> = ({ id_tienda, cantidades }, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const store = await storeInScope(trx, session, id_tienda);
    await lockFund(trx, store.id);
    const fund = await fundOfStore(trx, store.id);
    const { sinRecibir, isClaimed } = await moneyOnItsWay(trx, store.id);
    const purchases = await purchasesWithCentavos(trx, store.id);
    const tolerancia = toleranceOf(await smallestCoin(trx), purchases);
    const custodian = await custodianOf(trx, store.id);
    const pieces = piecesOf(cantidades);
    const efectivo = cashOf(pieces);
    const actor = actorOf(session);
    const facts: CountContext = {
      difference: differenceOf({ ...fund, sinRecibir }, efectivo),
      tolerance: tolerancia,
      counter: actor,
      custodian,
      isExplained: false,
      hasOpenClaim: isClaimed,
      recountedBy: null,
      recountAgrees: false,
    };
    const estado = codeAfter('counted', facts, { type: 'COUNT.SAVE', actor });
    if (efectivo > toCentavos(maximumAmount)) throw brokenRule('cantidades', tooMuchCash);
    const count = {
      id_tienda: store.id,
      id_usuario: session.idUsuario,
      perfil: session.profile,
      id_responsable: custodian,
      instante: context.now(),
      base: fund.base,
      en_caja: fund.current,
      en_proceso: fund.enProceso,
      por_girar: fund.porGirar,
      a_cargo: fund.aCargo,
      sin_recibir: sinRecibir,
      sorpresivo: isSurprise(session.profile) ? (1 as const) : (0 as const),
      efectivo,
      tolerancia,
      estado,
      nota: '',
      conteo: JSON.stringify(pieces),
    };
    const id_arqueo = await insertCount(trx, count, authorOf(context));
    return done(successes.saved, { id_arqueo });
  });

/** A count of a visible store, with its fund locked, and its state after an event. */
async function storedCountAfter(
  trx: Trx,
  context: SessionContext,
  idArqueo: number,
  event: CountEvent,
) {
  const row = found(await lockedCount(trx, context.session, idArqueo));
  await lockFund(trx, row.id_tienda);
  const { isClaimed } = await moneyOnItsWay(trx, row.id_tienda);
  const facts = await contextOfCount(trx, row, isClaimed);
  return { row, facts, estado: codeAfter(countStateOf(row.estado), facts, event) };
}

const explain: Operation<'/explicarArqueo'> = ({ id_arqueo, nota }, context) =>
  context.write(async (trx) => {
    const event = { type: 'COUNT.EXPLAIN', actor: actorOf(context.session), nota } as const;
    await storedCountAfter(trx, context, id_arqueo, event);
    await updateCount(trx, id_arqueo, { nota: nota.trim() }, authorOf(context));
    return done(successes.saved);
  });

/** A shortage becomes a debt of the person in charge; a surplus is handed to the company, and moves nothing. */
const settle: Operation<'/resolverArqueo'> = (form, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const event = settlingEvent(form, actorOf(session));
    if (event.type === 'COUNT.HAND_OVER' && event.dia > dateInBogota(context.now()))
      throw brokenRule('dia', 'El día no puede ser posterior a hoy.');
    const { row, facts, estado } = await storedCountAfter(trx, context, form.id_arqueo, event);
    const by = { actor: event.actor, now: context.now() };
    const valor = Math.abs(facts.difference);
    const settled = { resuelto: by.now, id_usuario_resuelve: session.idUsuario };
    const movement = { id_tienda: row.id_tienda, valor, id_arqueo: row.id };
    const motivo = 'motivo' in event ? event.motivo : '';
    if (event.type === 'COUNT.CHARGE') {
      const debt = { ...movement, id_deudor: facts.custodian, motivo };
      await createMovement(trx, 'faltante', debt, by);
    }
    if (event.type === 'COUNT.HAND_OVER') {
      const { dia, referencia } = event;
      await createMovement(trx, 'sobrante', { ...movement, dia, referencia, ...settled }, by);
    }
    await updateCount(trx, row.id, { estado, motivo, ...settled }, by);
    return done(successes.saved);
  });

export const cashCountOperations = {
  '/arqueos': counts,
  '/guardarArqueo': saveCount,
  '/explicarArqueo': explain,
  '/resolverArqueo': settle,
};
