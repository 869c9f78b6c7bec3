/** Columns of the lists of suppliers. */
import { type Regime, regimes } from '#contract/calls/suppliers.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import { textColumn } from '../../ui/table/columns.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';

export type SupplierRow = AnswerOf<'/obtenerProveedores'>[number];

/** 'NIT 900373923-8', 'CC 1020304050'; without its kind while that is unknown. */
export const documentOf = ({
  tipo_doc,
  num_doc,
  digito,
}: Pick<SupplierRow, 'tipo_doc' | 'num_doc' | 'digito'>): string =>
  [
    tipo_doc === 'PA' ? 'Pasaporte' : tipo_doc,
    ['', 'NIT'].includes(tipo_doc) && digito !== '' ? `${num_doc}-${digito}` : num_doc,
  ]
    .filter(Boolean)
    .join(' ');

const isRegime = (name: string): name is Regime => Object.hasOwn(regimes, name);

export const nameColumn = textColumn<SupplierRow>('nombre', 'Nombre', (row) => row.nombre, {
  isRowHeader: true,
});

export const documentColumn = textColumn<SupplierRow>('num_doc', 'Documento', documentOf, {
  nowrap: true,
});

export const supplierColumns: readonly DataTableColumn<SupplierRow>[] = [
  nameColumn,
  documentColumn,
  textColumn('regimen', 'Régimen', ({ regimen }) => (isRegime(regimen) ? regimes[regimen] : '')),
  textColumn('ocasional', 'Tipo', ({ ocasional }) => (ocasional === 1 ? 'Ocasional' : 'Habitual')),
  textColumn('bloqueado', 'Estado', ({ bloqueado }) => (bloqueado === 1 ? 'Bloqueado' : 'Activo'), {
    cell: ({ bloqueado }) =>
      bloqueado === 1 ? (
        <StatusBadge tone="danger" label="Bloqueado" />
      ) : (
        <StatusBadge tone="success" label="Activo" />
      ),
    card: 'state',
  }),
];
