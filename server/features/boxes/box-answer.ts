import { dateTimeInBogota } from '#machines/domain/values/bogota-time.ts';
import { expenseFactsAt } from '#machines/domain/expense/expense-places.ts';
import { formatMoney, pesosOrNull, toPesos } from '#machines/domain/values/money.ts';
import { boxStateOf, boxStates } from '#machines/domain/box/states.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { ListedExpense } from './expense-list.repository.ts';
import type { PlacedBox } from '../cases/scope.repository.ts';

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

/** Fields that every answer about an expense carries; amounts in pesos. */
export function expenseFields(
  expense: Row<'gastos'> & Pick<ListedExpense, 'motivo_rechazo' | 'registrado_de_nuevo'>,
  active: number,
) {
  const { id, version, fecha_gasto, recibo, numero_factura, enlace_factura, soporte } = expense;
  const { estado, requiere_mantenimiento, informe_novedad, registrado_de_nuevo } = expense;
  const { nombre, color } = expenseFactsAt(active, estado);
  return {
    id,
    version,
    fecha_gasto,
    recibo,
    numero_factura,
    enlace_factura,
    soporte,
    estado,
    requiere_mantenimiento,
    informe_novedad,
    registrado_de_nuevo,
    nombre_estado: nombre,
    color,
    valor: toPesos(expense.valor),
    valor_f: formatMoney(expense.valor),
    reembolsar: pesosOrNull(expense.reembolsar),
    id_usuario_registro: expense.id_usuario,
    categorias_propias: JSON.parse(expense.categorias_propias) as number[],
    motivo_rechazo: expense.motivo_rechazo ?? '',
  };
}
