import { cleanup, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answered, unreachableMessage } from '#machines/flows/steps/result.ts';
import { storeFormMachine } from '#machines/flows/stores/store.form.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import StoreView from '#src/features/stores/StoreView.tsx';
import { movementsOf, storeAccount } from '#src/features/payments/payments.actors.ts';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { admin, aStore, storeFacts } from '#tests/kit/record-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';
import { fillIn } from '../fill-in.ts';

const save = () => screen.findByRole('button', { name: 'Guardar tienda' });
const select = (name: string) => screen.findByRole('combobox', { name });
const text = (name: string) => screen.findByRole('textbox', { name });

function edit(answers: Answers, redirectDelay?: number) {
  const { logic, asked } = answering(
    storeFormMachine,
    { loadForm: [answered({ ...storeFacts, store: aStore })], ...answers },
    redirectDelay,
  );
  const shown = {
    id_tienda: 3,
    tienda: 'Tienda Centro',
    vigente: null,
    propuesta: null,
    bancos: [],
    reciente_hasta: null,
  };
  const account = answering(storeAccount, { loadData: [answered(shown)] }).logic;
  const fund = {
    ...{ id_tienda: 3, tienda: 'Tienda Centro', base: 0, por_devolver: 0, disponible: 0 },
    ...{ activa: 1 as const, por_abrir: 0 as const, en_caja: 0, en_proceso: 0, por_girar: 0 },
    ...{ a_cargo: 0, movimientos: [] },
  };
  const opening = answering(movementsOf, { loadData: [answered(fund)] }).logic;
  const user = renderScreen(
    <StoreView machine={logic} account={account} opening={opening} />,
    patterns.editarTienda,
    '/editarTienda/3',
    admin,
  );
  return { user, asked };
}

test('a new store offers each post to users of its profile, and requires all fields', async () => {
  const { logic } = answering(storeFormMachine, { loadForm: [answered(storeFacts)] });
  const user = renderScreen(
    <StoreView machine={logic} />,
    patterns.crearTienda,
    '/crearTienda',
    admin,
  );
  const names = async (place: string) =>
    within(await select(place))
      .getAllByRole('option')
      .map((option) => option.textContent)
      .slice(1);
  expect(await names('Responsable')).toEqual(['Ana', 'Berta']);
  expect(await names('Supervisor')).toEqual(['Saúl']);
  expect(await names('Gerente')).toEqual(['Gloria']);
  await user.click(await save());
  expect(await screen.findByRole('alert')).toHaveTextContent('Por favor complete todos los campos');
  expect(await text('Nombre')).toHaveFocus();
});

test('a new store creates the people of its posts, and begins so where nobody can be chosen', async () => {
  const facts = { ...storeFacts, people: storeFacts.people.filter(({ tipo }) => tipo !== 8) };
  const { logic, asked } = answering(storeFormMachine, {
    loadForm: [answered(facts)],
    saveRecord: [refused(422, 'No')],
  });
  const user = renderScreen(
    <StoreView machine={logic} />,
    patterns.crearTienda,
    '/crearTienda',
    admin,
  );
  const group = async (name: string) => within(await screen.findByRole('group', { name }));
  const boss = await group('Persona que gerencia, nueva');
  const gerencia = await group('Persona que gerencia');
  expect(gerencia.getByRole('radio', { name: 'Crearla con la tienda' })).toBeChecked();
  expect(screen.queryByRole('combobox', { name: 'Gerente' })).toBeNull();
  expect(screen.queryByRole('group', { name: 'Persona que supervisa, nueva' })).toBeNull();
  const supervisa = await group('Persona que supervisa');
  await user.click(supervisa.getByRole('radio', { name: 'Crearla con la tienda' }));
  const supervisor = await group('Persona que supervisa, nueva');
  for (const [name, typed] of Object.entries({
    Nombre: 'Tienda Norte',
    Dirección: 'Calle 1',
    Teléfono: '6041234567',
    'Correo electrónico': 'norte',
    Base: '900000',
    'Centro de costo': 'CC2',
  }))
    await fillIn(user, await text(name), typed);
  await fillIn(user, await select('Ciudad'), 'Medellín (Antioquia)');
  await user.selectOptions(await select('Formato de tienda'), 'Almacén');
  await user.selectOptions(await select('Responsable'), 'Ana');
  for (const [fields, name] of [
    [supervisor, 'Saúl'],
    [boss, 'Gloria'],
  ] as const) {
    const field = (label: string) => fields.getByRole('textbox', { name: label });
    await fillIn(user, field('Nombre completo'), name);
    await fillIn(
      user,
      field('Correo de la persona'),
      `${name === 'Saúl' ? 'saul' : 'gloria'}@x.co`,
    );
    await fillIn(user, field('Número de documento'), '43111222');
  }
  await user.click(await save());
  await screen.findByRole('alert');
  expect(asked.saveRecord).toMatchObject([
    {
      request: {
        path: '/agregarTienda',
        body: {
          responsable: 20,
          supervisor_nuevo: { nombre: 'Saúl', num_doc: '43111222' },
          gerente_nuevo: { nombre: 'Gloria' },
        },
      },
    },
  ]);
});

