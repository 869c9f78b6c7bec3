import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Person } from '#machines/domain/people/profiles.ts';
import { usualHours, type WorkingHours } from '#machines/domain/values/working-hours.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { settingsMachine } from '#machines/flows/settings/settings.form.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import { noteServerDate } from '#src/wire/server-clock.ts';
import ConsolidatedView from '#src/features/consolidated/ConsolidatedView.tsx';
import SettingsView from '#src/features/settings/SettingsView.tsx';
import { people, refused, written } from '#tests/kit/flow-fixtures.ts';
import {
  admin,
  noCompany,
  noEntries,
  usualPayments,
  unwrittenNumbers,
} from '#tests/kit/record-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';
import { fillIn } from '../fill-in.ts';
import { setPageSetting } from '../page-setting.ts';

const metas = {
  dias_supervision: '2',
  dias_mantenimiento: '',
  dias_previa: '',
  dias_envio: '',
  dias_final: '',
};
const saved = (monto_maximo: string, horario: WorkingHours = usualHours) =>
  answered({
    monto_maximo,
    exceso_fondo: 'avisar',
    perfiles_segundo_factor: '6',
    metas,
    numeros: unwrittenNumbers,
    horario,
    hora_correo: '',
    empresa: noCompany,
    contabilidad: noEntries,
    retenciones: [],
    giros: usualPayments,
  });

