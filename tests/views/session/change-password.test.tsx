import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { profiles } from '#machines/domain/people/profiles.ts';
import { answered, isLoading, unreachableMessage } from '#machines/flows/steps/result.ts';
import { sessionMachine } from '#machines/flows/session/session.machine.ts';
import { Session } from '#src/shell/session.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { ThemeProvider } from '#src/shell/theme/ThemeProvider.tsx';
import { ChangePasswordView } from '#src/features/session/ChangePasswordView.tsx';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, answering } from '../review/render-screen.tsx';

const requirement = 'La contraseña no cumple con los requisitos (Alfanumérico, 8-10 caracteres)';

const session = (cambiar_clave: 'si' | 'no') => [
  {
    status: '200' as const,
    msg: '',
    email: 'ana@cajamenor.test',
    cambiar_clave,
    permisos: profiles[2].permisos.join(','),
    nombre: 'Ana Ruiz',
    id_usuario: 20,
    tipoperfil_id: 2,
    tipoperfil_nombre: profiles[2].nombre,
    vence: 43_200_000,
    inactividad: 1_800_000,
  },
];

/** @param changes answers of the server to the changes, in order */
function open(cambiar_clave: 'si' | 'no', changes: Answers[string] = []) {
  const answers = { authSesion: [answered(session(cambiar_clave))], changePwd: changes };
  const { logic: answeringSession, asked } = answering(sessionMachine, answers);
  const logic = answeringSession.provide({
    actions: {
      storeSession: () => undefined,
      clearStoredSession: () => undefined,
      reloadApplication: () => undefined,
    },
  });
  const Restored = () => (Session.useSelector(isLoading) ? null : <ChangePasswordView />);
  render(
    <ThemeProvider>
      <Session.Provider logic={logic}>
        <MemoryRouter initialEntries={['/cambiar-clave']}>
          <Routes>
            <Route path={patterns.cambiarClave} element={<Restored />} />
            <Route path="*" element={<p>la raíz</p>} />
          </Routes>
        </MemoryRouter>
      </Session.Provider>
    </ThemeProvider>,
  );
  return { user: userEvent.setup(), asked };
}

const password = () => screen.findByLabelText('Nueva contraseña');
const confirmation = () => screen.findByLabelText('Confirmar contraseña');
const change = () => screen.findByRole('button', { name: 'Cambiar contraseña' });

async function type(user: ReturnType<typeof userEvent.setup>, first: string, second: string) {
  await user.clear(await password());
  if (first !== '') await fill(user, await password(), first);
  await user.clear(await confirmation());
  if (second !== '') await fill(user, await confirmation(), second);
  await user.tab();
}

test.each([
  ['nothing', '', '', 'Este campo es obligatorio'],
  ['too short', 'Caja26', 'Caja26', requirement],
  ['a sign', 'Caja-2026', 'Caja-2026', requirement],
  [
    'a run of keys',
    'qwerty123',
    'qwerty123',
    'Esa contraseña es una secuencia fácil de adivinar: elija otra',
  ],
  [
    'the own name',
    'anaruiz77x',
    'anaruiz77x',
    'La contraseña no puede contener el nombre, el correo, el documento ni el celular de la persona',
  ],
  ['another confirmation', 'Caja2026', 'Caja2027', 'La contraseña no coincide'],
])('%s is reported and not sent', async (_, first, second, sentence) => {
  const { user, asked } = open('no');
  expect(await change()).toHaveAccessibleDescription(/Nueva contraseña: Este campo es obligatorio/);
  await type(user, first, second);
  expect((await screen.findAllByText(sentence))[0]).toBeVisible();
  expect(await change()).toHaveAccessibleDescription(expect.stringContaining(sentence));
  await user.click(await confirmation());
  await user.keyboard('{Enter}');
  await user.click(await change());
  expect(asked.changePwd).toBeUndefined();
});

test('a validation message moves the focus to its field', async () => {
  const { user } = open('no');
  await type(user, 'Nueva2026', 'Otra2026');
  await user.hover(await change());
  const bubble = document.querySelector<HTMLElement>('[data-hint]');
  const link = 'Confirmar contraseña: La contraseña no coincide';
  await user.click(within(bubble as HTMLElement).getByRole('button', { name: link }));
  expect(await confirmation()).toHaveFocus();
});

test('a saved password redirects to the root', async () => {
  const { user, asked } = open('no', [answered(written())]);
  await type(user, 'Nueva2026', 'Nueva2026');
  await user.click(await change());
  expect(await screen.findByText('la raíz')).toBeVisible();
  expect(asked.changePwd).toEqual([{ email: 'ana@cajamenor.test', password: 'Nueva2026' }]);
});

test('a required change shows a sign-out link instead of the account link', async () => {
  open('si');
  expect(
    await screen.findByText('Antes de continuar debe elegir una contraseña nueva.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: 'Salir' })).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Mi cuenta' })).toBeNull();
});

test('a failed change shows the message of the server and can be retried', async () => {
  const { user, asked } = open('no', [
    refused(422, 'La contraseña debe ser distinta de la anterior.'),
    new Error('offline'),
    answered(written()),
  ]);
  await type(user, 'Nueva2026', 'Nueva2026');
  await user.click(await change());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'La contraseña debe ser distinta de la anterior.',
  );
  await user.click(await change());
  expect(await screen.findByText(unreachableMessage)).toBeVisible();
  expect(await password()).toHaveValue('Nueva2026');
  await user.click(await change());
  expect(await screen.findByText('la raíz')).toBeVisible();
  expect(asked.changePwd).toHaveLength(3);
});

const about = (guardia: string, mensaje: string) => ({
  ...refused(422, mensaje),
  motivos: [{ guardia, mensaje }],
});
const oldSignIn = about('password_actual', 'Escriba su contraseña actual para continuar.');
const wrongCurrent = about('password_actual', 'La contraseña actual no es correcta.');
const dialog = () => screen.findByRole('dialog', { name: 'Confirme que es usted' });

test('an old sign-in requires the current password, and then saves the typed one', async () => {
  const { user, asked } = open('no', [oldSignIn, wrongCurrent, answered(written())]);
  await type(user, 'Nueva2026', 'Nueva2026');
  await user.click(await change());
  const question = within(await dialog());
  expect(question.queryByRole('alert')).toBeNull();
  await fill(user, question.getByLabelText('Contraseña actual'), 'equivocada');
  await user.click(question.getByRole('button', { name: 'Guardar contraseña' }));
  expect(await question.findByRole('alert')).toHaveTextContent(
    'La contraseña actual no es correcta.',
  );
  await user.clear(question.getByLabelText('Contraseña actual'));
  await fill(user, question.getByLabelText('Contraseña actual'), 'Caja2026');
  await user.click(question.getByRole('button', { name: 'Guardar contraseña' }));
  expect(await screen.findByText('la raíz')).toBeVisible();
  expect(asked.changePwd?.[2]).toEqual({
    email: 'ana@cajamenor.test',
    password: 'Nueva2026',
    password_actual: 'Caja2026',
  });
});

test('cancelling the question for the current password retains the form', async () => {
  const { user, asked } = open('no', [oldSignIn]);
  await type(user, 'Nueva2026', 'Nueva2026');
  await user.click(await change());
  await user.click(within(await dialog()).getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await password()).toHaveValue('Nueva2026');
  expect(asked.changePwd).toHaveLength(1);
});