test('the main manager is not offered as an additional one', async () => {
  const { user } = edit({});
  const additional = await screen.findByRole('group', { name: 'Responsables adicionales' });
  expect(within(additional).getByRole('checkbox', { name: 'Berta' })).toBeChecked();
  expect(within(additional).queryByRole('checkbox', { name: 'Ana' })).toBeNull();
  await user.selectOptions(await select('Responsable'), 'Berta');
  expect(within(additional).getByRole('checkbox', { name: 'Ana' })).not.toBeChecked();
});

test.each([
  [
    '1200000',
    'La base sube $ 200.000: queda por girar, y está en la caja cuando se confirme su giro.',
  ],
  [
    '900000',
    'La tienda debe devolver $ 100.000: la base baja cuando se consigne o se retenga de un giro.',
  ],
])('a base of %s says what follows before it is saved, and asks why', async (base, consequence) => {
  const { user, asked } = edit({ saveRecord: [answered(written())] });
  const said = () => screen.queryByText(consequence);
  await text('Base');
  expect([said(), screen.queryByRole('textbox', { name: 'Por qué cambia la base' })]).toEqual([
    null,
    null,
  ]);
  await fillIn(user, await text('Base'), base);
  expect(said()).toBeVisible();
  await fillIn(user, await text('Por qué cambia la base'), 'Ventas');
  await user.click(await save());
  expect(asked.saveRecord).toMatchObject([
    { request: { body: { base: Number(base), motivo_base: 'Ventas' } } },
  ]);
});

test('another person in charge says what follows before it is saved', async () => {
  const { user } = edit({});
  const said = () =>
    screen.queryByText(/se pide un arqueo, los vales sin legalizar quedan a cargo/);
  await select('Responsable');
  expect(said()).toBeNull();
  await user.selectOptions(await select('Responsable'), 'Berta');
  expect(said()).toBeVisible();
});

test('invalid values are reported at their fields and not sent', async () => {
  const { user, asked } = edit({ saveRecord: [] });
  await fillIn(user, await text('Correo electrónico'), 'centro@');
  await fillIn(user, await text('Base'), '1.000.000');
  await user.click(await save());
  expect(await screen.findByText('Formato de email inválido')).toBeVisible();
  expect(screen.getByText('Solo números')).toBeVisible();
  expect(asked.saveRecord).toBeUndefined();
});

/** Types a name, leaves the form, and opens it again for a store with the given changes. */
async function reopened(nombre: string, changes: Partial<typeof aStore>) {
  localStorage.setItem('id_usuario', String(admin.id));
  const { user } = edit({});
  await fillIn(user, await text('Nombre'), nombre);
  cleanup();
  edit({ loadForm: [answered({ ...storeFacts, store: { ...aStore, ...changes } })] });
  return user;
}

test('a draft is restored over the changes of another user, and can be discarded', async () => {
  const user = await reopened('Tienda Norte', { direccion: 'Calle 2' });
  expect(await screen.findByText(/Desde entonces otra persona cambió este registro/)).toBeVisible();
  expect(await text('Nombre')).toHaveValue('Tienda Norte');
  expect(await text('Dirección')).toHaveValue('Calle 2');
  await user.click(screen.getByRole('button', { name: 'Descartar' }));
  expect(await text('Nombre')).toHaveValue('Tienda Centro');
});

