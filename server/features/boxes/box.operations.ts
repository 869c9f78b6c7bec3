import type { BodyOf } from '#contract/contract.ts';
import { successes } from '#contract/errors.ts';
import { byStage } from '#contract/wire-stages.ts';
import { type StageName, stages } from '#machines/domain/stages/stages.ts';
import { boxStates } from '#machines/domain/stages/states.ts';
import { notFound } from '../../platform/errors/http-error.ts';
import {
  type Operation,
  type SessionContext,
  actorOf,
  done,
} from '../../platform/http/operation.ts';
import { columnsOfSend, openNextBox } from '../cases/box.repository.ts';
import { forbiddenExcess, lockOpenBox } from '../cases/fund.repository.ts';
import { lockBoxInScope, storeInScope } from '../cases/scope.repository.ts';
import { BoxCase } from '../cases/stored-box-case.ts';
import { announceMove } from '../notices/notice-mails.ts';
import { followsPayments } from '../settings/settings.ts';
import { box, boxAsList, boxHistory, pendingBoxes, rowsOfBox } from './box-reads.ts';

/** /enviarCaja: the open box gets its number and goes to the supervisor; the next one is opened. */
const sendCurrentBox: Operation<'/enviarCaja'> = (input, context) =>
  context.write(async (trx) => {
    const { session } = context;
    const now = context.now();
    const { id_tienda, id_caja } = input;
    // No other box of the store is locked: two sends that each waited for the box of the other would end with an error.
    const open = await lockOpenBox(trx, session, id_tienda, { idCaja: id_caja });
    if (open === undefined) await storeInScope(trx, session, id_tienda);
    const asked = open ?? (await lockBoxInScope(trx, session, id_caja));
    if (asked.id_tienda !== id_tienda) throw notFound();
    const box = new BoxCase(trx, now, asked);
    box.requireBoxVersion(input.version);
    if (open !== undefined) box.setFundExcess(forbiddenExcess(open));
    const event = { type: 'BOX.SEND', actor: actorOf(session) } as const;
    // The number is raised after the event is accepted, so that a refused one does not lock the store's row.
    await box.fire(event, () => columnsOfSend(trx, id_tienda));
    await openNextBox(trx, id_tienda, now, box.box.hash);
    await announceMove(trx, context, box.box, boxStates.open.codigo);
    return done(successes.sent, { consecutivo: box.box.consecutivo ?? 0 });
  });

/** A reviewer sends on a box after deciding its expenses; the state machine determines the next state. */
const sendAt =
  (stage: StageName) =>
  ({ id_caja, version }: BodyOf<'/enviarCajaSupervisor'>, context: SessionContext) =>
    context.write(async (trx) => {
      const row = await lockBoxInScope(trx, context.session, id_caja);
      const box = new BoxCase(trx, context.now(), row);
      box.requireBoxVersion(version);
      await box.loadDeciders();
      const actor = box.actingAs(actorOf(context.session));
      const { send } = stages[stage];
      await box.fire(
        send === 'BOX.SEND_FINAL'
          ? { type: send, actor, seguida: await followsPayments(trx) }
          : { type: send, actor },
      );
      await announceMove(trx, context, box.box, boxStates[stages[stage].boxState].codigo);
      return done(successes.sent);
    });

const reviewSends = byStage(({ sends }) => sends, sendAt);

export const boxOperations = {
  '/gastosCaja': rowsOfBox,
  '/gastosCajaMantenimiento': rowsOfBox,
  '/gastosCajaContabilidad': rowsOfBox,
  '/enviarCaja': sendCurrentBox,
  ...reviewSends,
  '/historialCajas': boxHistory,
  '/verCajaDetalle': boxAsList,
  '/obtenerCaja': box,
  '/cajasPendientesContabilidad': pendingBoxes,
};
