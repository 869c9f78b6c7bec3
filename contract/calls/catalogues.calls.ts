import { defineCalls, mutation } from '../call.ts';
import {
  alphanumeric,
  anId,
  body,
  choice,
  done,
  filledLine,
  flag,
  id,
  line,
  shaped,
  whole,
} from '../fields.ts';
import type * as yup from 'yup';
import { fillAll } from './administration.calls.ts';

/** The lists that an administrator keeps, each with the columns that a form fills. */
export const catalogueColumns = {
  categoria_gasto: ['nombre', 'cuenta', 'id_formato', 'mantenimiento'],
  motivo_rechazo: ['nombre'],
  impuestos: ['nombre', 'porcentaje'],
  indicadores: ['nombre', 'codigo'],
} as const;

export type CatalogueTable = keyof typeof catalogueColumns;
export type CatalogueColumn = (typeof catalogueColumns)[CatalogueTable][number];

export const catalogueTables = Object.keys(catalogueColumns) as CatalogueTable[];

const percentMessage = 'Escriba un porcentaje entero entre 0 y 100.';

/** A column that only some lists have: required there, and nowhere else saved. */
const columnOf = <Schema extends yup.AnySchema>(column: CatalogueColumn, schema: Schema): Schema =>
  schema.when('tabla', ([tabla]: unknown[], field: yup.AnySchema) => {
    const named = catalogueTables.find((name) => name === tabla);
    const columns: readonly string[] = named === undefined ? [] : catalogueColumns[named];
    return columns.includes(column) ? field.required(fillAll) : field;
  });

export const catalogueCalls = defineCalls({
  '/guardarCatalogo': mutation({
    summary:
      'Crea o modifica una categoría, un motivo de rechazo, un impuesto o una clase de documento.',
    who: ['catalogos'],
    creates: true,
    body: body({
      tabla: choice(catalogueTables).required(),
      /** Absent for a new row. */
      id_elemento: id(),
      nombre: filledLine(80, fillAll),
      cuenta: columnOf(
        'cuenta',
        shaped(line(10), /^\d{4,10}$/, 'Escriba la cuenta con 4 a 10 dígitos.'),
      ),
      id_formato: columnOf('id_formato', id()),
      mantenimiento: columnOf('mantenimiento', flag()),
      porcentaje: columnOf(
        'porcentaje',
        whole(0, 100).min(0, percentMessage).max(100, percentMessage).integer(percentMessage),
      ),
      codigo: columnOf('codigo', alphanumeric(10, line)),
    }),
    answer: done({ id_elemento: anId() }),
  }),
});
