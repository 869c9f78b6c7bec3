import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { AnswerOf } from '#contract/contract.ts';
import { answered } from '#machines/flows/steps/result.ts';
import { patterns } from '#src/shell/screens/paths.ts';
import type { SupplierRow } from '#src/features/suppliers/supplier-columns.tsx';
import {
  mergeCommand,
  purchaseList,
  separateCommand,
  supplierForm,
  supplierList,
} from '#src/features/suppliers/suppliers.actors.ts';
import SuppliersView from '#src/features/suppliers/SuppliersView.tsx';
import SupplierView from '#src/features/suppliers/SupplierView.tsx';
import { written } from '#tests/kit/flow-fixtures.ts';
import { admin } from '#tests/kit/record-fixtures.ts';
import { fillIn } from '../fill-in.ts';
import { answering, renderScreen } from '../review/render-screen.tsx';

const rows: SupplierRow[] = [
  {
    id: 4,
    tipo_doc: 'NIT',
    num_doc: '900373923',
    digito: '8',
    nombre: 'Ferretería El Tornillo',
    regimen: 'responsable',
    ocasional: 0,
    bloqueado: 1,
  },
  {
    id: 5,
    tipo_doc: '',
    num_doc: '70115938',
    digito: '6',
    nombre: 'Cerrajería Don Álvaro',
    regimen: '',
    ocasional: 1,
    bloqueado: 0,
  },
];

const list = (listed: SupplierRow[]) =>
  renderScreen(
    <SuppliersView
      machine={
        answering(supplierList, { loadRows: [answered({ rows: listed, total: listed.length })] })
          .logic
      }
    />,
    patterns.proveedores,
    '/proveedores',
    admin,
  );

test('a supplier is listed with its document, regime, kind and state, and leads to its form', async () => {
  list(rows);
  const row = await screen.findByRole('row', { name: /Ferretería/ });
  for (const text of ['NIT 900373923-8', 'Responsable de IVA', 'Habitual', 'Bloqueado'])
    expect(row).toHaveTextContent(text);
  expect(within(row).getByRole('link')).toHaveAttribute('href', '/proveedores/4');
  expect(screen.getByRole('row', { name: /Cerrajería/ })).toHaveTextContent('70115938-6');
  expect(screen.getByRole('link', { name: 'Importar' })).toHaveAttribute(
    'href',
    '/proveedores/importar',
  );
});

test('an empty list has the button that fills it', async () => {
  list([]);
  expect(await screen.findByText('Todavía no hay proveedores')).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Crear proveedor' })).toHaveLength(2);
});

const [first, second] = rows as [SupplierRow, SupplierRow];

const stored: AnswerOf<'/obtenerProveedorById'> = {
  ...second,
  nombres: '',
  apellidos: '',
  unidos: [],
  version: 3,
};

function edit(supplier: AnswerOf<'/obtenerProveedorById'> | null) {
  const form = answering(supplierForm, {
    loadForm: [answered({ supplier })],
    saveRecord: [answered(written())],
  });
  const merge = answering(mergeCommand, {
    loadData: [answered(null), answered(null)],
    writeRequest: [answered(written())],
  });
  const separate = answering(separateCommand, {
    loadData: [answered(null), answered(null)],
    writeRequest: [answered(written())],
  });
  const user = renderScreen(
    <SupplierView
      machine={{
        form: form.logic,
        merge: merge.logic,
        separate: separate.logic,
        list: answering(supplierList, { loadRows: [answered({ rows, total: 2 })] }).logic,
        purchases: answering(purchaseList, { loadRows: [answered({ rows: [], total: 0 })] }).logic,
      }}
    />,
    supplier === null ? patterns.crearProveedor : patterns.editarProveedor,
    supplier === null ? '/proveedores/nuevo' : `/proveedores/${supplier.id}`,
    admin,
  );
  return { user, form, merge, separate };
}

test('the check digit of a NIT follows its number', async () => {
  const { user, form } = edit(null);
  await fillIn(user, await screen.findByRole('textbox', { name: 'Número' }), '900.373.923');
  expect(screen.getByRole('textbox', { name: 'Dígito de verificación' })).toHaveValue('8');
  await fillIn(user, screen.getByRole('textbox', { name: 'Nombre o razón social' }), 'El Tornillo');
  await user.click(screen.getByRole('button', { name: 'Guardar proveedor' }));
  expect(form.asked.saveRecord).toEqual([
    expect.objectContaining({
      request: {
        path: '/guardarProveedor',
        body: {
          tipo_doc: 'NIT',
          num_doc: '900373923',
          digito: '8',
          nombre: 'El Tornillo',
          regimen: '',
          ocasional: 0,
          bloqueado: 0,
        },
      },
    }),
  ]);
});

test('a supplier is led to the chosen one after a confirmation', async () => {
  const { user, merge } = edit(stored);
  await user.click(await screen.findByRole('button', { name: 'Unir a otro proveedor' }));
  const row = await screen.findByRole('row', { name: /Ferretería/ });
  await user.click(within(row).getByRole('button', { name: 'Elegir' }));
  await user.click(await screen.findByRole('button', { name: 'Unir' }));
  expect(await screen.findByText('Los proveedores quedaron unidos')).toBeVisible();
  expect(screen.getByRole('link', { name: first.nombre })).toHaveAttribute(
    'href',
    '/proveedores/4',
  );
  expect(merge.asked.writeRequest).toEqual([{ request: { id_proveedor: 5, id_destino: 4 } }]);
});

test('a merged supplier is separated after a question', async () => {
  const merged = { id: 5, num_doc: '70115938', nombre: 'Cerrajería Don Álvaro' };
  const { user, separate } = edit({ ...stored, unidos: [merged] });
  await user.click(await screen.findByRole('button', { name: 'Separar' }));
  const question = await screen.findByRole('alertdialog');
  expect(separate.asked.writeRequest).toBeUndefined();
  await user.click(within(question).getByRole('button', { name: 'Separar' }));
  expect(await screen.findByText('Los proveedores quedaron separados')).toBeVisible();
  expect(screen.getByRole('link', { name: merged.nombre })).toHaveAttribute(
    'href',
    '/proveedores/5',
  );
  expect(separate.asked.writeRequest).toEqual([{ request: { id_proveedor: 5 } }]);
});