test('a store that another administrator changed keeps what was typed, and shows the newer values on request', async () => {
  const mensaje = 'Ana Ruiz cambió estos datos después de que usted los abrió.';
  const changed = [{ guardia: 'versionIsCurrent', mensaje }];
  const later = { ...aStore, direccion: 'Calle 2', telefono: '6049998877', version: 50 };
  const { user, asked } = edit({
    loadForm: [aStore, later].map((store) => answered({ ...storeFacts, store })),
    saveRecord: [refused(409, mensaje, changed), answered(written())],
  });
  await fillIn(user, await text('Nombre'), 'Tienda Norte');
  await fillIn(user, await text('Dirección'), 'Calle 3');
  await user.click(await save());
  expect(await screen.findByRole('alert')).toHaveTextContent(mensaje);
  expect(screen.getByRole('alert')).toHaveTextContent('Lo que usted escribió se conserva.');
  expect(await text('Nombre')).toHaveValue('Tienda Norte');

  await user.click(screen.getByRole('button', { name: 'Cargar lo nuevo' }));
  expect(await screen.findByText(/Desde entonces otra persona cambió este registro/)).toBeVisible();
  const shown = async () =>
    Promise.all(
      ['Nombre', 'Dirección', 'Teléfono'].map(
        async (label) => ((await text(label)) as HTMLInputElement).value,
      ),
    );
  expect(await shown()).toEqual(['Tienda Norte', 'Calle 3', '6049998877']);
  await user.click(await save());
  expect(asked.saveRecord).toMatchObject([
    { request: { body: { nombre: 'Tienda Norte', version: 42 } } },
    { request: { body: { nombre: 'Tienda Norte', telefono: '6049998877', version: 50 } } },
  ]);
});

test('the newer values of all fields are seen by discarding what was typed', async () => {
  const mensaje = 'Ana Ruiz cambió estos datos después de que usted los abrió.';
  const later = { ...aStore, direccion: 'Calle 2', version: 50 };
  const { user } = edit({
    loadForm: [aStore, later].map((store) => answered({ ...storeFacts, store })),
    saveRecord: [refused(409, mensaje, [{ guardia: 'versionIsCurrent', mensaje }])],
  });
  await fillIn(user, await text('Dirección'), 'Calle 3');
  await user.click(await save());
  await user.click(await screen.findByRole('button', { name: 'Cargar lo nuevo' }));
  await user.click(await screen.findByRole('button', { name: 'Descartar' }));
  expect(await text('Dirección')).toHaveValue('Calle 2');
});

test('a draft equal to the record is not offered', async () => {
  await reopened('Tienda Norte', { nombre: 'Tienda Norte' });
  expect(await text('Nombre')).toHaveValue('Tienda Norte');
  expect(screen.queryByText('Recuperamos lo que había escrito')).toBeNull();
});

test('a store is saved, and the list opens', async () => {
  const { user, asked } = edit({ saveRecord: [answered(written())] }, 0);
  await user.click(await save());
  expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/listarTiendas');
  expect(asked.saveRecord).toEqual([
    expect.objectContaining({
      request: expect.objectContaining({
        path: '/editarTienda',
        body: expect.objectContaining({ id_tienda: 3, base: 1_000_000, ciudad: 5001 }),
      }),
    }),
  ]);
});

test('a failed save shows the error, retains the form, and can be retried', async () => {
  const { user } = edit({
    saveRecord: [
      refused(422, 'El supervisor no es válido.', [
        { guardia: 'supervisor', mensaje: 'El supervisor no es válido.' },
      ]),
      new Error('offline'),
      answered(written()),
    ],
  });
  await user.click(await save());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('No se pudo guardar la tienda');
  expect(alert).toHaveTextContent('El supervisor no es válido.');
  await user.click(await save());
  expect(await screen.findByText(unreachableMessage)).toBeVisible();
  expect(await text('Nombre')).toHaveValue('Tienda Centro');
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  expect(await screen.findByText('Registro actualizado')).toBeVisible();
});
