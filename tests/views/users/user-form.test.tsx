import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type Refused, answered, unreachableMessage } from '#machines/flows/steps/result.ts';
import { userFormMachine } from '#machines/flows/users/user.form.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import UserView from '#src/features/users/UserView.tsx';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { admin, aUser, userFacts } from '#tests/kit/record-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';
import { fillIn } from '../fill-in.ts';

const offline = new Error('offline');

const taken: Refused = {
  ...refused(422, 'El correo ya está registrado'),
  errores: ['El correo ya está registrado', 'El número de documento ya está registrado'],
};

const field = (name: string) => screen.findByRole('textbox', { name });
const save = () => screen.findByRole('button', { name: 'Guardar usuario' });

/** By label: queries by role are much slower in a form of this size. */
const labelled = (label: string) => screen.findByLabelText(label);

async function fill(user: UserEvent) {
  await user.selectOptions(await labelled('Tipo de usuario'), 'Supervisor');
  await user.selectOptions(await labelled('Tipo de documento'), 'NIT');
  await fillIn(user, await labelled('Nombre'), 'Ana Ruiz');
  await fillIn(user, await labelled('Número de documento'), '900373923');
  await fillIn(user, await labelled('Correo electrónico'), 'ana@cajamenor.test');
  await user.click(await labelled('Asignar una contraseña temporal'));
  await fillIn(user, await labelled('Contraseña'), 'Caja2026');
  await fillIn(user, await labelled('Confirmar contraseña'), 'Caja2026');
}

