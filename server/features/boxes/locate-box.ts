import type { StageSituation, BoxLocation } from '#contract/box-location.ts';
import { dateInBogota, dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { actedFor, decidersOf, replacementOf } from '#machines/domain/people/delegation.ts';
import { lifecycleOf, type StageProgress } from '#machines/domain/box/lifecycle.ts';
import { stageOfBox, stages } from '#machines/domain/box/stages.ts';
import { type BoxStateName, boxStateOf, boxStates } from '#machines/domain/box/states.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { BoxRow } from '../cases/box.repository.ts';
import { locationFacts } from '../cases/box-location.repository.ts';
import { kindsOfExpenses } from '../cases/case-facts.ts';

type Assignee = 'supervisor' | 'responsable';

/** Returns the person of the store who has the box; at the other stages anybody of the profile may go on. */
function assigneeOf(state: BoxStateName): Assignee | null {
  if (state === 'open' || state === 'readyToShip') return 'responsable';
  const stage = stageOfBox(state);
  return stage && stages[stage].assignee;
}

const situationOf: Record<StageProgress, StageSituation> = {
  done: 'completada',
  current: 'actual',
  pending: 'pendiente',
  skipped: 'no aplica',
};

/** Location of a box: its state, who has it and since when, what it passed and what comes next. */
export async function locationOf(
  trx: Trx,
  box: Pick<BoxRow, 'id' | 'id_tienda' | 'active' | 'creada' | 'fecha_movimiento'>,
  now: number,
): Promise<BoxLocation> {
  const current = boxStateOf(box.active);
  const arrivals = new Map<string, number>([['open', box.creada]]);
  const today = dateInBogota(now);
  const { people, ...facts } = await locationFacts(trx, box, today);
  for (const { hacia, instante } of facts.arrivals) arrivals.set(hacia, instante);
  const expenses = kindsOfExpenses(facts.states);
  const visited = (Object.keys(boxStates) as BoxStateName[]).filter((state) => arrivals.has(state));
  const personAt = (state: BoxStateName): string => {
    const assignee = assigneeOf(state);
    return assignee === null ? '' : people[assignee];
  };
  const [delegation] = people.delegations;
  /** The person who will have it: whoever stands in, while somebody is absent. */
  const deciderAt = (state: BoxStateName): string =>
    assigneeOf(state) === 'supervisor' && delegation !== undefined
      ? actedFor(delegation.delegado, delegation.nombre)
      : personAt(state);
  const isAssigned = assigneeOf(current) === 'supervisor';
  const { nombre, color, tipo_usuario } = boxStates[current];
  return {
    active: box.active,
    estado: nombre,
    color,
    tipo_usuario,
    encargado: personAt(current),
    reemplazo: isAssigned ? replacementOf(people.delegations, today) : '',
    decisores: isAssigned ? decidersOf(people.id_supervisor, people.delegations, today) : null,
    fecha_movimiento: dateTimeInBogota(box.fecha_movimiento),
    recorrido: lifecycleOf(current, { expenses }, visited).map(({ state, progress }) => {
      const arrival = arrivals.get(state);
      return {
        active: boxStates[state].codigo,
        etapa: boxStates[state].etapa,
        encargado: progress === 'pending' ? deciderAt(state) : personAt(state),
        situacion: situationOf[progress],
        desde: arrival === undefined ? '' : dateTimeInBogota(arrival),
      };
    }),
  };
}
