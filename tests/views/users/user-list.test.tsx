import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answered, unreachableMessage } from '#machines/flows/steps/result.ts';
import { type UserRow, userRecords } from '#src/features/records/record-list.actors.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import UserListView from '#src/features/users/UserListView.tsx';
import { refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { type Answers, answering, expectNotice, renderScreen } from '../review/render-screen.tsx';
import { finishedOnboarding } from './finished-onboarding.ts';

const ana: UserRow = {
  id: 9,
  razon_social: 'Ana Ruiz',
  tipo: 3,
  tipo_perfil: 'Supervisor',
  email: 'ana@cajamenor.test',
  active_: 1,
  segundo_factor: 0,
  permisos: null,
  a_cargo: '',
  indispensable: '',
  invitacion: null,
};
const berta: UserRow = { ...ana, id: 10, razon_social: 'Berta Gil', email: 'b@cajamenor.test' };

const page = (...rows: UserRow[]) => answered({ rows, total: rows.length });
const offline = new Error('offline');

function open(answers: Answers) {
  const machine = userRecords;
  const { logic, asked } = answering(machine, answers);
  const user = renderScreen(
    <UserListView machine={logic} onboardingMachine={finishedOnboarding()} />,
    patterns.listarUsuarios,
    '/listarUsuarios',
    admin,
  );
  return { user, asked };
}

const toggleOf = (name: string) => screen.findByRole('switch', { name: `Activo: ${name}` });
/** An action of the menu of the first row. */
async function actionOf(user: UserEvent, name: string) {
  const [menu] = await screen.findAllByRole('button', { name: /^Acciones de / });
  if (menu) await user.click(menu);
  return screen.findByRole('menuitem', { name: new RegExp(`^${name}`) });
}
const actionNames = async () =>
  (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);

const alertDialog = () => screen.findByRole('alertdialog', { name: 'Confirmar eliminación' });

test('each row has profile, edit link, active flag and actions; a link creates a user', async () => {
  const { user } = open({ loadRows: [page(ana, berta)] });
  const row = await screen.findByRole('row', { name: /Ana Ruiz/ });
  expect(row).toHaveTextContent('Supervisor');
  expect(within(row).getByRole('link', { name: 'Editar Ana Ruiz' })).toHaveAttribute(
    'href',
    '/editarUsuario/9',
  );
  expect(within(row).getByRole('switch')).toBeChecked();
  await user.click(await within(row).findByRole('button', { name: 'Acciones de Ana Ruiz' }));
  expect(await actionNames()).toEqual([
    'Editar Ana Ruiz',
    'Ausencia de Ana Ruiz',
    'Eliminar Ana Ruiz',
  ]);
  expect(screen.getByRole('link', { name: 'Crear usuario' })).toHaveAttribute(
    'href',
    '/crearUsuario',
  );
});

test('a person who has not entered is handed a link', async () => {
  const invitacion = { estado: 'porEnviar', desde: '', vence: '2026-06-20 10:00' } as const;
  const { user } = open({ loadRows: [page({ ...ana, invitacion })] });
  const row = await screen.findByRole('row', { name: /Ana Ruiz/ });
  expect(row).toHaveTextContent('Invitación por enviar · vence el 20 jun 2026 10:00');
  expect(screen.getByRole('link', { name: 'Invitaciones' })).toHaveAttribute(
    'href',
    '/editarUsuario/invitaciones',
  );
  expect(await actionOf(user, 'Entregar un enlace a Ana Ruiz')).toHaveAttribute(
    'href',
    '/editarUsuario/invitaciones?usuario=9',
  );
});

test('an empty list has the button that fills it', async () => {
  open({ loadRows: [page()] });
  expect(await screen.findByText('Todavía no hay usuarios')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Crear usuario' })).toHaveLength(2);
});

test('a list can be loaded again after a network error', async () => {
  const { user } = open({ loadRows: [offline, page(ana)] });
  expect(await screen.findByText(unreachableMessage)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByRole('row', { name: /Ana Ruiz/ })).toBeVisible();
});

test('a flag changes once the server has confirmed it', async () => {
  const { user, asked } = open({
    loadRows: [page(ana), page({ ...ana, active_: 0 })],
    actdesElemento: [answered(written('Registro actualizado'))],
  });
  await user.click(await toggleOf('Ana Ruiz'));
  expect(await screen.findByText('Registro actualizado')).toBeVisible();
  expect(await toggleOf('Ana Ruiz')).not.toBeChecked();
  expect(asked.actdesElemento).toEqual([{ id_elemento: 9, opc: 0 }]);
});

test('a flag is unchanged after a network error, and the change can be retried', async () => {
  const { user, asked } = open({
    loadRows: [page(ana), page({ ...ana, active_: 0 })],
    actdesElemento: [offline, answered(written())],
  });
  await user.click(await toggleOf('Ana Ruiz'));
  expect(await screen.findByText('No se sabe si el cambio se hizo')).toBeVisible();
  expect(await toggleOf('Ana Ruiz')).toBeChecked();
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Registro actualizado')).toBeVisible();
  expect(asked.actdesElemento).toHaveLength(2);
});

test('a refused change shows the message of the server', async () => {
  const { user } = open({
    loadRows: [page(ana), page(ana)],
    actdesElemento: [refused(409, 'No puede desactivar su propio usuario.')],
  });
  await user.click(await toggleOf('Ana Ruiz'));
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('No puede desactivar su propio usuario.');
  await user.click(within(alert).getByRole('button', { name: 'Cerrar mensaje' }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(await toggleOf('Ana Ruiz')).toBeChecked();
});

test('a deletion is confirmed in a dialog and announced, and the list is reloaded', async () => {
  const { user, asked } = open({
    loadRows: [page(ana, berta), page(berta)],
    eliminarElemento: [answered(written('Registro eliminado'))],
  });
  await user.click(await actionOf(user, 'Eliminar Ana Ruiz'));
  const dialog = await alertDialog();
  expect(dialog).toHaveTextContent('Se eliminará «Ana Ruiz»');
  const notice = expectNotice('Registro eliminado');
  await user.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
  await notice;
  await waitFor(() => expect(screen.queryByRole('row', { name: /Ana Ruiz/ })).toBeNull());
  expect(asked.eliminarElemento).toEqual([{ id_elemento: 9 }]);
});

test('a cancelled deletion sends nothing', async () => {
  const { user, asked } = open({ loadRows: [page(ana)], eliminarElemento: [] });
  await user.click(await actionOf(user, 'Eliminar Ana Ruiz'));
  await user.click(within(await alertDialog()).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked.eliminarElemento).toBeUndefined();
});

test('a deletion can be retried in its dialog after a network error', async () => {
  const { user, asked } = open({
    loadRows: [page(ana), page()],
    eliminarElemento: [offline, refusedBy.absence],
  });
  await user.click(await actionOf(user, 'Eliminar Ana Ruiz'));
  const dialog = await alertDialog();
  await user.click(within(dialog).getByRole('button', { name: 'Eliminar' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(unreachableMessage);
  const notice = expectNotice('Registro eliminado');
  await user.click(within(dialog).getByRole('button', { name: 'Reintentar' }));
  await notice;
  expect(asked.eliminarElemento).toHaveLength(2);
});

const notToChange = 'No puede modificar a quien tiene más permisos que usted.';

test.each([
  [
    'oneself',
    admin,
    'No puede desactivar su propio usuario.',
    'No puede eliminar su propio usuario.',
  ],
  ['a person who has more', { id: 20, profile: 2 as const }, notToChange, notToChange],
])(
  '%s can be neither deactivated nor deleted, and the reason is shown',
  async (_, person, off, gone) => {
    const row: UserRow = {
      ...ana,
      id: 1,
      razon_social: 'Olga',
      tipo: 1,
      tipo_perfil: 'Administrador',
    };
    const machine = userRecords;
    const { logic, asked } = answering(machine, { loadRows: [page(row)] });
    const user = renderScreen(
      <UserListView machine={logic} onboardingMachine={finishedOnboarding()} />,
      patterns.listarUsuarios,
      '/listarUsuarios',
      person,
    );
    expect(await toggleOf('Olga')).toHaveAccessibleDescription(off);
    await user.click(await toggleOf('Olga'));
    const remove = await actionOf(user, 'Eliminar Olga');
    expect(remove).toHaveTextContent(gone);
    await user.click(remove);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(asked.actdesElemento).toBeUndefined();
  },
);

test('the last user of a profile can be neither deactivated nor deleted, and the reason is shown', async () => {
  const indispensable = 'Es la única persona activa de Mantenimiento.';
  const { user, asked } = open({ loadRows: [page({ ...ana, indispensable })] });
  expect(await toggleOf('Ana Ruiz')).toHaveAccessibleDescription(indispensable);
  const remove = await actionOf(user, 'Eliminar Ana Ruiz');
  expect(remove).toHaveTextContent(indispensable);
  await user.click(remove);
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(asked.actdesElemento).toBeUndefined();
});

const a_cargo = 'Supervisa 7 tiendas, 2 cajas por decidir, $ 521.300';
const successors = answered([
  { id: 10, nombre: 'Berta Gil' },
  { id: 11, nombre: 'Carla Paz' },
]);

test('a user with stores is deactivated once a successor is chosen', async () => {
  const { user, asked } = open({
    loadRows: [page({ ...ana, a_cargo }), page({ ...ana, active_: 0 })],
    loadSuccessors: [successors],
    actdesElemento: [answered(written('Registro actualizado'))],
  });
  await user.click(await toggleOf('Ana Ruiz'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Desactivar usuario' });
  expect(dialog).toHaveTextContent(`Ana Ruiz: ${a_cargo}.`);
  const pass = within(dialog).getByRole('button', { name: 'Pasar todo y desactivar' });
  expect(pass).toHaveAccessibleDescription('Elija quién recibe todo.');
  await user.selectOptions(await within(dialog).findByLabelText(/^Pasar todo a/), 'Carla Paz');
  await user.click(pass);
  expect(await screen.findByText('Registro actualizado')).toBeVisible();
  expect(asked.actdesElemento).toEqual([{ id_elemento: 9, opc: 0, pasar_a: 11 }]);
});

test('a deletion preselects the only possible successor', async () => {
  const { user, asked } = open({
    loadRows: [page({ ...ana, a_cargo }), page()],
    loadSuccessors: [offline, answered([{ id: 10, nombre: 'Berta Gil' }])],
    eliminarElemento: [answered(written('Registro eliminado'))],
  });
  await user.click(await actionOf(user, 'Eliminar Ana Ruiz'));
  const dialog = await alertDialog();
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(unreachableMessage);
  await user.click(within(dialog).getByRole('button', { name: 'Reintentar' }));
  expect(await within(dialog).findByLabelText(/^Pasar todo a/)).toHaveDisplayValue('Berta Gil');
  const notice = expectNotice('Registro eliminado');
  await user.click(within(dialog).getByRole('button', { name: 'Pasar todo y eliminar' }));
  await notice;
  expect(asked.eliminarElemento).toEqual([{ id_elemento: 9, pasar_a: 10 }]);
});

test('the dialog shows when there is no possible successor', async () => {
  const { user, asked } = open({
    loadRows: [page({ ...ana, a_cargo })],
    loadSuccessors: [answered([])],
  });
  await user.click(await toggleOf('Ana Ruiz'));
  const dialog = await screen.findByRole('alertdialog', { name: 'Desactivar usuario' });
  expect(
    await within(dialog).findByText(/No hay otra persona activa con el mismo perfil/),
  ).toBeVisible();
  await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(asked.actdesElemento).toBeUndefined();
});
