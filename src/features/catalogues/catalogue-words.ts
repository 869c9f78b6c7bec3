import type { CatalogueTable } from '#contract/calls/reference.calls.ts';

interface CatalogueWords {
  /** The list, on its tab. */
  name: string;
  /** Button and title of a new row. */
  create: string;
  edit: string;
  /** Advice for whoever is about to change a row. */
  help: string;
}

export const catalogueWords: Record<CatalogueTable, CatalogueWords> = {
  categoria_gasto: {
    name: 'Categorías de gasto',
    create: 'Crear categoría',
    edit: 'Editar categoría',
    help: 'Cada formato de tienda tiene las suyas. Lo que se desactiva ya no se puede elegir; los gastos de antes lo conservan.',
  },
  motivo_rechazo: {
    name: 'Motivos de rechazo',
    create: 'Crear motivo',
    edit: 'Editar motivo',
    help: 'Corrija la redacción, no el sentido: los rechazos de antes se leen con el texto nuevo, y el registro conserva el de entonces. Para otro sentido, cree otro motivo y desactive este.',
  },
  impuestos: {
    name: 'Impuestos',
    create: 'Crear impuesto',
    edit: 'Editar impuesto',
    help: 'Lo que se desactiva ya no se puede elegir; los gastos de antes lo conservan.',
  },
  indicadores: {
    name: 'Clases de documento',
    create: 'Crear clase',
    edit: 'Editar clase',
    help: 'Lo que se desactiva ya no se puede elegir; los gastos de antes la conservan.',
  },
};
