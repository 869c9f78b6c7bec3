import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ImportedInvoice } from '#contract/calls/imports.calls.ts';
import { invoiceImportMachine } from '#machines/flows/invoice-import/invoice-import.machine.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import ImportInvoicesView from '#src/features/invoices/ImportInvoicesView.tsx';
import { type Answers, answering, renderScreen } from '../review/render-screen.tsx';

const result = (changes: Partial<ImportedInvoice>): ImportedInvoice => ({
  archivo: 'a.xml',
  resultado: 'nueva',
  numero: 'FE-1',
  proveedor: 'Papelería El Punto',
  total: 12_500,
  cufe: 'ab12',
  gastos: 1,
  mensaje: 'Factura importada. Se enlazó con 1 gasto.',
  aviso: '',
  ...changes,
});

const creditNote = result({
  archivo: 'b.zip › nota.xml',
  resultado: 'rechazada',
  numero: null,
  proveedor: null,
  total: null,
  cufe: null,
  gastos: 0,
  mensaje: 'Es una nota crédito: solo se importan facturas.',
});

const read = (...resultados: ImportedInvoice[]) => answered([{ status: '200', resultados }]);

const open = (importarFacturas: Answers[string]) => {
  const { logic, asked } = answering(invoiceImportMachine, { importarFacturas });
  const user = renderScreen(
    <ImportInvoicesView machine={logic} />,
    patterns.importarFacturas,
    '/cajasPendientes/facturas',
    { id: 6, profile: 6 },
  );
  return { user, asked };
};

const file = (name: string) => new File(['<x/>'], name, { type: 'text/xml' });
const chooser = () => screen.findByLabelText('Archivos de facturas electrónicas');
const row = (name: RegExp) => screen.findByRole('row', { name });

describe('the import of electronic invoices', () => {
  test('shows what could not be verified of an imported invoice', async () => {
    const aviso = 'La firma de esta factura no se pudo verificar: el XML no trae ninguna.';
    const { user } = open([read(result({ aviso }))]);
    await user.upload(await chooser(), [file('a.xml')]);
    const saved = within(await row(/^a\.xml/));
    expect(saved.getByText('Importada, sin verificar')).toBeVisible();
    expect(saved.getByText(`Factura importada. Se enlazó con 1 gasto. ${aviso}`)).toBeVisible();
  });

  test('sends several files and shows the result of each invoice', async () => {
    const { user, asked } = open([read(result({})), read(creditNote)]);
    await user.upload(await chooser(), [file('a.xml'), file('b.zip')]);
    const saved = within(await row(/^a\.xml/));
    expect(saved.getByText('Importada')).toBeVisible();
    expect(saved.getByText('Papelería El Punto')).toBeVisible();
    expect(saved.getByText('$ 12.500')).toBeVisible();
    expect(saved.getByRole('link', { name: /FE-1/ })).toHaveAttribute(
      'href',
      '/documentos/facturas/ab12',
    );
    const refused = within(await row(/nota\.xml/));
    expect(refused.getByText('Rechazada')).toBeVisible();
    expect(refused.getByText('Es una nota crédito: solo se importan facturas.')).toBeVisible();
    expect(refused.queryByRole('link')).toBeNull();
    expect(
      await screen.findByText('1 factura importada · 0 repetidas · 1 rechazada · 1 gasto enlazado'),
    ).toBeVisible();
    expect(asked.importarFacturas).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Limpiar la lista' }));
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('accepts dropped files', async () => {
    const { asked } = open([read(result({}))]);
    const zone = (await chooser()).parentElement;
    if (zone === null) throw new Error('the chooser stands in its zone');
    fireEvent.drop(zone, { dataTransfer: { files: [file('a.xml')], types: ['Files'] } });
    expect(await screen.findByText('La importación terminó')).toBeVisible();
    expect(await row(/^a\.xml/)).toBeVisible();
    expect(asked.importarFacturas).toMatchObject([{ archivo: { name: 'a.xml' } }]);
  });

  test('lists a file that did not arrive, and sends it again', async () => {
    const { user, asked } = open([new Error('offline'), read(result({}))]);
    await user.upload(await chooser(), [file('a.xml')]);
    expect(await screen.findByRole('alert')).toHaveTextContent(
      /1 archivo no llegó al servidor.*No fue posible conectar con el servidor/,
    );
    expect(within(await row(/^a\.xml/)).getByText('No llegó')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Reintentar los que no llegaron' }));
    expect(await screen.findByText('La importación terminó')).toBeVisible();
    expect(within(await row(/^a\.xml/)).getByText('Importada')).toBeVisible();
    expect(asked.importarFacturas).toHaveLength(2);
  });
});