describe('a new user', () => {
  const open = (answers: Answers, redirectDelay?: number) => {
    const { logic, asked } = answering(
      userFormMachine,
      { loadForm: [answered(userFacts)], ...answers },
      redirectDelay,
    );
    const user = renderScreen(
      <UserView machine={logic} />,
      patterns.crearUsuario,
      '/crearUsuario',
      admin,
    );
    return { user, asked };
  };

  test('opens with the focus in the first empty field', async () => {
    open({});
    expect(await screen.findByRole('combobox', { name: 'Tipo de usuario' })).toHaveFocus();
  });

  test('has the profile of a missing person, and the focus in the next field', async () => {
    const { logic } = answering(userFormMachine, {
      loadForm: [
        answered({
          ...userFacts,
          profiles: [...userFacts.profiles, { id: 6, nombre: 'Contabilidad' }],
        }),
      ],
    });
    renderScreen(
      <UserView machine={logic} />,
      patterns.crearUsuario,
      '/crearUsuario?perfil=6&autoriza=si',
      admin,
    );
    expect(await field('Nombre')).toHaveFocus();
    expect(await labelled('Tipo de usuario')).toHaveDisplayValue('Contabilidad');
    const authorises = screen.getByRole('group', { name: '¿Autoriza giros?' });
    expect(within(authorises).getByRole('radio', { name: 'Sí' })).toBeChecked();
  });

  test('cannot be an administrator', async () => {
    open({});
    const profiles = await screen.findByRole('combobox', { name: 'Tipo de usuario' });
    expect(within(profiles).queryByRole('option', { name: 'Administrador' })).toBeNull();
    expect(within(profiles).getByRole('option', { name: 'Supervisor' })).toBeVisible();
  });

  test('gets a generated password, which is shown once and can be copied', async () => {
    const { user, asked } = open({ saveRecord: [answered(written())] });
    await fill(user);
    const generate = async () => {
      await user.click(screen.getByRole('button', { name: 'Generar' }));
      return (await screen.findByText(/^[A-Za-z2-9]{10}$/, { selector: 'code' })).textContent;
    };
    const first = await generate();
    await fillIn(user, await labelled('Contraseña'), 'Fresno4821');
    expect(screen.queryByText(first)).toBeNull();
    const password = await generate();
    expect(password).not.toBe(first);
    expect(await labelled('Contraseña')).toHaveValue(password);
    expect(await labelled('Confirmar contraseña')).toHaveValue(password);
    await user.click(screen.getByRole('button', { name: 'Copiar' }));
    expect(await screen.findByRole('button', { name: 'Copiado' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(password);
    await user.click(await save());
    expect(asked.saveRecord).toMatchObject([{ request: { body: { password } } }]);
  });

  test('that is incomplete shows what is missing, and is not sent', async () => {
    const { user, asked } = open({ saveRecord: [] });
    await user.click(await save());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Por favor llene todos los campos requeridos.',
    );
    expect(screen.getByRole('combobox', { name: 'Tipo de usuario' })).toHaveFocus();
    expect(await field('Nombre')).toHaveAccessibleDescription('«Nombre» es obligatorio.');
    expect(asked.saveRecord).toBeUndefined();
  });

  test('has a check digit that is computed from its NIT', async () => {
    const { user } = open({});
    expect(await field('Nombre')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Dígito de verificación' })).toBeNull();
    await fill(user);
    expect(await field('Dígito de verificación')).toHaveValue('8');
  });

  test('asks whether the last digit of a NIT is its check digit, and accepts a formatted NIT', async () => {
    const { user } = open({});
    await fill(user);
    expect(screen.queryByRole('button', { name: /¿NIT/ })).toBeNull();
    await fillIn(user, await labelled('Número de documento'), '9004128578');
    await user.click(await screen.findByRole('button', { name: '¿NIT 900412857-8?' }));
    expect(await field('Número de documento')).toHaveValue('900412857');
    expect(await field('Dígito de verificación')).toHaveValue('8');
    await fillIn(user, await labelled('Número de documento'), '900.373.923-8');
    expect(await field('Dígito de verificación')).toHaveValue('8');
  });

  test('is saved once, and the list opens', async () => {
    const { user, asked } = open({ saveRecord: [answered(written())] }, 0);
    await fill(user);
    await user.dblClick(await save());
    expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/listarUsuarios');
    expect(asked.saveRecord).toEqual([
      {
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
        request: expect.objectContaining({ path: '/registrarUsuario' }),
      },
    ]);
  });

  test('that the server refuses retains the input, with a list of the errors', async () => {
    const { user } = open({ saveRecord: [taken, answered(written())] });
    await fill(user);
    await user.click(await save());
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Ha ocurrido el(los) siguiente(s) error(es)');
    expect(
      within(alert)
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual(['- El correo ya está registrado', '- El número de documento ya está registrado']);
    expect(await field('Nombre')).toHaveValue('Ana Ruiz');
    await user.click(await save());
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
  });

  test('is sent again unchanged with the same key after a network error', async () => {
    const { user, asked } = open({ saveRecord: [offline, answered(written())] });
    await fill(user);
    await user.click(await save());
    expect(await screen.findByRole('alert')).toHaveTextContent(unreachableMessage);
    expect(await field('Nombre')).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.saveRecord?.[1]).toEqual(asked.saveRecord?.[0]);
  });

  test('can get an own list of permissions, which starts with those of the profile', async () => {
    const { user, asked } = open({ saveRecord: [answered(written())] });
    await fill(user);
    // The list is collapsed by default.
    expect(screen.getByText('Descargar consolidado')).not.toBeVisible();
    await user.click(screen.getByText('Ver las 7 pantallas de su perfil'));
    const ofProfile = screen.getByRole('list', { name: 'Pantallas de su perfil' });
    expect(within(ofProfile).getAllByRole('listitem')).toHaveLength(7);
    expect(ofProfile).toHaveTextContent('Descargar consolidado');
    await user.click(screen.getByRole('radio', { name: 'Una lista propia' }));
    expect(screen.getByText(/de las decisiones, solo preparar y autorizar giros/)).toBeVisible();
    expect(ofProfile).not.toBeInTheDocument();
    const consolidated = await screen.findByRole('checkbox', { name: 'Descargar consolidado' });
    expect(consolidated).toBeChecked();
    await user.click(consolidated);
    await user.click(await save());
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.saveRecord).toEqual([
      expect.objectContaining({
        request: expect.objectContaining({
          body: expect.objectContaining({
            permisos:
              'misPendientes,historialCaja,verTiendas,verCajaSupervisor,detalleGastoSupervisor,historialTienda',
          }),
        }),
      }),
    ]);
  });
});

describe('a person of accounting', () => {
  const open = (user: ReturnType<typeof aUser> | null) => {
    const { logic, asked } = answering(userFormMachine, {
      loadForm: [
        answered({
          ...userFacts,
          user,
          profiles: [...userFacts.profiles, { id: 6, nombre: 'Contabilidad' }],
        }),
      ],
      saveRecord: [answered(written())],
    });
    const [pattern, path] = user
      ? [patterns.editarUsuario, '/editarUsuario/9']
      : [patterns.crearUsuario, '/crearUsuario'];
    return { user: renderScreen(<UserView machine={logic} />, pattern, path, admin), asked };
  };
  const question = () => screen.findByRole('group', { name: '¿Autoriza giros?' });
  const answers = async (name: 'Sí' | 'No') => within(await question()).getByLabelText(name);
  const saved = (permisos: string | null) => [{ request: { body: { permisos } } }];
  const ofProfile =
    'cajasPendientes,verTiendas,consolidado,flujo,giros,misPendientes,comprobantes,gastos,proveedores,revisarCaja,detalleGastoContabilidad,detalleGastoContabilidadFinal,historialTienda,detalleCajaCI,detalleGastoCI';

  test('is asked for the permission to authorise, which is added to those of the profile', async () => {
    const { user, asked } = open(null);
    await fill(user);
    expect(screen.queryByRole('group', { name: '¿Autoriza giros?' })).toBeNull();
    await user.selectOptions(await labelled('Tipo de usuario'), 'Contabilidad');
    expect(await answers('No')).toBeChecked();
    await user.click(await answers('Sí'));
    expect(await answers('Sí')).toBeChecked();
    await user.click(await save());
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.saveRecord).toMatchObject(saved(`${ofProfile},autorizarGiros`));
  });

  test('without that permission has the list of the profile again', async () => {
    const { user, asked } = open(aUser({ tipo: 6, permisos: `${ofProfile},autorizarGiros` }));
    expect(await answers('Sí')).toBeChecked();
    await user.click(await answers('No'));
    expect(screen.getByRole('radio', { name: 'Las de su perfil' })).toBeChecked();
    await user.click(await save());
    expect(await screen.findByText('Registro actualizado')).toBeVisible();
    expect(asked.saveRecord).toMatchObject(saved(null));
  });

  test('keeps the rest of an own list', async () => {
    const { user, asked } = open(aUser({ tipo: 6, permisos: 'giros,autorizarGiros' }));
    await user.click(await answers('No'));
    await user.click(await save());
    expect(await screen.findByText('Registro actualizado')).toBeVisible();
    expect(asked.saveRecord).toMatchObject(saved('giros'));
  });
});

describe('an existing user', () => {
  const open = (answers: Answers) => {
    const { logic, asked } = answering(userFormMachine, answers);
    const user = renderScreen(
      <UserView machine={logic} />,
      patterns.editarUsuario,
      '/editarUsuario/9',
      admin,
    );
    return { user, asked };
  };

  test('is shown, and can be saved without a new password', async () => {
    const { user, asked } = open({
      loadForm: [answered({ ...userFacts, user: aUser() })],
      saveRecord: [answered(written())],
    });
    expect(await field('Nombre')).toHaveValue('Ana Ruiz');
    expect(document.title).toBe('Ana Ruiz · Editar usuario · Caja menor');
    await user.click(await save());
    expect(await screen.findByText('Registro actualizado')).toBeVisible();
    expect(asked.loadForm).toEqual([{ id: 9 }]);
  });

  test('can be loaded again after a network error', async () => {
    const { user } = open({
      loadForm: [offline, answered({ ...userFacts, user: aUser() })],
    });
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await field('Nombre')).toHaveValue('Ana Ruiz');
  });

  test('hands over its charge when it gets another profile', async () => {
    const { user, asked } = open({
      loadForm: [
        answered({
          ...userFacts,
          user: aUser({ a_cargo: 'Supervisa 7 tiendas' }),
          successors: [{ id: 10, nombre: 'Berta Gil' }],
        }),
      ],
      saveRecord: [answered(written())],
    });
    const profile = await labelled('Tipo de usuario');
    expect(screen.queryByLabelText('Pasar todo a')).toBeNull();
    await user.selectOptions(profile, 'Responsable de tienda');
    expect(await screen.findByText(/^Supervisa 7 tiendas\. Con este cambio/)).toBeVisible();
    await user.click(await save());
    expect(await labelled('Pasar todo a')).toHaveAccessibleDescription('Elija quién recibe todo.');
    expect(asked.saveRecord).toBeUndefined();
    await user.selectOptions(await labelled('Pasar todo a'), 'Berta Gil');
    await user.click(await save());
    expect(await screen.findByText('Registro actualizado')).toBeVisible();
    expect(asked.saveRecord?.[0]).toMatchObject({ request: { body: { tipo: 2, pasar_a: 10 } } });
  });

  test('that is missing shows the not-found message with a link', async () => {
    open({ loadForm: [refused(404, 'No se encontró lo que busca.')] });
    expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ir al inicio' })).toBeVisible();
  });
});

