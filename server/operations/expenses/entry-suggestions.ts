import {
  municipalityOfStore,
  recentExpensesOfStore,
} from '../../repositories/recording.repository.ts';
import { storeInScope } from '../../repositories/scope.repository.ts';
import type { Operation } from '../operation.ts';

/** More categories than these are looked for in their list. */
const MOST_CATEGORIES = 5;

/** Ids by how often they come, the most frequent first; among equals the one that came first. */
function byFrequency(ids: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].toSorted(([, one], [, other]) => other - one).map(([id]) => id);
}

/** /sugerenciasGasto: what a store records again and again need not be typed again. */
export const entrySuggestions: Operation<'/sugerenciasGasto'> = ({ id_tienda }, context) =>
  context.read(async (trx) => {
    const store = await storeInScope(trx, context.session, id_tienda);
    const expenses = (await recentExpensesOfStore(trx, store.id)).map((expense) => ({
      ...expense,
      categoria: JSON.parse(expense.categorias_propias) as number[],
    }));
    const latest = expenses.filter(
      ({ id }, index) => expenses.findIndex((expense) => expense.id === id) === index,
    );
    const place = await municipalityOfStore(trx, store.id);
    return {
      proveedores: latest.map(
        ({ id, num_doc, digito, nombre, categoria, factura_elec, concepto }) => ({
          id,
          num_doc,
          digito,
          nombre,
          categoria,
          tipo_factura: factura_elec,
          concepto,
        }),
      ),
      categorias: byFrequency(expenses.flatMap(({ categoria }) => categoria)).slice(
        0,
        MOST_CATEGORIES,
      ),
      departamento: place?.departamento_id ?? null,
      ciudad: place?.id_municipio ?? null,
    };
  });
