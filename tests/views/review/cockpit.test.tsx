import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { Expense } from '#contract/calls/expenses.calls.ts';
import { boxSendMachine } from '#machines/flows/boxes/box-send.machine.ts';
import { cockpitMachine } from '#machines/flows/review/cockpit.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { singleKeysAreOn } from '#src/ui/layout/use-keys.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import DecisionView from '#src/features/review/DecisionView.tsx';
import { accountingShown, shown } from '#tests/kit/decision-fixtures.ts';
import { boxFacts, people, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import {
  EverythingSeen,
  answering,
  type Answers,
  deciding,
  renderScreen,
} from './render-screen.tsx';

const { rows } = boxFacts(
  { active: 2 },
  { id: 7, soporte: 'siete.jpg' },
  { id: 8, recibo: 'R200', estado: 3, icono: 'approved', nombre_estado: 'Aprobado por supervisor' },
  {
    id: 9,
    recibo: 'R300',
    proveedor_nombre: 'Ferretería Sur',
    soporte: 'nueve.jpg',
    informe_novedad: 'Recibo repetido.',
  },
);

/** A clean expense: it has no electronic invoices to check. */
const clean = (changes: Partial<Expense> = {}) => shown({ data_factura: [], ...changes });

function open(answers: Answers, options?: { seen: boolean }) {
  const { logic, asked } = deciding('supervisor', answers, options);
  const box = answering(cockpitMachine, { loadRows: [answered(rows), answered(rows)] }).logic;
  const user = renderScreen(
    <DecisionView stage="supervisor" machine={logic} box={box} />,
    patterns.detalleGastoSupervisor,
    '/detalleGastoSupervisor/12/7',
    people.supervisor,
  );
  return { user, asked };
}

/** The list is hidden on phones; jsdom, which has no layout, counts as one. */
const list = () =>
  waitFor(() => {
    const shown = document.querySelector<HTMLElement>('nav[aria-label="Gastos de la caja"]');
    expect(shown).not.toBeNull();
    return shown as HTMLElement;
  });
const items = async () => within(await list()).getAllByRole('link', { hidden: true });
const current = async () => (await items()).find((link) => link.hasAttribute('aria-current'));
/** Phrases as this browser stores them for the supervisor. */
const storePhrases = (phrases: unknown) =>
  localStorage.setItem(`frases/${people.supervisor.id}`, JSON.stringify(phrases));
const observations = () => screen.findByRole('textbox', { name: 'Observaciones' });
const save = () => screen.findByRole('button', { name: 'Guardar' });

describe('the cockpit', () => {
  test('lists undecided expenses first and counts them', async () => {
    open({ loadExpense: [shown()] });
    expect((await items()).map((link) => link.getAttribute('href'))).toEqual([
      '/detalleGastoSupervisor/12/7',
      '/detalleGastoSupervisor/12/9',
      '/detalleGastoSupervisor/12/8',
    ]);
    expect(await list()).toHaveTextContent('Por decidir: 2 de 3');
    expect(await current()).toHaveTextContent('R100');
    expect(await current()).toHaveTextContent('Por decidir');
    expect(screen.getByText('1 de 3')).toBeVisible();
  });

  test('A approves, Ctrl+Enter saves once there is an observation, J opens the next expense', async () => {
    const { user, asked } = open({
      loadExpense: [shown(), shown({ id: 9, recibo: 'R300' })],
      guardarSupervisor: [answered(written())],
    });
    await save();
    await user.keyboard('a');
    expect(await screen.findByRole('radio', { name: 'Aprobado' })).toBeChecked();
    expect(await observations()).toHaveValue('');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'El campo de observaciones es obligatorio',
    );
    await user.type(await observations(), 'Conforme');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.guardarSupervisor).toEqual([
      expect.objectContaining({ id_gasto: 7, estado: 3, observacion: 'Conforme' }),
    ]);
    expect(await list()).toHaveTextContent('Por decidir: 1 de 3');
    expect(screen.getByRole('link', { name: 'Siguiente gasto (J)' })).toHaveAttribute(
      'href',
      '/detalleGastoSupervisor/12/9',
    );
    expect(screen.getByRole('link', { name: 'Volver a la caja' })).toHaveAttribute(
      'href',
      '/verCajaSupervisor/12',
    );
    await user.keyboard('j');
    await waitFor(async () => expect(await current()).toHaveTextContent('R300'));
    expect(asked.loadExpense).toEqual([{ id_gasto: 7 }, { id_gasto: 9 }]);
  });

  test('Ctrl+Shift+Enter saves and opens the next undecided expense', async () => {
    const { user } = open({
      loadExpense: [shown(), shown({ id: 9 })],
      guardarSupervisor: [answered(written())],
    });
    await save();
    await user.keyboard('a');
    await fill(user, await observations(), 'Ya visto');
    await user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await waitFor(async () => expect(await current()).toHaveTextContent('R300'));
  });

  test('one button approves with the phrase of an approval that it names, saves and opens the next undecided expense', async () => {
    storePhrases({ approved: ['Visto, completo'], rejected: ['El soporte no corresponde'] });
    const { user, asked } = open({
      loadExpense: [clean(), clean({ id: 9 })],
      guardarSupervisor: [answered(written())],
    });
    await user.click(
      await screen.findByRole('button', { name: 'Aprobar y seguir con «Visto, completo»' }),
    );
    await waitFor(async () => expect(await current()).toHaveTextContent('R300'));
    expect(asked.guardarSupervisor).toEqual([
      expect.objectContaining({ id_gasto: 7, estado: 3, observacion: 'Visto, completo' }),
    ]);
  });

  test.each([
    ['the phrases of one list, as an earlier release stored them', ['El soporte no corresponde']],
    ['only phrases of rejections', { approved: [], rejected: ['El soporte no corresponde'] }],
  ])('with %s, an approval in one step opens the observation', async (_, stored) => {
    storePhrases(stored);
    const { user, asked } = open({
      loadExpense: [clean(), clean({ id: 9 })],
      guardarSupervisor: [answered(written())],
    });
    await save();
    await user.keyboard('{Shift>}A{/Shift}');
    expect(screen.getByRole('radio', { name: 'Aprobado' })).toBeChecked();
    await waitFor(async () => expect(await observations()).toHaveFocus());
    expect(await observations()).toHaveValue('');
    expect(screen.queryByRole('list', { name: /^Frases/ })).toBeNull();
    expect(asked.guardarSupervisor).toBeUndefined();
    await user.keyboard('Visto');
    await user.click(screen.getByRole('button', { name: 'Aprobar y seguir' }));
    await waitFor(async () => expect(await current()).toHaveTextContent('R300'));
    expect(asked.guardarSupervisor).toEqual([
      expect.objectContaining({ id_gasto: 7, estado: 3, observacion: 'Visto' }),
    ]);
  });

  test('one button rejects once it has a reason and an observation, and opens the next expense', async () => {
    const { user, asked } = open({
      loadExpense: [shown(), clean({ id: 9 })],
      guardarSupervisor: [answered(written())],
    });
    const rejects = await screen.findByRole('button', { name: 'Rechazar y seguir' });
    await user.click(rejects);
    const reason = await screen.findByRole('combobox', { name: 'Motivo de rechazo' });
    await waitFor(() => expect(reason).toHaveFocus());
    await user.selectOptions(reason, '2');
    await user.click(rejects);
    await waitFor(async () => expect(await observations()).toHaveFocus());
    expect(asked.guardarSupervisor).toBeUndefined();
    await user.keyboard('No es de la tienda');
    await user.click(rejects);
    await waitFor(async () => expect(await current()).toHaveTextContent('R300'));
    expect(asked.guardarSupervisor).toEqual([
      expect.objectContaining({
        id_gasto: 7,
        estado: 4,
        id_rechazo: 2,
        observacion: 'No es de la tienda',
      }),
    ]);
    // The next expense is approved without the words of the rejection.
    await user.click(await screen.findByRole('button', { name: 'Aprobar y seguir' }));
    await waitFor(async () => expect(await observations()).toHaveFocus());
    expect(await observations()).toHaveValue('');
  });

  test('a phrase of a rejection does not stay in an approval', async () => {
    const { user } = open({ loadExpense: [clean()] });
    await save();
    await user.keyboard('r');
    const reason = await screen.findByRole('combobox', { name: 'Motivo de rechazo' });
    await user.selectOptions(reason, '2');
    await user.click(
      within(await screen.findByRole('list', { name: /^Frases/ })).getByRole('button'),
    );
    expect(await observations()).not.toHaveValue('');
    await user.click(screen.getByRole('button', { name: 'Aprobar y seguir' }));
    expect(screen.getByRole('radio', { name: 'Aprobado' })).toBeChecked();
    expect(await observations()).toHaveValue('');
    // What the person wrote stays for the person to judge.
    await user.type(await observations(), 'Revisado en tienda');
    await user.click(screen.getByRole('radio', { name: 'Rechazado' }));
    expect(await observations()).toHaveValue('Revisado en tienda');
  });

  test('an approval without having seen the receipt needs a confirmation', async () => {
    storePhrases({ approved: ['Conforme'], rejected: [] });
    const { user, asked } = open(
      { loadExpense: [clean({ soporte: 'siete.jpg' })], guardarSupervisor: [answered(written())] },
      { seen: false },
    );
    await save();
    await user.keyboard('{Shift>}A{/Shift}');
    expect(await screen.findByText('No se ha visto el soporte')).toBeVisible();
    expect(asked.guardarSupervisor).toBeUndefined();
    await user.click(screen.getByRole('button', { name: 'Aprobar sin verlo' }));
    expect(await screen.findByText('Datos almacenados')).toBeVisible();
    expect(asked.guardarSupervisor).toEqual([expect.objectContaining({ soporte_visto: 0 })]);
  });

  test('a receipt that is loaded and in view counts as seen', async () => {
    storePhrases({ approved: ['Conforme'], rejected: [] });
    vi.stubGlobal('IntersectionObserver', EverythingSeen);
    const { user, asked } = open(
      { loadExpense: [clean({ soporte: 'siete.jpg' })], guardarSupervisor: [answered(written())] },
      { seen: false },
    );
    await save();
    fireEvent.load(document.querySelector('img[src$="siete.jpg"]') as HTMLImageElement);
    await user.keyboard('{Shift>}A{/Shift}');
    await waitFor(() =>
      expect(asked.guardarSupervisor).toEqual([expect.objectContaining({ soporte_visto: 1 })]),
    );
  });

  test('C reopens a saved decision', async () => {
    const { user } = open({
      loadExpense: [clean(), clean({ estado: 3, obs_supervisor: 'Conforme', version: 6 })],
      guardarSupervisor: [answered(written())],
    });
    await save();
    expect(screen.getByText('Podrá cambiarla hasta que envíe la caja.')).toBeVisible();
    await user.keyboard('a');
    await user.type(await observations(), 'Ya visto{Control>}{Enter}{/Control}');
    await screen.findByText('Datos almacenados');
    await user.click(screen.getByRole('heading', { level: 1 }));
    await user.keyboard('c');
    expect(await save()).toBeEnabled();
    expect(screen.getByRole('radio', { name: 'Aprobado' })).toBeChecked();
  });

  test('Shift+A does not approve an expense with an anomaly, and shows why until the next action', async () => {
    const { user, asked } = open({ loadExpense: [shown({ informe_novedad: 'Repetido' })] });
    await save();
    await user.keyboard('{Shift>}A{/Shift}');
    expect(screen.getByRole('radio', { name: 'Aprobado' })).not.toBeChecked();
    const why = await screen.findByText('Antes de aprobar, revise esto');
    expect(why.closest('[role=status]')).toHaveTextContent('Repetido');
    expect(asked.guardarSupervisor).toBeUndefined();
    await user.keyboard('a');
    expect(screen.queryByText('Antes de aprobar, revise esto')).toBeNull();
  });

  test('a rejection offers the phrases of its reason', async () => {
    const { user } = open({ loadExpense: [shown()] });
    await save();
    await user.keyboard('r');
    const reason = await screen.findByRole('combobox', { name: 'Motivo de rechazo' });
    await waitFor(() => expect(reason).toHaveFocus());
    await user.selectOptions(reason, '2');
    const phrases = within(await screen.findByRole('list', { name: /^Frases/ }));
    const [phrase] = phrases.getAllByRole('button');
    await user.click(phrase as HTMLElement);
    expect(await observations()).toHaveValue(phrase?.textContent);
  });

  test('shortcuts are ignored while the user types in a field; ? lists them', async () => {
    const { user } = open({ loadExpense: [shown()] });
    await fill(user, await observations(), 'jar?');
    expect(await observations()).toHaveValue('jar?');
    expect(await current()).toHaveTextContent('R100');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.click(screen.getByRole('heading', { level: 1 }));
    await user.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Atajos de teclado' })).toHaveTextContent(
      'Siguiente gasto',
    );
  });

  test('single-key shortcuts can be switched off, and the browser stores the choice', async () => {
    const { user } = open({ loadExpense: [shown()] });
    await save();
    await user.keyboard('?');
    const sole = await screen.findByRole('switch', { name: 'Atajos de una sola tecla' });
    expect(sole).toBeChecked();
    await user.click(sole);
    expect(sole).not.toBeChecked();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('aj?');
    expect(screen.getByRole('radio', { name: 'Aprobado' })).not.toBeChecked();
    expect(await current()).toHaveTextContent('R100');
    expect(screen.queryByRole('dialog')).toBeNull();
    // Shortcuts with Ctrl still work.
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('alert')).toHaveTextContent('Debes elegir una de las opciones');
    expect(singleKeysAreOn()).toBe(false);
  });

  test('the receipt of the next expense is preloaded and hidden', async () => {
    open({ loadExpense: [shown()] });
    await save();
    const pictures = document.querySelectorAll<HTMLImageElement>('section[aria-label=Soporte] img');
    expect([...pictures].map((picture) => picture.getAttribute('src'))).toEqual([
      '/documentos/soportes/siete.jpg',
      '/documentos/soportes/nueve.jpg',
    ]);
    expect([...pictures].map((picture) => picture.closest('[hidden]') === null)).toEqual([
      true,
      false,
    ]);
  });
});

