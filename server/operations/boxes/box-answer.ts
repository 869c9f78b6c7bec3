import { dateTimeInBogota } from '#machines/domain/dates.ts';
import { toPesos } from '#machines/domain/money.ts';
import { boxStateOf, boxStates } from '#machines/domain/states.ts';
import type { PlacedBox } from '../../repositories/scope.repository.ts';

export const stateOf = ({ active }: { active: number }) => boxStates[boxStateOf(active)];

/** Fields that every answer about a box carries; amounts in pesos. */
export function boxFacts(box: PlacedBox) {
  const { nombre, color } = stateOf(box);
  return {
    consecutivo: box.consecutivo,
    fecha: box.fecha,
    total: toPesos(box.total),
    total_aprobado: toPesos(box.total_aprobado),
    por_decidir: toPesos(box.por_decidir),
    estado: nombre,
    color,
    active: box.active,
  };
}

export const placeOf = ({ tienda, id_ciudad_tienda, id_tienda }: PlacedBox) => ({
  tienda,
  id_ciudad_tienda,
  id_tienda,
});

/** The person who has the box, and since when. */
export const movementOf = (box: PlacedBox) => ({
  tipo_usuario: stateOf(box).tipo_usuario,
  fecha_movimiento: dateTimeInBogota(box.fecha_movimiento),
});