describe('the general settings', () => {
  const open = (answers: Answers, redirectDelay?: number) => {
    const { logic, asked } = answering(settingsMachine, answers, redirectDelay);
    const user = renderScreen(
      <SettingsView machine={logic} />,
      patterns.business,
      '/business',
      admin,
    );
    return { user, asked };
  };
  const maximum = () => screen.findByRole('textbox', { name: 'Monto máximo' });
  const save = () => screen.findByRole('button', { name: 'Guardar' });

  test.each([
    ['no', 1],
    ['si', 0],
  ])('with mails «%s», the warning that none leaves is there %d times', async (mails, times) => {
    setPageSetting('mails', mails);
    open({ loadForm: [saved('500000')] });
    expect(await maximum()).toBeVisible();
    expect(screen.queryAllByText('No sale ningún correo')).toHaveLength(times);
  });

  test('an index leads to each group', async () => {
    const { user } = open({ loadForm: [saved('500000')] });
    await maximum();
    const index = within(screen.getByRole('navigation', { name: 'Grupos de la configuración' }));
    const groups = [
      'Empresa',
      'Gastos y fondo',
      'Contabilidad',
      'Plazos',
      'Desviaciones',
      'Avisos y acceso',
    ];
    expect(index.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(groups);
    await user.click(index.getByRole('button', { name: 'Plazos' }));
    expect(screen.getByRole('heading', { name: 'Plazos' })).toHaveFocus();
  });

  test('show the values in force and save the changes', async () => {
    const { user, asked } = open({
      loadForm: [saved('500000')],
      saveRecord: [answered(written())],
    });
    expect(await maximum()).toHaveValue('$ 500.000');
    expect(await maximum()).toHaveAccessibleDescription('Por defecto: $ 500.000');
    const terms = within(screen.getByRole('region', { name: 'Plazos' }));
    expect(terms.getByLabelText('Días en Supervisor')).toHaveAccessibleDescription(
      'Por defecto: 2',
    );
    expect(screen.getByRole('link', { name: 'Correos salientes' })).toHaveAttribute(
      'href',
      '/business/correos',
    );
    await fillIn(user, await maximum(), '450.000');
    expect(screen.getByRole('radio', { name: 'Avisar' })).toBeChecked();
    expect(screen.getByLabelText('Días en Supervisor')).toHaveValue('2');
    await fillIn(user, screen.getByLabelText('Días en Contabilidad (final)'), '4');
    await user.click(screen.getByRole('radio', { name: 'Impedir' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Administrador' }));
    expect(screen.queryByLabelText(/^El horario nuevo/)).toBeNull();
    await user.click(screen.getByRole('checkbox', { name: 'Sábado' }));
    await fillIn(user, screen.getByLabelText(/^Hasta/), '18:00');
    await fillIn(user, screen.getByLabelText(/^El horario nuevo/), '31/12/2099');
    await user.click(await save());
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.saveRecord).toEqual([
      expect.objectContaining({
        request: {
          path: '/configGeneral',
          body: {
            monto_maximo: 450_000,
            exceso_fondo: 'impedir',
            perfiles_segundo_factor: [6, 1],
            dias_final: 4,
            dias_habiles: [1, 2, 3, 4, 5, 6],
            hora_apertura: '08:00',
            hora_cierre: '18:00',
            horario_desde: '2099-12-31',
          },
        },
      }),
    ]);
  });

  test('show the last hours in the form, and above it those of today and of the days to come', async () => {
    const changes = { desde: '2099-12-01', dias: [1, 6], abre: '07:00', cierra: '12:00' };
    open({ loadForm: [saved('500000', { ...usualHours, cambios: [changes] })] });
    expect(await screen.findByLabelText(/^Hasta/)).toHaveValue('12:00');
    expect(screen.getByRole('checkbox', { name: 'Martes' })).not.toBeChecked();
    expect(screen.getByText('Hoy: lunes a viernes, de 08:00 a 17:00.')).toBeVisible();
    expect(
      screen.getByText('Desde el martes, 1 de diciembre de 2099: lunes, sábado, de 07:00 a 12:00.'),
    ).toBeVisible();
  });

  test('show the working days until a store is reminded, and send only the changed ones', async () => {
    const { user, asked } = open({
      loadForm: [saved('500000')],
      saveRecord: [answered(written())],
    });
    const group = within(await screen.findByRole('region', { name: 'Recordatorios a la tienda' }));
    const money = group.getByLabelText(/^Días para decir si llegó el dinero/);
    expect(money).toHaveAccessibleDescription('Desde el giro. Por defecto: 2');
    expect(group.getByLabelText(/^Días para que lleguen los papeles/)).toHaveValue('5');
    await fillIn(user, money, '4');
    await user.click(await save());
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    const [{ request }] = asked.saveRecord as [{ request: { body: object } }];
    expect(request.body).toMatchObject({ dias_dinero: 4 });
    expect(request.body).not.toHaveProperty('dias_papeles', expect.anything());
  });

  test('show and validate the limits of deviations, and send only the changed ones', async () => {
    const { user, asked } = open({
      loadForm: [saved('500000')],
      saveRecord: [answered(written())],
    });
    const group = within(await screen.findByRole('region', { name: 'Desviaciones' }));
    const seconds = group.getByLabelText(/^Segundos entre decisiones/);
    expect(seconds).toHaveValue('5');
    expect(seconds).toHaveAccessibleDescription('Estos o menos. Por defecto: 5');
    const days = group.getByLabelText(/^Días de una compra fraccionada/);
    await fillIn(user, seconds, '61');
    await fillIn(user, days, '0');
    await fillIn(user, group.getByLabelText(/^Tiendas que pagan/), '8');
    await user.click(await save());
    expect(await screen.findByText('Escriba un número entero entre 1 y 365.')).toBeVisible();
    expect(screen.getByText('Escriba un número entero entre 1 y 60.')).toBeVisible();
    await fillIn(user, seconds, '5');
    await fillIn(user, days, '7');
    await user.click(await save());
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    const [{ request }] = asked.saveRecord as [{ request: { body: object } }];
    expect(request.body).toMatchObject({ dias_fraccion: 7, tiendas_persona: 8 });
    expect(request.body).not.toHaveProperty('segundos_decision', expect.anything());
  });

  test('stay open and are reloaded after a save', async () => {
    const { user, asked } = open(
      { loadForm: [saved('500000'), saved('450000')], saveRecord: [answered(written())] },
      0,
    );
    await user.click(await save());
    expect(await screen.findByDisplayValue('$ 450.000')).toBeEnabled();
    expect(asked.loadForm).toHaveLength(2);
  });

  test('require an amount that is a number', async () => {
    const { user } = open({ loadForm: [saved('500000')] });
    await user.clear(await maximum());
    await user.click(await save());
    expect(await screen.findByText('Este campo es obligatorio')).toBeVisible();
    await fillIn(user, await maximum(), 'mucho');
    expect(await screen.findByText('Solo números')).toBeVisible();
  });

  test('say that PAB was not tried with a bank, and that it cannot hold an account', async () => {
    const { user, asked } = open({ loadForm: [saved('500000')] });
    await user.click(
      await screen.findByRole('radio', { name: 'PAB de Bancolombia, sin comprobar con un banco' }),
    );
    await fillIn(user, screen.getByLabelText('Cuenta que paga'), '123456789012');
    await user.click(await save());
    expect(
      await screen.findByText(
        'El formato PAB solo guarda cuentas de hasta 11 dígitos: elija CSV, u otra cuenta.',
      ),
    ).toBeVisible();
    expect(asked.saveRecord).toBeUndefined();
  });

  test('that the server refuses show why', async () => {
    const { user } = open({
      loadForm: [saved('500000')],
      saveRecord: [refused(403, 'No tiene permiso para hacer esto.')],
    });
    await user.click(await save());
    expect(await screen.findByRole('alert')).toHaveTextContent('No tiene permiso para hacer esto.');
  });
});

describe('the consolidated download', () => {
  const open = (person: Person) =>
    renderScreen(<ConsolidatedView />, patterns.consolidado, '/consolidado', person);
  const from = () => screen.findByLabelText('Desde');
  const to = () => screen.findByLabelText('Hasta');
  const download = () => screen.findByRole('link', { name: 'Descargar' });

  test.each([
    ['an administrator', admin, ''],
    ['a store, with its own id', people.store, '&id_responsable=20'],
    ['a supervisor, with its own id', people.supervisor, '&id_supervisor=30'],
    ['accounting', people.accounting, ''],
  ])('opens in a new tab for %s', async (_, person, own) => {
    const user = open(person);
    await fill(user, await from(), '2020-05-01');
    await fill(user, await to(), '2020-05-31');
    expect(await download()).toHaveAttribute(
      'href',
      `/documentos/consolidado?desde=2020-05-01&hasta=2020-05-31${own}`,
    );
    expect(await download()).toHaveAttribute('target', '_blank');
  });

  test.each([
    ['Este mes', 'desde=2030-03-01&hasta=2030-03-15'],
    ['Mes pasado', 'desde=2030-02-01&hasta=2030-02-28'],
  ])('%s fills in both dates', async (name, query) => {
    noteServerDate('Fri, 15 Mar 2030 15:00:00 GMT');
    const user = open(admin);
    await user.click(await screen.findByRole('button', { name }));
    expect(await download()).toHaveAttribute('href', `/documentos/consolidado?${query}`);
    noteServerDate(new Date().toUTCString());
  });

  test('without dates has no filter', async () => {
    open(admin);
    expect(await download()).toHaveAttribute('href', '/documentos/consolidado');
  });

  test('is disabled, with one message, for a period that ends before it begins', async () => {
    const user = open(admin);
    await fill(user, await from(), '2020-05-31');
    await fill(user, await to(), '2020-05-01');
    const sentence = 'La fecha final no puede ser anterior a la inicial.';
    const button = await screen.findByRole('button', { name: 'Descargar' });
    expect(button).toHaveAccessibleDescription(sentence);
    expect(screen.queryByRole('link', { name: 'Descargar' })).toBeNull();
    // The message is visible without hovering, and the tooltip does not repeat it.
    await user.hover(button);
    const shown = screen
      .getAllByText(sentence)
      .filter((element) => element.matches(':not([hidden])'));
    expect(shown).toHaveLength(1);
    expect(shown[0]).toBeVisible();
  });
});
