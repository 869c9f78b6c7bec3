import { maximumImportRows } from '#contract/calls/import.calls.ts';
import type { rowImport } from '../../actors/row-import.actors.ts';
import { ImportRowsPage } from './ImportRowsPage.tsx';

/** crearUsuario/importar: many users come from a file. */
export default function ImportUsersView({ machine }: { machine?: typeof rowImport }) {
  return (
    <ImportRowsPage
      tabla="usuarios"
      screen="importarUsuarios"
      list="listarUsuarios"
      description={`Un usuario por fila, en la primera hoja del libro o en un CSV; hasta ${maximumImportRows.toLocaleString('es-CO')} filas. Cada persona recibe por correo la invitación para elegir su contraseña.`}
      {...(machine && { machine })}
    />
  );
}
