import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
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

describe('unsent mails', () => {
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

  test('are listed with state, error, attempts and next attempt', async () => {
    open({ loadData: [answered([failed, waiting])] });
    const first = within(await row(/ana@tienda\.test/));
    expect(first.getByText('No se envió')).toBeVisible();
    expect(first.getByText('connect ECONNREFUSED')).toBeVisible();
    expect(first.getByText('11')).toBeVisible();
    const second = within(await row(/luis@tienda\.test/));
    expect(second.getByText('En espera')).toBeVisible();
    expect(second.getByText('10:05')).toBeVisible();
  });

  test('show a message when there are none', async () => {
    open({ loadData: [answered([])] });
    expect(await screen.findByText('No hay correos por enviar')).toBeVisible();
  });

  test('are sent again one by one, and the list is reloaded', async () => {
    const { user, asked } = open({
      loadData: [answered([failed, waiting]), answered([waiting])],
      writeRequest: [answered(written())],
    });
    await user.click(await again('ana@tienda.test'));
    await expect.poll(() => screen.queryByText('ana@tienda.test')).toBeNull();
    expect(asked.writeRequest).toEqual([{ request: { id_correo: 4 } }]);
  });

  test('that cannot be sent again show why, and the list is reloaded', async () => {
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

  test('can be sent by a retry after a network error', async () => {
    const { user, asked } = open({
      loadData: [answered([failed])],
      writeRequest: [new Error('offline'), answered(written())],
    });
    await user.click(await again('ana@tienda.test'));
    await user.click(await screen.findByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('El correo se enviará de nuevo en un momento.')).toBeVisible();
    expect(asked.writeRequest).toHaveLength(2);
  });

  test('can be loaded again after a network error', async () => {
    const { user } = open({ loadData: [new Error('offline'), answered([failed])] });
    await user.click(await screen.findByRole('button', { name: /reintentar/i }));
    expect(await row(/ana@tienda\.test/)).toBeVisible();
  });

  test('are reloaded by «Actualizar»', async () => {
    const { user } = open({ loadData: [answered([failed]), answered([])] });
    await again('ana@tienda.test');
    await user.click(screen.getByRole('button', { name: 'Actualizar' }));
    expect(await screen.findByText('No hay correos por enviar')).toBeVisible();
  });
});
