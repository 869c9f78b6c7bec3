import { type Expense, invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { personTypes } from '#contract/calls/review.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import {
  type AccountingValues,
  type ItemValues,
  type SplitValues,
  accountingValues,
} from './accounting-decision.form.ts';
import type { AccountingFacts, SaveRequest } from './decision-rules.ts';

/** Choices of accounting in the same box, proposed again where nothing was chosen yet. */

interface AccountingHabits {
  /** Document class and person type, by supplier. */
  suppliers: Readonly<Record<number, Pick<AccountingValues, 'indicador' | 'tipo_persona'>>>;
  /** Tax id, by category. */
  taxes: Readonly<Record<number, number>>;
}

export const noHabits: AccountingHabits = { suppliers: {}, taxes: {} };

/** The habits after a save; the other stages leave them as they are. */
export function learnt(habits: AccountingHabits, saved: SaveRequest): AccountingHabits {
  // Only a save of accounting brings them.
  const request = saved as Partial<RequestOf<'/guardarContabilidad'>>;
  const { id_proveedor, indicadorImpuesto, tipo_persona, iva_item = [] } = request;
  const ids = [...(request.categorias ?? []), ...(request.categorias_nuevas ?? [])];
  const taxes = ids.flatMap((id, row) => (iva_item[row] == null ? [] : [[id, iva_item[row]]]));
  const suppliers =
    id_proveedor == null || indicadorImpuesto == null
      ? {}
      : {
          [id_proveedor]: {
            indicador: indicadorImpuesto,
            tipo_persona: tipo_persona ?? ('' as const),
          },
        };
  return {
    suppliers: { ...habits.suppliers, ...suppliers },
    taxes: { ...habits.taxes, ...Object.fromEntries(taxes) },
  };
}

/** The form with the habits where it is empty. */
function withHabits(
  values: AccountingValues,
  habits: AccountingHabits,
  id_proveedor: number,
): AccountingValues {
  const known = habits.suppliers[id_proveedor];
  return {
    ...values,
    indicador: values.indicador ?? known?.indicador ?? null,
    tipo_persona: values.tipo_persona || (known?.tipo_persona ?? ''),
    filas: values.filas.map((row) => ({
      ...row,
      impuesto:
        row.impuesto ??
        (row.id_categoria === null ? null : (habits.taxes[row.id_categoria] ?? null)),
    })),
  };
}

/**
 * Proposals of the first pass where nothing was chosen: the class of a linked electronic invoice, then the choices of the
 * same visit, then those of the supplier's last expense. Only the last ones are taken back together.
 */

/** Code of the document class of electronic invoices. */
const ELECTRONIC = 'FE';

export interface Proposal {
  /** The form with all that is proposed. */
  values: AccountingValues;
  /** The form without what comes from the supplier's last expense. */
  before: AccountingValues;
}

const isLinked = ({ enlace_factura }: Expense): boolean =>
  enlace_factura !== '' && enlace_factura !== invoiceNotFound;

/** The class that a linked electronic invoice has; null without one. */
const invoiceClassOf = ({ expense, documentClasses }: AccountingFacts): number | null =>
  isLinked(expense)
    ? (documentClasses.find(({ codigo }) => codigo === ELECTRONIC)?.id ?? null)
    : null;

type LastTime = NonNullable<Expense['ultima_vez']>;

const isOffered = (rows: readonly { id: number }[], id: number | null): id is number =>
  rows.some((row) => row.id === id);

/** The one category to which accounting moved the one under which the store records; null where it saved it. */
function movedTo({ expense, categories }: AccountingFacts, last: LastTime): number | null {
  const [own, ...others] = expense.categorias_propias;
  const [moved, ...rest] = last.categorias;
  if (own === undefined || moved === undefined || others.length + rest.length > 0) return null;
  if (expense.item === 1 || last.categorias_propias.join() !== String(own)) return null;
  return isOffered(categories, moved.id) ? moved.id : null;
}

/** The tax of a category; that of all of them where the supplier had no other. */
function taxOf({ taxes }: AccountingFacts, last: LastTime, category: string): number | null {
  const all = new Set(last.categorias.map(({ iva_item }) => iva_item));
  const same = last.categorias.find(({ nombre }) => nombre === category)?.iva_item;
  const tax = same ?? (all.size === 1 ? (last.categorias[0]?.iva_item ?? null) : null);
  return isOffered(taxes, tax) ? tax : null;
}

function withLastTime(values: AccountingValues, facts: AccountingFacts): AccountingValues {
  const { expense, categories, documentClasses } = facts;
  const last = expense.ultima_vez;
  if (last === null) return values;
  const names = new Map(
    [...expense.categorias, ...categories].map(({ id, nombre }) => [id, nombre]),
  );
  const moved = movedTo(facts, last);
  return {
    ...values,
    indicador:
      values.indicador ?? (isOffered(documentClasses, last.indicador) ? last.indicador : null),
    tipo_persona:
      values.tipo_persona || (personTypes.find((type) => type === last.tipo_persona) ?? ''),
    filas: values.filas.map((row) => {
      const id_categoria = moved ?? row.id_categoria;
      const name = names.get(id_categoria ?? 0) ?? '';
      return { ...row, id_categoria, impuesto: row.impuesto ?? taxOf(facts, last, name) };
    }),
  };
}

export function proposalFor(facts: AccountingFacts, habits: AccountingHabits): Proposal {
  const { expense } = facts;
  const loaded = accountingValues(expense);
  const classified = { ...loaded, indicador: loaded.indicador ?? invoiceClassOf(facts) };
  const before = withHabits(classified, habits, expense.id_proveedor);
  const values = withLastTime(before, facts);
  return { before, values: { ...values, propuestas: values.filas } };
}

/** A field in which what the last expense proposes still stands. */
const stands = <Field extends PropertyKey>(
  field: Field,
  now: Partial<Record<Field, unknown>> | undefined,
  values: Partial<Record<Field, unknown>> | undefined,
  before: Partial<Record<Field, unknown>> | undefined,
): boolean => now?.[field] === values?.[field] && values?.[field] !== before?.[field];

/** The fields of them in which it stands, as they were before. */
const takenBack = <Part extends object>(
  fields: readonly (keyof Part)[],
  now: Part,
  values: Part | undefined,
  before: Part | undefined,
): Partial<Part> =>
  Object.fromEntries(
    fields
      .filter((field) => stands(field, now, values, before))
      .map((field) => [field, before?.[field] ?? null]),
  ) as Partial<Part>;

const rowFields = ['id_categoria', 'impuesto'] as const;
const fields = ['indicador', 'tipo_persona'] as const;

const names = {
  indicador: 'clase de documento',
  tipo_persona: 'tipo de persona',
  id_categoria: 'categoría',
  impuesto: 'impuesto',
} as const;

/** Names of the fields that still stand as in the supplier's last expense. */
export function asLastTime(now: SplitValues, { values, before }: Proposal): string[] {
  const shown = fields.filter((field) => stands(field, now, values, before));
  const inRows = rowFields.filter((field) =>
    now.filas.some((row, at) => stands(field, row, values.filas[at], before.filas[at])),
  );
  return [...shown, ...inRows].map((field) => names[field]);
}

/** The form without what the supplier's last expense proposed; what a person chose since stays. */
export const withoutLastTime = <Values extends SplitValues>(
  now: Values,
  { values, before }: Proposal,
): Values => ({
  ...now,
  ...takenBack<SplitValues>(fields, now, values, before),
  filas: now.filas.map((row, at) => ({
    ...row,
    ...takenBack<ItemValues>(rowFields, row, values.filas[at], before.filas[at]),
  })),
});
