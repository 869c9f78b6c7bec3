import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { codeGuard, startAgainGuard } from '#contract/errors.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { secondFactorMachine } from '#machines/flows/session/second-factor.machine.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import SecondFactor from '#src/features/session/SecondFactor.tsx';
import { people, refused, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';
import { openSignIn } from './open-sign-in.tsx';

const factor = (activo: 0 | 1, codigos_restantes: number, exigido: 0 | 1 = 0) =>
  answered({ activo, exigido, codigos_restantes });
const prepared = answered({ secreto: 'GEZDGNBVGY3TQOJQ', uri: 'otpauth://totp/x?secret=GEZDGNBV' });
const codes = answered([{ status: '200' as const, msg: '', codigos: ['AAAA-BBBB', 'CCCC-DDDD'] }]);

const button = (name: string) => screen.findByRole('button', { name });
const code = () => screen.findByLabelText('Código');

describe('the second factor of the user', () => {
  const open = (answers: Answers) => {
    const { logic, asked } = answering(secondFactorMachine, answers);
    const screenOf = <SecondFactor machine={logic} />;
    return {
      user: renderScreen(screenOf, patterns.cuenta, '/mi-cuenta', people.store),
      asked,
    };
  };

  test('is switched on by QR code or text and a code, and shows its recovery codes once', async () => {
    const { user, asked } = open({
      miSegundoFactor: [factor(0, 0), factor(1, 10)],
      prepararSegundoFactor: [prepared],
      activarSegundoFactor: [refused(422, 'El código no es correcto o ya se usó.'), codes],
    });
    await user.click(await button('Activar el segundo factor'));
    expect(await screen.findByRole('img', { name: 'Código QR del segundo factor' })).toBeVisible();
    expect(screen.getByText('GEZD GNBV GY3T QOJQ')).toBeVisible();
    await user.click(await button('Confirmar'));
    expect(await screen.findByText('Escriba el código')).toBeVisible();
    await fill(user, await code(), '000000');
    await user.click(await button('Confirmar'));
    expect(await screen.findByRole('alert')).toHaveTextContent('El código no es correcto');
    await user.clear(await code());
    await fill(user, await code(), ' 123456 ');
    await user.click(await button('Confirmar'));
    expect(await screen.findByText('CCCC-DDDD')).toBeVisible();
    await user.click(await button('Ya guardé los códigos'));
    expect(await screen.findByText('Le quedan 10 códigos de recuperación.')).toBeVisible();
    expect(screen.queryByText('CCCC-DDDD')).toBeNull();
    expect(asked.activarSegundoFactor).toEqual([{ codigo: '000000' }, { codigo: '123456' }]);
  });

  test('requires the current password when the sign-in is old, and retains the typed code', async () => {
    const mensaje = 'Escriba su contraseña actual para continuar.';
    const oldSignIn = refused(422, mensaje, [{ guardia: 'password_actual', mensaje }]);
    const { user, asked } = open({
      miSegundoFactor: [factor(0, 0)],
      prepararSegundoFactor: [prepared],
      activarSegundoFactor: [oldSignIn, refused(422, 'El código no es correcto.'), codes],
    });
    await user.click(await button('Activar el segundo factor'));
    await fill(user, await code(), '123456');
    expect(screen.queryByLabelText('Contraseña actual')).toBeNull();
    await user.click(await button('Confirmar'));
    expect(await screen.findByRole('alert')).toHaveTextContent(mensaje);
    await user.click(await button('Confirmar'));
    expect(await screen.findByText('Este campo es obligatorio')).toBeVisible();
    await fill(user, screen.getByLabelText('Contraseña actual'), 'Caja2026');
    await user.click(await button('Confirmar'));
    expect(await screen.findByRole('alert')).toHaveTextContent('El código no es correcto.');
    await user.click(await button('Confirmar'));
    expect(await screen.findByText('AAAA-BBBB')).toBeVisible();
    const sent = { codigo: '123456', password_actual: 'Caja2026' };
    expect(asked.activarSegundoFactor).toEqual([{ codigo: '123456' }, sent, sent]);
  });

  test('warns when few recovery codes are left, and renews them', async () => {
    const { user, asked } = open({ miSegundoFactor: [factor(1, 1)], renovarCodigos: [codes] });
    expect(await screen.findByText(/Le queda un código de recuperación. Genere/)).toBeVisible();
    await fill(user, await code(), '123456');
    await user.click(await button('Generar códigos nuevos'));
    expect(await screen.findByText('AAAA-BBBB')).toBeVisible();
    expect(asked.renovarCodigos).toEqual([{ codigo: '123456' }]);
  });

  test('is switched off only with a code', async () => {
    const { user, asked } = open({
      miSegundoFactor: [factor(1, 10), factor(0, 0)],
      desactivarSegundoFactor: [answered(written('Segundo factor desactivado'))],
    });
    await user.click(await button('Desactivar'));
    expect(await screen.findByText('Escriba el código')).toBeVisible();
    expect(asked.desactivarSegundoFactor).toBeUndefined();
    await fill(user, await code(), '123456');
    await user.click(await button('Desactivar'));
    expect(await screen.findByText('Segundo factor desactivado')).toBeVisible();
    expect(asked.desactivarSegundoFactor).toEqual([{ codigo: '123456' }]);
  });

  test('that the profile requires cannot be switched off, and shows why', async () => {
    open({ miSegundoFactor: [factor(1, 10, 1)] });
    expect(await button('Desactivar')).toHaveAccessibleDescription(
      'Su perfil exige el segundo factor.',
    );
  });

  test('can be loaded again after a failure', async () => {
    const { user } = open({ miSegundoFactor: [refusedBy.permission, factor(0, 0)] });
    await user.click(await button('Reintentar'));
    expect(await button('Activar el segundo factor')).toBeVisible();
  });
});

test('the sign-in requires the code after the password, and restarts once it has expired', async () => {
  const needsCode = refused(401, 'Escriba el código.', [{ guardia: codeGuard, mensaje: '' }]);
  const tooLate = refused(401, 'El ingreso venció.', [{ guardia: startAgainGuard, mensaje: '' }]);
  const asked = openSignIn({
    authUser: [needsCode, needsCode],
    authCodigo: [refused(401, 'El código no es correcto.'), tooLate],
  });
  const user = userEvent.setup();
  const signIn = async () => {
    await fill(user, await screen.findByLabelText(/^Usuario/), 'ana@cajamenor.test');
    await fill(user, screen.getByLabelText('Contraseña'), 'Caja2026');
    await user.click(await button('Iniciar sesión'));
  };
  await signIn();
  await fill(user, await code(), '000000');
  await user.click(await button('Verificar'));
  expect(await screen.findByRole('alert')).toHaveTextContent('El código no es correcto.');
  await user.click(await button('Verificar'));
  expect(await screen.findByText('El ingreso venció.')).toBeVisible();
  await signIn();
  await user.click(await button('Volver a la contraseña'));
  expect(await button('Iniciar sesión')).toBeVisible();
  expect(asked.authCodigo).toEqual([{ codigo: '000000' }, { codigo: '000000' }]);
});