describe('after the last decision', () => {
  test('the box can be sent from the same screen', async () => {
    const before = boxFacts({ active: 2 }, { id: 7, recibo: 'R100' });
    const after = boxFacts({ active: 2 }, { id: 7, estado: 3, icono: 'approved' });
    const { logic } = deciding('supervisor', {
      loadExpense: [clean()],
      guardarSupervisor: [answered(written())],
    });
    const sending = answering(boxSendMachine, {
      loadBox: [answered(after)],
      sendBox: [answered(written())],
    });
    const user = renderScreen(
      <DecisionView
        stage="supervisor"
        machine={logic}
        box={answering(cockpitMachine, { loadRows: [answered(before.rows)] }).logic}
        boxSend={sending.logic}
      />,
      patterns.detalleGastoSupervisor,
      '/detalleGastoSupervisor/12/7',
      people.supervisor,
    );
    await save();
    await list();
    expect(screen.queryByText(/^No queda nada por decidir/)).toBeNull();
    await user.keyboard('a');
    await user.type(await observations(), 'Ya visto{Control>}{Enter}{/Control}');
    expect(await screen.findByText(/^No queda nada por decidir/)).toHaveTextContent('1 gasto');
    expect(screen.getByText('En un momento vuelve a la caja.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Enviar' }));
    const question = await screen.findByRole('alertdialog', { name: 'Confirmar envío de caja' });
    expect(question).toHaveTextContent('no podrá cambiar lo que decidió');
    // An open confirmation stops the redirect.
    expect(screen.queryByText('En un momento vuelve a la caja.')).toBeNull();
    await user.click(within(question).getByRole('button', { name: 'Ok' }));
    expect(await screen.findByText('Caja enviada')).toBeVisible();
    expect(sending.asked.sendBox).toHaveLength(1);
  });
});

