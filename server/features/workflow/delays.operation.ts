import { delaysOf } from '#machines/domain/box/box-delays.ts';
import { type BoxStateName, boxStateOf } from '#machines/domain/box/states.ts';
import { workingTimeBetween } from '#machines/domain/values/working-time.ts';
import { stageTargets, workingCalendar } from '../settings/settings.repository.ts';
import { lastStays, supervisedStores, waitingBoxes } from './workflow-history.repository.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { scopeOf } from './workflow-scope.ts';

/** /flujoDemoras: what docs/workflow-figures.md defines. */
export const delays: LongRead<'/flujoDemoras'> = (input, context) =>
  context.read(async (trx) => {
    const scope = await scopeOf(trx, context.session, input);
    const targets: Partial<Record<BoxStateName, number>> = await stageTargets(trx);
    const stores = await supervisedStores(trx, scope);
    const waiting = (await waitingBoxes(trx, scope)).map(({ active, ...box }) => ({
      ...box,
      estado: boxStateOf(active),
    }));
    const calendar = await workingCalendar(trx);
    const stays = (await lastStays(trx, scope)).map(({ id, nombre, instante, ...stay }) => ({
      ...stay,
      duracion: workingTimeBetween(instante - stay.duracion, instante, calendar),
      estado: stay.estado as BoxStateName,
      actor: { id, nombre },
    }));
    return delaysOf({ stores, waiting, stays }, input.por).map((delay) => ({
      ...delay,
      meta: targets[delay.estado] ?? null,
    }));
  });
