/** Address of the figures of spending: month, group and filters, so that going back restores them. */
import { useSearchParams } from 'react-router-dom';
import { type SpendingGroup, spendingGroupNames } from '#contract/calls/spending.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { monthsFrom } from '#machines/domain/values/dates.ts';
import { isDateText } from '#machines/domain/values/bogota-time.ts';
import { pathTo } from '../../shell/screens/paths.ts';

type Filters = RequestOf<'/gastosDeMes'>;

export interface SpendingAddress {
  por: SpendingGroup;
  filters: Filters;
  /** The expenses behind the filters are listed, not their sums. */
  lista: boolean;
}

const parameters = ['id_tienda', 'categoria', 'id_proveedor'] as const;

export function spendingPath({ por, filters, lista }: SpendingAddress): string {
  const query = new URLSearchParams({ mes: filters.mes, por });
  for (const name of parameters) if (filters[name] != null) query.set(name, String(filters[name]));
  if (lista) query.set('lista', 'si');
  return `${pathTo('gastos')}?${query.toString()}`;
}

const idIn = (text: string | null): number | null =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : null;

export function useSpendingAddress(today: string): SpendingAddress {
  const [query] = useSearchParams();
  const mes = query.get('mes') ?? '';
  return {
    por: spendingGroupNames.find((name) => name === query.get('por')) ?? 'categoria',
    filters: {
      mes: isDateText(mes) ? mes : `${today.slice(0, 7)}-01`,
      id_tienda: idIn(query.get('id_tienda')),
      categoria: query.get('categoria'),
      id_proveedor: idIn(query.get('id_proveedor')),
    },
    lista: query.get('lista') === 'si',
  };
}

/** Months that can be chosen, the current one first. */
export const monthsToChoose = (today: string): string[] =>
  Array.from({ length: 24 }, (_, back) => monthsFrom(`${today.slice(0, 7)}-01`, -back));
