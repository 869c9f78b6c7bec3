import { useSearchParams } from 'react-router-dom';
import { type CatalogueTable, catalogueTables } from '#contract/calls/reference.calls.ts';
import { pathTo } from './paths.ts';

const parameter = 'lista';

/** The address of one list. */
export const cataloguePath = (tabla: CatalogueTable): string =>
  `${pathTo('catalogos')}?${parameter}=${tabla}`;

/** The list that the address names; the first one when it names none. */
export function useCatalogue(): CatalogueTable {
  const [query] = useSearchParams();
  const named = query.get(parameter);
  return catalogueTables.find((tabla) => tabla === named) ?? 'categoria_gasto';
}
