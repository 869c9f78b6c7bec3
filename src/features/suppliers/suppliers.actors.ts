/** Actor implementations of the screens of suppliers. */
import { supplierFormMachine } from '#machines/flows/suppliers/supplier.form.ts';
import { callApi } from '../../wire/client.ts';
import { allAnswered, listOf } from '../../wire/looking.actors.ts';
import { writeOf } from '../records/CommandOutcome.tsx';
import { formOf, recordOf } from '../records/record-form.actors.ts';

export const supplierList = listOf('/obtenerProveedores');

export const purchaseList = listOf('/comprasDeProveedor');

export const mergeCommand = writeOf('/unirProveedores');

export const separateCommand = writeOf('/separarProveedor');

export const supplierForm = formOf(supplierFormMachine, (id, options) =>
  allAnswered({
    supplier: recordOf(id, (id_proveedor) =>
      callApi('/obtenerProveedorById', { id_proveedor }, options),
    ),
  }),
);