describe('the accounting split', () => {
  const categories = (...ids: number[]) =>
    ids.map((id) => ({
      id,
      nombre: `C${id}`,
      cuenta: '5195',
      valor_item: null,
      iva_item: null,
      deducible: null,
    }));

  function openSplit(ids: number[]) {
    const { logic } = deciding('accounting', {
      loadExpense: [accountingShown({ categorias: categories(...ids) })],
    });
    return renderScreen(
      <DecisionView stage="accounting" machine={logic} />,
      patterns.detalleGastoContabilidad,
      '/detalleGastoContabilidad/7/12',
      people.accounting,
    );
  }

  const value = (row: number) => screen.findByRole('textbox', { name: `Valor, fila ${row}` });

  test('a single category gets the whole value, and the decision is shown as final', async () => {
    openSplit([1]);
    expect(await value(1)).toHaveValue('$ 12.500');
    expect(screen.getByText('completo')).toBeVisible();
    expect(screen.getByText(/^Es definitiva/)).toBeVisible();
  });

  test('the total shows what is missing; the rest is proposed and filled in only when accepted', async () => {
    const user = openSplit([1, 2]);
    expect(await value(1)).toHaveAttribute('placeholder', '$ 0');
    await fill(user, await value(1), '9300');
    expect(screen.getByText('faltan $ 3.200')).toBeVisible();
    await user.click(await screen.findByLabelText('Texto contable'));
    expect(await value(2)).toHaveValue('');
    expect(await value(2)).toHaveAttribute('placeholder', '$ 3.200');
    // The proposal follows the values of the other rows.
    await user.clear(await value(1));
    await fill(user, await value(1), '9000');
    expect(await value(2)).toHaveAttribute('placeholder', '$ 3.500');
    (await value(2)).focus();
    await user.tab({ shift: true });
    expect(await value(2)).toHaveValue('');
    (await value(2)).focus();
    await user.tab();
    await waitFor(async () => expect(await value(2)).toHaveValue('$ 3.500'));
    await user.clear(await value(2));
    await user.click(await value(2));
    await waitFor(async () => expect(await value(2)).toHaveValue('$ 3.500'));
    await user.clear(await value(1));
    await fill(user, await value(1), '8000');
    // A value that is filled in is not overwritten.
    expect(await value(2)).toHaveValue('$ 3.500');
    expect(screen.getByText('faltan $ 1.000')).toBeVisible();
    await user.clear(await value(2));
    await user.click(screen.getByRole('button', { name: 'Repartir el resto: $ 4.500' }));
    await waitFor(async () => expect(await value(2)).toHaveValue('$ 4.500'));
  });
});
