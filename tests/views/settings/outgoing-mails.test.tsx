import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/app/screens/paths.ts';
import OutgoingMailsView, {
  type OutgoingMail,
  outgoingMails,
} from '#src/features/mails/OutgoingMailsView.tsx';
import { refused, written } from '#tests/kit/flow-fixtures.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const failed: OutgoingMail = {
  id: 4,
  para: 'ana@tienda.test',
  asunto: 'Caja menor: contraseña temporal',
  estado: 'fallido',
  intentos: 11,
  proximo_intento: '',
  error: 'connect ECONNREFUSED',
  creado: '2026-06-17 10:00',
};
const waiting: OutgoingMail = {
  ...failed,
  id: 5,
  para: 'luis@tienda.test',
  estado: 'pendiente',
  intentos: 1,
  proximo_intento: '2026-06-17 10:05',
};

describe('the mails that did not go out', () => {
  const open = (answers: Answers) => {
    const { logic, asked } = answering(outgoingMails, answers);
    const user = renderScreen(
      <OutgoingMailsView machine={logic} />,
      patterns.correosSalientes,
      '/business/correos',
      admin,
    );
    return { user, asked };
  };
  const row = (name: RegExp) => screen.findByRole('row', { name });
  const again = (to: string) =>
    screen.findByRole('button', {
      name: `Enviar de nuevo «Caja menor: contraseña temporal» a ${to}`,
    });

  test('are listed with what became of them', async () => {
    open({ loadData: [answered([failed, waiting])] });
    const first = within(await row(/ana@tienda\.test/));
    expect(first.getByText('No se envió')).toBeVisible();
    expect(first.getByText('connect ECONNREFUSED')).toBeVisible();
    expect(first.getByText('11')).toBeVisible();
    const second = within(await row(/luis@tienda\.test/));
    expect(second.getByText('En espera')).toBeVisible();
    expect(second.getByText('10:05')).toBeVisible();
  });

  test('may be none', async () => {
    open({ loadData: [answered([])] });
    expect(await screen.findByText('No hay correos por enviar')).toBeVisible();
  });

  test('are sent again one by one, and the list comes again', async () => {
    const { user, asked } = open({
      loadData: [answered([failed, waiting]), answered([waiting])],
      writeRequest: [answered(written())],
    });
    await user.click(await again('ana@tienda.test'));
    await expect.poll(() => screen.queryByText('ana@tienda.test')).toBeNull();
    expect(asked.writeRequest).toEqual([{ request: { id_correo: 4 } }]);
  });

  test('that may not be sent again say why', async () => {
    const { user } = open({
      loadData: [answered([failed]), answered([])],
      writeRequest: [refused(409, 'Este correo ya se envió.')],
    });
    await user.click(await again('ana@tienda.test'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Este correo ya se envió.');
    await user.click(within(alert).getByRole('button', { name: /cerrar/i }));
    expect(await screen.findByText('No hay correos por enviar')).toBeVisible();
  });

  test('are sent again once more when nobody answered', async () => {
    const { user, asked } = open({
      loadData: [answered([failed])],
      writeRequest: [new Error('offline'), answered(written())],
    });
    await user.click(await again('ana@tienda.test'));
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('El correo se enviará de nuevo en un momento.')).toBeVisible();
    expect(asked.writeRequest).toHaveLength(2);
  });

  test('that did not come can be asked for again', async () => {
    const { user } = open({ loadData: [new Error('offline'), answered([failed])] });
    await user.click(await screen.findByRole('button', { name: /reintentar/i }));
    expect(await row(/ana@tienda\.test/)).toBeVisible();
  });

  test('are looked at anew when the person wants to', async () => {
    const { user } = open({ loadData: [answered([failed]), answered([])] });
    await again('ana@tienda.test');
    await user.click(screen.getByRole('button', { name: 'Actualizar' }));
    expect(await screen.findByText('No hay correos por enviar')).toBeVisible();
  });
});
