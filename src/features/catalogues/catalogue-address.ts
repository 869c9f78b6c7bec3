import { useSearchParams } from 'react-router-dom';
import { type CatalogueTable, catalogueTables } from '#contract/calls/reference.calls.ts';
import { pathTo } from '../../shell/screens/paths.ts';

const parameter = 'lista';

/** The address of one catalogue. */
export const cataloguePath = (tabla: CatalogueTable): string =>
  `${pathTo('catalogos')}?${parameter}=${tabla}`;

/** The catalogue that the address names; the expense categories when it names none. */
export function useCatalogue(): CatalogueTable {
  const [query] = useSearchParams();
  const named = query.get(parameter);
  return catalogueTables.find((tabla) => tabla === named) ?? 'categoria_gasto';
}
