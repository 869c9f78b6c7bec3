import { screen, within } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { onboardingSteps } from '#contract/calls/onboarding.calls.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { NextStep } from '#src/features/onboarding/NextStep.tsx';
import { OnboardingList, onboarding } from '#src/features/onboarding/OnboardingList.tsx';
import { FirstStepsContext, useFirstStepDone } from '#src/shell/first-steps.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { setPageSetting } from '../page-setting.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

/** An accountant is missing for people; for payments, who authorises them. */
const missing = (words: Partial<Record<(typeof onboardingSteps)[number], string>>) =>
  answered({
    terminada: 0 as const,
    pasos: onboardingSteps.map((paso) => ({
      paso,
      hecho: words[paso] === undefined ? (1 as const) : (0 as const),
      falta: words[paso] ?? '',
      perfil: words[paso] !== undefined && ['personas', 'giros'].includes(paso) ? 6 : null,
      autoriza: paso === 'giros' ? (1 as const) : (0 as const),
    })),
  });

function open(answers: Answers) {
  const { logic, asked } = answering(onboarding, answers);
  const user = renderScreen(
    <OnboardingList machine={logic} />,
    patterns.listarUsuarios,
    '/listarUsuarios',
    admin,
  );
  return { user, asked };
}

const lines = async () => within(await screen.findByRole('list', { name: 'Pasos' }));

test('each step says what it is for and what is missing, and opens its place', async () => {
  open({
    loadData: [
      missing({ giros: 'Falta quien autorice giros', tiendas: 'Falta la primera tienda' }),
    ],
  });
  const list = await lines();
  expect(screen.getByText(/^7 de 9 listos\./)).toBeVisible();
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Empresa y NIT · Están en los documentos y correos; las facturas y los giros son de este NIT.',
    'Correo saliente · Lleva invitaciones y avisos.',
    'Formatos y categorías · Dicen en qué gasta una tienda y su cuenta contable.',
    'Personas · Cada caja pasa por tienda, supervisor y contabilidad.',
    'Tiendas · Cada una tiene su fondo y su responsable.Falta la primera tienda.Crear tienda',
    'Aperturas · Dicen qué hay en cada cajón y qué está por fuera.',
    'Empresas de envío · Llevan los recibos de papel a contabilidad.',
    'Quién gira · Una persona prepara los giros y otra los autoriza.Falta quien autorice giros.Crear usuario',
    'Cuentas de las tiendas · Se proponen en cada tienda y las confirma otra persona.',
  ]);
  expect(list.getAllByRole('img').map((icon) => icon.getAttribute('aria-label'))).toEqual([
    'Listo',
    'Listo',
    'Listo',
    'Listo',
    'Pendiente',
    'Listo',
    'Listo',
    'Pendiente',
    'Listo',
  ]);
  expect(list.getByRole('link', { name: 'Crear tienda' })).toHaveAttribute('href', '/crearTienda');
  expect(list.getByRole('link', { name: 'Crear usuario' })).toHaveAttribute(
    'href',
    '/crearUsuario?perfil=6&autoriza=si',
  );
});

test('a test mail is sent with one press where the server sends mails', async () => {
  setPageSetting('mails', 'si');
  const mail = { correo: 'Falta que salga un correo: envíe uno de prueba' };
  const { user, asked } = open({
    loadData: [missing(mail), missing(mail)],
    writeRequest: [answered(written('Correo por enviar a ana@cajamenor.test.'))],
  });
  await user.click(await screen.findByRole('button', { name: 'Enviar correo de prueba' }));
  expect(await screen.findByText('Correo por enviar a ana@cajamenor.test.')).toBeVisible();
  expect(asked.writeRequest).toEqual([{ request: {} }]);
});

test('without a mail server there is nothing to press', async () => {
  setPageSetting('mails', 'no');
  open({ loadData: [missing({ correo: 'Al servidor le falta SMTP_URL' })] });
  expect((await lines()).getByText('Al servidor le falta SMTP_URL.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Enviar correo de prueba' })).toBeNull();
});

test('a failed load can be retried, and a finished list is not shown', async () => {
  const { user } = open({
    loadData: [refused(500, 'Algo falló.'), answered({ terminada: 1 as const, pasos: [] })],
  });
  await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
  await expect.poll(() => screen.queryByRole('button', { name: 'Reintentar' })).toBeNull();
  expect(screen.queryByText('Puesta en marcha')).toBeNull();
});

describe('the next step, above the other screens', () => {
  const bar = () => screen.findByRole('complementary', { name: 'Siguiente paso' });
  const lead = (answers: Answers, address: string, pattern: string) => {
    const { logic } = answering(onboarding, answers);
    function Led() {
      const [changes, setChanges] = useState(0);
      return (
        <>
          <NextStep changes={changes} machine={logic} />
          <FirstStepsContext value={() => setChanges(changes + 1)}>
            <Saved />
          </FirstStepsContext>
        </>
      );
    }
    return renderScreen(<Led />, pattern, address, admin);
  };
  function Saved() {
    const [done, setDone] = useState(false);
    useFirstStepDone(done);
    return (
      <button type="button" onClick={() => setDone(true)}>
        Guardar
      </button>
    );
  }

  test('is what costs least first, and is read again after a save', async () => {
    const user = lead(
      {
        loadData: [
          missing({
            correo: 'Falta',
            personas: 'Falta Contabilidad',
            tiendas: 'Falta la primera tienda',
          }),
          missing({ correo: 'Falta', personas: 'Falta Contabilidad' }),
        ],
      },
      '/crearTienda',
      patterns.crearTienda,
    );
    expect(await bar()).toHaveTextContent(
      'Puesta en marcha 6 de 9 · Tiendas: Falta la primera tienda.',
    );
    // The form of the step itself is on the screen.
    expect(within(await bar()).getAllByRole('link')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Guardar' }));
    await expect
      .poll(async () => (await bar()).textContent)
      .toBe('Puesta en marcha 7 de 9 · Personas: Falta Contabilidad.Crear usuario');
    expect(within(await bar()).getByRole('link', { name: 'Crear usuario' })).toHaveAttribute(
      'href',
      '/crearUsuario?perfil=6',
    );
  });

  test('is not shown on the list itself, nor when only a mail is missing', async () => {
    const { logic, asked } = answering(onboarding, {
      loadData: [missing({ tiendas: 'Falta la primera tienda' })],
    });
    renderScreen(
      <NextStep changes={0} machine={logic} />,
      patterns.listarUsuarios,
      '/listarUsuarios',
      admin,
    );
    await expect.poll(() => asked.loadData?.length).toBe(1);
    expect(screen.queryByRole('complementary')).toBeNull();
  });
});
