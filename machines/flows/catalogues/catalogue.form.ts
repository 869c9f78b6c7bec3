/** The form of a row of a catalogue: a category, a reason, a tax, a document class. */
import {
  type CatalogueColumn,
  type CatalogueTable,
  type UnfilteredRow,
  catalogueColumns,
} from '#contract/calls/reference.calls.ts';
import { fillAll } from '#contract/fields.ts';
import { fixedColumns, switchOffRefusals } from '#machines/domain/review/catalogues.ts';
import {
  type NamedRow,
  type RequestTo,
  createRecordFormMachine,
  unparsableRefusals,
  recordKind,
  trimmed,
} from '../records/record-form.machine.ts';

/** A row of any catalogue; the columns of other catalogues are absent. */
export type CatalogueRow = UnfilteredRow<'motivo_rechazo'> & {
  active_: 0 | 1;
} & Partial<
    Pick<UnfilteredRow<'categoria_gasto'>, 'cuenta' | 'mantenimiento'> & {
      /** Ids of the formats of a category. */
      formatos: readonly number[];
      version: number;
    } & Omit<UnfilteredRow<'impuestos'>, 'id' | 'nombre' | 'active_'> &
      Omit<UnfilteredRow<'indicadores'>, 'id' | 'nombre' | 'active_'>
  >;

export interface CatalogueFormFacts {
  tabla: CatalogueTable;
  /** Null for a new one. */
  row: CatalogueRow | null;
  /** Formats that a category may have: those in use, and its own. */
  formats: readonly NamedRow[];
}

export const initialCatalogueValues = ({ row }: CatalogueFormFacts) => ({
  nombre: row?.nombre ?? '',
  cuenta: row?.cuenta ?? '',
  formatos: [...(row?.formatos ?? [])],
  mantenimiento: String(row?.mantenimiento ?? 0),
  /** Whole percent. */
  porcentaje: row?.porcentaje === undefined ? '' : String(row.porcentaje),
  cuenta_retencion: row?.cuenta_retencion ?? '',
  codigo: row?.codigo ?? '',
});

type CatalogueValues = ReturnType<typeof initialCatalogueValues>;

const percentOf = (text: string): number | undefined =>
  /^\d{1,4}$/.test(text) ? Number(text) : undefined;

const catalogueKind = recordKind<CatalogueFormFacts, CatalogueValues, '/guardarCatalogo'>({
  draft: 'catalogo',
  request: (values, { tabla, row }) => {
    const typed = trimmed(values);
    const columns: Record<CatalogueColumn, unknown> = {
      ...typed,
      mantenimiento: Number(typed.mantenimiento),
      porcentaje: percentOf(typed.porcentaje),
    };
    return {
      path: '/guardarCatalogo',
      body: {
        tabla,
        ...(row !== null && { id_elemento: row.id }),
        ...(row?.version !== undefined && { version: row.version }),
        ...Object.fromEntries(catalogueColumns[tabla].map((column) => [column, columns[column]])),
      },
    } as RequestTo<'/guardarCatalogo'>;
  },
  rules: ({ porcentaje }, { tabla }, { porcentaje: percent }) =>
    tabla === 'impuestos'
      ? unparsableRefusals('porcentaje', porcentaje, percent, 'Solo números')
      : [],
  incomplete: fillAll,
  destination: null,
});

/** The form of one catalogue; each catalogue has its own drafts. */
export const catalogueKindOf = (tabla: CatalogueTable): typeof catalogueKind => ({
  ...catalogueKind,
  draft: `catalogo-${tabla}`,
});

export const catalogueFormMachine = createRecordFormMachine(catalogueKind);

/** Why a field of this row cannot be changed; undefined when it can. */
export const whyFixed = (
  { tabla, row }: CatalogueFormFacts,
  column: CatalogueColumn,
): string | undefined => fixedColumns(tabla, row)[column];

/** Why a row cannot be switched off; whether it is the last one in use is left to the server. */
export const switchReasons = (tabla: CatalogueTable, { id, active_ }: CatalogueRow): string[] =>
  active_ === 0 ? [] : switchOffRefusals(tabla, { id, others: 1 }).map(({ mensaje }) => mensaje);