test('the own profile, email and permissions are locked; the own password changes elsewhere', async () => {
  const { logic } = answering(userFormMachine, {
    loadForm: [answered({ ...userFacts, user: aUser({ id: admin.id, tipo: 1 }) })],
  });
  renderScreen(<UserView machine={logic} />, patterns.editarUsuario, '/editarUsuario/1', admin);
  const profile = await screen.findByRole('combobox', { name: 'Tipo de usuario' });
  expect(profile).toBeDisabled();
  expect(profile).toHaveAccessibleDescription('No puede cambiar su propio tipo de usuario');
  expect(await field('Correo electrónico')).toBeDisabled();
  expect(screen.queryByLabelText('Contraseña')).toBeNull();
  expect(screen.getByRole('link', { name: 'Cambiar contraseña' })).toHaveAttribute(
    'href',
    '/cambiar-clave',
  );
  expect(screen.getByRole('radio', { name: 'Una lista propia' })).toBeDisabled();
  expect(await save()).toHaveAccessibleDescription('');
});

test('a user with more permissions is shown, and cannot be saved', async () => {
  const { logic, asked } = answering(userFormMachine, {
    loadForm: [answered({ ...userFacts, user: aUser({ tipo: 1 }) })],
  });
  const user = renderScreen(
    <UserView machine={logic} />,
    patterns.editarUsuario,
    '/editarUsuario/9',
    { id: 20, profile: 2 },
  );
  expect(await field('Nombre')).toBeDisabled();
  expect(await save()).toHaveAccessibleDescription(
    'No puede modificar a quien tiene más permisos que usted.',
  );
  await user.click(await save());
  expect(asked.saveRecord).toBeUndefined();
});
