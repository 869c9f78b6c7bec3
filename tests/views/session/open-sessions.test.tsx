import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import { answered, unreachableMessage } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import OpenSessions, { ownSessions } from '#src/features/session/OpenSessions.tsx';
import { people } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const here: AnswerOf<'/misSesiones'>[number] = {
  id: 4,
  equipo: 'Chrome en Windows',
  ip: '203.0.113.9',
  desde: '2030-05-20 08:00',
  ultima_actividad: '2030-05-20 09:30',
  actual: 1,
};
const elsewhere: typeof here = { ...here, id: 5, equipo: 'Safari en iPhone', actual: 0 };
const closed = answered([{ status: '200' as const, msg: 'Se cerró la otra sesión.', cerradas: 1 }]);

describe('the open sessions', () => {
  const open = (answers: Answers) => {
    const { logic, asked } = answering(ownSessions, answers);
    const user = renderScreen(
      <OpenSessions machine={logic} />,
      patterns.cuenta,
      '/mi-cuenta',
      people.store,
    );
    return { user, asked };
  };
  const row = (name: RegExp) => screen.findByRole('row', { name });
  const close = () => screen.findByRole('button', { name: /^Cerrar las demás sesiones/ });

  test('show device, address and times, and mark the current one', async () => {
    open({ loadData: [answered([here, elsewhere])] });
    const first = within(await row(/Chrome en Windows/));
    expect(first.getByText('Esta sesión')).toBeVisible();
    expect(first.getByText('203.0.113.9')).toBeVisible();
    expect(first.getByText('08:00')).toBeVisible();
    expect(first.getByText('09:30')).toBeVisible();
    const second = within(await row(/Safari en iPhone/));
    expect(second.queryByText('Esta sesión')).toBeNull();
  });

  test('are closed except the current one, and the list is reloaded', async () => {
    const { user, asked } = open({
      loadData: [answered([here, elsewhere]), answered([here])],
      writeRequest: [closed],
    });
    await row(/Safari en iPhone/);
    await user.click(await close());
    await expect.poll(() => screen.queryByText('Safari en iPhone')).toBeNull();
    expect(asked.writeRequest).toHaveLength(1);
  });

  test('confirm that the others are closed', async () => {
    const { user } = open({
      loadData: [answered([here, elsewhere])],
      writeRequest: [closed],
    });
    await row(/Safari en iPhone/);
    await user.click(await close());
    expect(await screen.findByText('Se cerró la otra sesión.')).toBeVisible();
  });

  test('cannot be closed when only the current one is open, and show why', async () => {
    const { asked } = open({ loadData: [answered([here])], writeRequest: [] });
    await row(/Chrome en Windows/);
    expect(await close()).toHaveAccessibleDescription('No hay otras sesiones abiertas.');
    (await close()).click();
    expect(asked.writeRequest).toBeUndefined();
  });

  test('can be closed by a retry after a network error', async () => {
    const { user, asked } = open({
      loadData: [answered([here, elsewhere])],
      writeRequest: [new Error('offline'), closed],
    });
    await row(/Safari en iPhone/);
    await user.click(await close());
    expect(await screen.findByText(unreachableMessage)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Se cerró la otra sesión.')).toBeVisible();
    expect(asked.writeRequest).toHaveLength(2);
  });

  test('can be loaded again after a network error', async () => {
    const { user } = open({
      loadData: [new Error('offline'), answered([here, elsewhere])],
    });
    await user.click(await screen.findByRole('button', { name: /reintentar/i }));
    expect(await row(/Safari en iPhone/)).toBeVisible();
  });
});
