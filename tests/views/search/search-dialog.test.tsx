import { useMachine } from '@xstate/react';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Found } from '#contract/calls/search.calls.ts';
import { type ProfileId, profileIds, profiles } from '#machines/domain/people/profiles.ts';
import { type FoundEntry, isOpen, searchMachine } from '#machines/flows/search/search.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { useShortcut } from '#src/ui/layout/use-keys.ts';
import { foundPath } from '#src/shell/screens/found-paths.ts';
import { SearchDialog } from '#src/features/search/SearchDialog.tsx';
import { refusedBy } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const box = {
  id_caja: 12,
  id_tienda: 4,
  tienda: 'Tienda Centro',
  consecutivo: 7,
  active: 2,
  valor: 25_000,
  fecha: '2030-05-11',
  estado: 'En revisión',
  color: 'info',
};
const expense = {
  ...box,
  id_gasto: 31,
  proveedor: 'Ferretería El Tornillo',
  recibo: 'R1',
  concepto: 'Bombillos',
  valor: 12_500,
};
const store = { id_tienda: 4, tienda: 'Tienda Centro', ciudad: 'Cali' };
const user = { id_usuario: 9, nombre: 'Ana', perfil: 'Gerente', email: 'ana@cajamenor.test' };
const nothing: Found = { cajas: [], tiendas: [], usuarios: [], gastos: [] };
const everything: Found = { ...nothing, cajas: [box], tiendas: [store], gastos: [expense] };

function Harness({ machine }: { machine: typeof searchMachine }) {
  const [snapshot, send] = useMachine(machine);
  useShortcut('k', () => send({ type: 'OPEN' }));
  return isOpen(snapshot) ? <SearchDialog snapshot={snapshot} send={send} /> : <p>Cerrada</p>;
}

async function open(answers: Answers['buscar'] = [answered(everything)], profile: ProfileId = 3) {
  const { logic, asked } = answering(searchMachine, { buscar: answers });
  const person = { id: 20, profile };
  const actions = renderScreen(<Harness machine={logic} />, '/inicio', '/inicio', person);
  await screen.findByText('Cerrada');
  await actions.keyboard('{Control>}k{/Control}');
  const field = await screen.findByRole('combobox', { name: 'Buscar' });
  await actions.click(field);
  return { actions, field, asked };
}

describe('the global search', () => {
  test('opens with Ctrl+K, searches while the user types, and opens the active result on Enter', async () => {
    const { actions, field, asked } = await open();
    await actions.paste('tornillo');
    const options = await screen.findAllByRole('option');
    expect(asked.buscar?.at(-1)).toEqual({ texto: 'tornillo' });
    expect(options.map((option) => option.textContent)).toEqual([
      expect.stringContaining('Caja n.º 7 · Tienda Centro'),
      expect.stringContaining('Tienda Centro'),
      expect.stringMatching(/Ferretería El Tornillo.*12\.500.*Bombillos.*En revisión/),
    ]);
    expect(screen.getByRole('status')).toHaveTextContent('3 resultados');
    expect(field).toHaveAttribute('aria-activedescendant', options[0]?.id);
    await actions.keyboard('{ArrowUp}');
    expect(field).toHaveAttribute('aria-activedescendant', options[2]?.id);
    expect(options[2]).toHaveAttribute('aria-selected', 'true');
    await actions.keyboard('{Enter}');
    expect(await screen.findByTestId('elsewhere')).toHaveTextContent(
      '/detalleGastoSupervisor/12/31',
    );
  });

  test('opens a clicked result', async () => {
    const { actions } = await open();
    await actions.keyboard('7');
    await actions.click(await screen.findByRole('option', { name: /^Caja n\.º 7/ }));
    expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/verCajaSupervisor/12');
  });

  test('reports that there are no results, and closes on Escape', async () => {
    const { actions } = await open([answered(nothing)]);
    await actions.paste('zzz');
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Sin resultados.'));
    await actions.keyboard('{Escape}');
    expect(await screen.findByText('Cerrada')).toBeVisible();
  });

  test('can be retried after a failure', async () => {
    const { actions } = await open([refusedBy.permission, answered(everything)]);
    await actions.keyboard('t');
    await actions.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findAllByRole('option')).toHaveLength(3);
  });
});

describe('the target of a result for each profile', () => {
  const ways = (entry: FoundEntry) =>
    profileIds.map((profile) =>
      foundPath(entry, { profile, permissions: profiles[profile].permisos }),
    );
  test('a box', () => {
    expect(ways({ kind: 'cajas', row: box })).toEqual([
      '/flujo/12',
      '/verCaja/12',
      '/verCajaSupervisor/12',
      '/verCaja/12',
      '/verCajaMantenimiento/12',
      '/revisarCaja/12',
      '/detalleCajaCI/12',
      '/detalleCajaCI/12',
    ]);
  });

  test('an expense', () => {
    expect(ways({ kind: 'gastos', row: expense })).toEqual([
      '/flujo/12',
      '/detalleGasto/31',
      '/detalleGastoSupervisor/12/31',
      '/detalleGasto/31',
      '/detalleGastoMantenimiento/12/31',
      '/detalleGastoContabilidad/31/12',
      '/detalleGastoCI/31/12',
      '/detalleGastoCI/31/12',
    ]);
    expect(ways({ kind: 'gastos', row: { ...expense, active: 4 } })[5]).toBe(
      '/detalleGastoContabilidadFinal/31/12',
    );
  });

  test('a store and a user', () => {
    expect(ways({ kind: 'tiendas', row: store })).toEqual([
      '/editarTienda/4',
      '/cajaActual/4',
      '/historialTienda/4',
      '/cajaActual/4',
      null,
      ...Array<string>(3).fill('/historialTienda/4'),
    ]);
    expect(ways({ kind: 'usuarios', row: user })[0]).toBe('/editarUsuario/9');
  });

  test('an open box leads to the current box', () => {
    expect(ways({ kind: 'cajas', row: { ...box, active: 0 } })[1]).toBe('/cajaActual/4');
  });
});
