import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answered, unreachableMessage } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import OwnMails, { ownMails } from '#src/features/mails/OwnMails.tsx';
import { people, written } from '#tests/kit/flow-fixtures.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const all = ['inmediato' as const, 'diario' as const, 'nunca' as const];
const mails = answered({
  email: 'luz@cajamenor.test',
  hora: '07:00',
  correos: [
    { tipo: 'llegada' as const, cuando: 'inmediato' as const, opciones: all },
    { tipo: 'demora' as const, cuando: 'diario' as const, opciones: all.slice(1) },
  ],
});

function open(answers: Answers, profile = 3) {
  const { logic, asked } = answering(ownMails, { loadData: [mails], ...answers });
  const user = renderScreen(
    <OwnMails profile={profile} machine={logic} />,
    patterns.cuenta,
    '/mi-cuenta',
    people.supervisor,
  );
  return { user, asked };
}

const choice = (name: string) => screen.findByRole('radio', { name });
const save = () => screen.findByRole('button', { name: 'Guardar correos' });

test('each mail type has a table row with its options and the chosen one', async () => {
  open({});
  expect(await choice('Llega una caja para revisar: De inmediato')).toBeChecked();
  expect(await choice('Una caja espera más de lo previsto: Una vez al día')).toBeChecked();
  expect(
    screen.queryByRole('radio', { name: 'Una caja espera más de lo previsto: De inmediato' }),
  ).toBeNull();
  expect(
    screen.getByRole('rowheader', {
      name: 'Una caja espera más de lo previsto Solo en el resumen diario.',
    }),
  ).toBeVisible();
  expect(screen.getByRole('rowheader', { name: 'Llega una caja para revisar' })).toBeVisible();
  expect(screen.getByText(/^Llegan a luz@cajamenor.test\./)).toHaveTextContent('a las 07:00');
  const headers = within(screen.getByRole('table')).getAllByRole('columnheader');
  expect(headers.map(({ textContent }) => textContent)).toEqual([
    'Correo',
    'De inmediato',
    'Una vez al día',
    'Nunca',
  ]);
});

test('a choice is retained after a network error and saved by the next attempt', async () => {
  const { user, asked } = open({
    writeRequest: [new Error('offline'), answered(written())],
  });
  await user.click(await choice('Llega una caja para revisar: Nunca'));
  await user.click(await save());
  expect(await screen.findByRole('alert')).toHaveTextContent(unreachableMessage);
  expect(await choice('Llega una caja para revisar: Nunca')).toBeChecked();
  await user.click(await save());
  expect(await screen.findByText('Datos almacenados')).toBeVisible();
  const sent = { llegada: 'nunca', demora: 'diario' };
  expect(asked.writeRequest).toEqual([{ request: sent }, { request: sent }]);
});

test('a store sees its own label for the arrival mail', async () => {
  open({}, 2);
  expect(await choice('Una caja revisada espera los soportes: De inmediato')).toBeChecked();
});
