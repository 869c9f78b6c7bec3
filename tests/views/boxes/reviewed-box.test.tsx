import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { answered } from '#machines/flows/steps/result.ts';
import { type ShipFacts, shipMachine } from '#machines/flows/shipping/ship.machine.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import ReviewedBoxView from '#src/features/boxes/ReviewedBoxView.tsx';
import { boxFacts, people, refusedBy, written } from '#tests/kit/flow-fixtures.ts';
import { fill } from '#tests/kit/fill.ts';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const companies = [
  { id: 1, nombre: 'Envía', id_ciudad: 5 },
  { id: 2, nombre: 'Motorizado', id_ciudad: 1146 },
];

const facts = (changes: Partial<ShipFacts> = {}): ShipFacts => {
  const { box, rows } = boxFacts({ active: 3, consecutivo: 4 }, { estado: 6 });
  return { box, rows, companies, shipping: {}, ...changes };
};

const usedLast = (empresa_anterior: number): ShipFacts => {
  const { box, ...others } = facts();
  return { ...others, box: { ...box, empresa_anterior } };
};

const open = (answers: Answers, redirectDelay?: number) => {
  const { logic, asked } = answering(shipMachine, answers, redirectDelay);
  const user = renderScreen(
    <ReviewedBoxView machine={logic} />,
    patterns.verCajaRevisada,
    '/verCajaRevisada/12',
    people.store,
  );
  return { user, asked };
};

const sendButton = () => screen.findByRole('button', { name: 'Enviar' });
const pdf = () => screen.findByRole('link', { name: /^Descargar PDF/ });
const company = () => screen.findByRole('combobox', { name: 'Empresa de envío' });

describe('a reviewed box on the screen of its store', () => {
  test('cannot be sent before the legalisation PDF is opened', async () => {
    const { user, asked } = open({ loadShipping: [answered(facts())] });
    const send = await sendButton();
    expect(send).toHaveAccessibleDescription('Descargue el PDF de legalización antes de enviar.');
    await user.click(send);
    expect(asked.enviarSoporteCaja).toBeUndefined();
    expect(await pdf()).toHaveAttribute('href', '/documentos/legalizar.php?id_caja=12');
  });

  test('requires a shipping company and a guide number', async () => {
    const { user, asked } = open({ loadShipping: [answered(facts())] });
    await user.click(await pdf());
    await user.click(await sendButton());
    expect(await screen.findByText('Complete todos los campos')).toBeVisible();
    expect(asked.enviarSoporteCaja).toBeUndefined();
  });

  test('is sent with company and guide number, then redirects to the history', async () => {
    const { user, asked } = open(
      { loadShipping: [answered(facts())], enviarSoporteCaja: [answered(written('Caja enviada'))] },
      0,
    );
    await user.click(await pdf());
    await user.selectOptions(await company(), 'Envía');
    await fill(user, screen.getByRole('textbox', { name: 'Número de guía' }), 'G-77');
    await user.click(await sendButton());
    expect(await screen.findByTestId('elsewhere')).toHaveTextContent('/historialCaja');
    expect(asked.enviarSoporteCaja).toEqual([{ id_caja: 12, id_empresa: 1, codigo: 'G-77' }]);
  });

  test('proposes the shipping company used last, in three steps above the expenses', async () => {
    const { user, asked } = open({
      loadShipping: [answered(usedLast(1))],
      enviarSoporteCaja: [answered(written('Caja enviada'))],
    });
    expect(await company()).toHaveDisplayValue('Envía');
    expect(screen.getByText('La que usó esta tienda la última vez')).toBeVisible();
    const steps = screen.getByRole('list', { name: 'Pasos del envío' });
    expect(within(steps).getAllByRole('listitem')).toHaveLength(3);
    const table = screen.getByRole('table', { name: 'Gastos de la caja' });
    expect(steps.compareDocumentPosition(table)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(await pdf());
    await user.click(screen.getByRole('textbox', { name: 'Número de guía' }));
    await user.paste(' 9001234567 ');
    await user.click(await sendButton());
    expect(await screen.findByText('Caja enviada')).toBeVisible();
    expect(asked.enviarSoporteCaja).toEqual([
      expect.objectContaining({ id_empresa: 1, codigo: '9001234567' }),
    ]);
  });

  test('proposes no company that is no longer available', async () => {
    open({ loadShipping: [answered(usedLast(99))] });
    expect(await company()).toHaveDisplayValue('Seleccione…');
  });

  test('needs no guide number for a motorcycle courier', async () => {
    const { user, asked } = open({
      loadShipping: [answered(facts())],
      enviarSoporteCaja: [answered(written('Caja enviada'))],
    });
    await user.click(await pdf());
    await user.selectOptions(await company(), 'Motorizado');
    expect(screen.queryByRole('textbox', { name: 'Número de guía' })).toBeNull();
    await user.click(await sendButton());
    expect(await screen.findByText('Caja enviada')).toBeVisible();
    expect(asked.enviarSoporteCaja).toEqual([
      expect.objectContaining({ id_empresa: 2, codigo: '' }),
    ]);
  });

  test('can be sent again after a network error', async () => {
    const { user } = open({
      loadShipping: [answered(facts()), answered(facts())],
      enviarSoporteCaja: [new Error('offline'), answered(written('Caja enviada'))],
    });
    await user.click(await pdf());
    await user.selectOptions(await company(), 'Motorizado');
    await user.click(await sendButton());
    expect(await screen.findByText(/No fue posible conectar/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    expect(await screen.findByText('Caja enviada')).toBeVisible();
  });

  test('shows company and guide number without a form once its papers are shipped', async () => {
    const { box, rows } = boxFacts({ active: 4 }, { estado: 3 });
    const shipping = { empresa: 'Envía', codigo_soporte: 'G-77' };
    open({ loadShipping: [answered(facts({ box, rows, shipping, companies: [] }))] });
    expect(await screen.findByText('G-77')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Enviar' })).toBeNull();
    expect(screen.queryByRole('combobox', { name: 'Empresa de envío' })).toBeNull();
  });

  test('has the store as its title, the legend and the columns of the specification', async () => {
    open({ loadShipping: [answered(facts())] });
    expect(await screen.findByRole('heading', { name: 'Tienda Centro' })).toBeVisible();
    const legend = screen.getByRole('list', { name: 'Convenciones' });
    expect(
      within(legend)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Aprobado', 'Rechazado', 'Novedad']);
    const heads = screen.getAllByRole('columnheader').map((head) => head.textContent);
    expect(heads).toEqual([
      'Factura n.º',
      'NIT',
      'Proveedor',
      'Categoría',
      'Valor',
      'Soporte',
      'Ver detalle',
      'Estado',
    ]);
    expect(screen.getByText('Total reembolso (aprobado hasta ahora)')).toBeVisible();
  });

  test('shows the not-found message when it does not exist', async () => {
    open({ loadShipping: [refusedBy.absence] });
    expect(await screen.findByText('No existe o no tiene permiso')).toBeVisible();
  });
});
