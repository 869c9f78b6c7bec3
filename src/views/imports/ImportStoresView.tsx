import { maximumImportRows } from '#contract/calls/import.calls.ts';
import type { rowImport } from '../../actors/row-import.actors.ts';
import { ImportRowsPage } from './ImportRowsPage.tsx';

/** crearTienda/importar: many stores come from a file. */
export default function ImportStoresView({ machine }: { machine?: typeof rowImport }) {
  return (
    <ImportRowsPage
      tabla="tiendas"
      screen="importarTiendas"
      list="listarTiendas"
      description={`Una tienda por fila, en la primera hoja del libro o en un CSV; hasta ${maximumImportRows.toLocaleString('es-CO')} filas. El responsable, el supervisor y el gerente se nombran por su correo: créelos antes.`}
      {...(machine && { machine })}
    />
  );
}
