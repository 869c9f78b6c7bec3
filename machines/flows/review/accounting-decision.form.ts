/** Accounting's form of the preliminary pass: its fields, its rules and the body of its call. */
import { type Expense, invoiceNotFound } from '#contract/calls/expenses.calls.ts';
import { personTypes } from '#contract/calls/review.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { type DateText, accountingWindow } from '../../domain/values/dates.ts';
import type { AccountingSplit } from '#machines/domain/expense/expense-guards.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import {
  documentClassOf,
  type InvoicePart,
  invoiceParts,
  sameTax,
} from '#machines/domain/invoice/tax-facts.ts';
import { agreesWith } from '#machines/domain/invoice/invoice-value.ts';
import {
  grantedOf,
  isWithholding,
  itemisationTotal,
  signedValues,
} from '../../domain/review/reimbursement.ts';
import {
  formatTyped,
  moneyRefusal,
  parseMoney,
  pesosOrNull,
  toCentavos,
} from '#machines/domain/values/money.ts';
import { fillAll } from '#contract/fields.ts';
import { moneyOf } from '../expenses/expense-facts.ts';
import {
  type AccountingFacts,
  type Decided,
  type DecisionValues,
  decisionRefusals,
  decisionRequest,
  decisionValues,
  type SaveRequest,
} from './decision-rules.ts';
import { purchaseDateRefusals } from '../steps/date-range.form.ts';

type PersonType = (typeof personTypes)[number];

/** One row of the itemisation, as typed. */
interface ItemValues {
  id_categoria: number | null;
  valor: string;
  /** Tax id. */
  impuesto: number | null;
  /** False where accounting said that the tax is part of the cost; absent in drafts of an earlier version. */
  deducible?: boolean;
}

export interface AccountingValues extends DecisionValues {
  fecha_gasto: DateText;
  proveedor: string;
  numero_factura: string;
  /** Document class. */
  indicador: number | null;
  /** Empty while none is chosen. */
  tipo_persona: PersonType | '';
  item_texto: string;
  /** The rows of the expense first, then the ones that were added. */
  filas: ItemValues[];
  /** The proposed rows, if any; rows that were not changed since do not count as a split. */
  propuestas?: readonly ItemValues[];
  /** What the last expense of the supplier proposed, and the fields without it. */
  ultima?: LastProposal;
}

type AccountingDecided = Decided<AccountingValues, AccountingFacts>;

export const emptyItem: ItemValues = {
  id_categoria: null,
  valor: '',
  impuesto: null,
  deducible: true,
};

/** The initial values for an expense, with its earlier decision and split. */
export const accountingValues = (expense: Expense): AccountingValues => ({
  ...decisionValues('accounting', expense),
  fecha_gasto: expense.fecha_gasto,
  proveedor: expense.proveedor.nombre,
  numero_factura: expense.numero_factura,
  indicador: expense.indicador,
  tipo_persona: personTypes.find((type) => type === expense.tipo_persona) ?? '',
  item_texto: expense.item_texto,
  filas: rowsOf(expense),
});

/** The rows of the expense; a single category without a split gets the whole granted value. */
function rowsOf(expense: Expense): ItemValues[] {
  const whole = expense.categorias.length === 1 && expense.item === 0;
  return expense.categorias.map(({ id, valor_item, iva_item, deducible }) => {
    const value = valor_item === null ? null : toCentavos(valor_item);
    const proposed = value ?? (whole ? toSplit(expense) : null);
    return {
      id_categoria: id,
      valor: proposed === null ? '' : formatTyped(proposed),
      impuesto: iva_item,
      deducible: deducible !== 0,
    };
  });
}

/** Centavos that the rows have to add up to. */
const toSplit = (expense: Expense): number => grantedOf(moneyOf(expense));

/** An empty row does not count. */
const isBlank = (row: ItemValues): boolean =>
  row.id_categoria === null && row.valor.trim() === '' && row.impuesto === null;

/** The fields of a split. */
type SplitValues = Pick<AccountingValues, 'filas' | 'indicador' | 'tipo_persona'>;

const filledRows = ({ filas }: SplitValues): ItemValues[] => filas.filter((row) => !isBlank(row));

type Taxes = Pick<AccountingFacts, 'taxes'>;

/** Amounts in centavos, null for an invalid text. */
export function splitOf(values: SplitValues, { taxes }: Taxes): AccountingSplit {
  const rows = filledRows(values);
  const impuestos = rows.map((row) => row.impuesto);
  const valores = rows.map((row) => parseMoney(row.valor));
  const withheld = taxes.filter(isWithholding).map(({ id }) => id);
  return {
    categorias: rows.flatMap((row) => row.id_categoria ?? []),
    valores: signedValues({ valores, impuestos }, withheld),
    impuestos,
    indicador: values.indicador,
    tipo_persona: values.tipo_persona || null,
  };
}

/** Centavos: the TOTAL under the rows. */
export const splitTotal = (values: SplitValues, facts: Taxes): number =>
  itemisationTotal(splitOf(values, facts));

/** Centavos that remain to be split; negative when the rows exceed the granted value. */
export const missingOf = (values: SplitValues, facts: AccountingFacts): number =>
  toSplit(facts.expense) - splitTotal(values, facts);

const isEmptyValue = ({ valor }: ItemValues): boolean => valor.trim() === '';

/**
 * The remainder for the first empty row, `isLast` if it is the only one; null if none, or an amount is invalid. That of a
 * withholding is what the other rows exceed the granted value by.
 */
export function restOf(values: SplitValues, facts: AccountingFacts) {
  const row = values.filas.findIndex(isEmptyValue);
  const tax = facts.taxes.find(({ id }) => id === values.filas[row]?.impuesto);
  const missing = missingOf(values, facts);
  const rest = tax !== undefined && isWithholding(tax) ? -missing : missing;
  if (row < 0 || rest <= 0 || amountRefusals(values).length > 0) return null;
  const isLast = values.filas.filter(isEmptyValue).length === 1 && values.filas.length > 1;
  return { row, valor: formatTyped(rest), isLast };
}

/** The expense is not split, and its rows hold only its own categories and the proposed values. */
function isUnsplit({ filas, propuestas }: AccountingValues, expense: Expense): boolean {
  const proposed = propuestas ?? rowsOf(expense);
  const isProposed = (value: Partial<ItemValues>) =>
    proposed.some((row) =>
      (Object.keys(value) as (keyof ItemValues)[]).every((field) => row[field] === value[field]),
    );
  return (
    expense.item === 0 &&
    filas.every(
      ({ id_categoria, valor, impuesto }, row) =>
        (impuesto === null || impuesto === proposed[row]?.impuesto) &&
        (id_categoria === null || isProposed({ id_categoria })) &&
        (valor.trim() === '' || isProposed({ id_categoria, valor })),
    )
  );
}

/** The split to send; null for a rejection whose split was not begun. */
const splitFor = ({ choice, values, facts }: AccountingDecided): AccountingSplit | null =>
  choice === 'rejected' && isUnsplit(values, facts.expense) ? null : splitOf(values, facts);

/** Refuses invalid amounts, each at its row. */
export const amountRefusals = ({ filas }: SplitValues): FailedGuard[] =>
  filas.flatMap(({ valor }, index) =>
    refusedIf(
      valor.trim() !== '' && parseMoney(valor) === null,
      `filas.${index}.valor`,
      moneyRefusal(valor),
    ),
  );

/** Rules that the state machine does not have: invalid amounts, the supplier's name, the purchase date. */
const formRefusals = ({ facts: { today, expense }, values }: AccountingDecided): FailedGuard[] => [
  ...amountRefusals(values),
  ...refusedIf(values.proveedor.trim() === '', 'proveedor', fillAll),
  ...(values.fecha_gasto === expense.fecha_gasto
    ? []
    : purchaseDateRefusals(values.fecha_gasto, accountingWindow(today))),
];

/** All refusals of the decision, from the state machine and from the form. */
export function accountingRefusals(decided: AccountingDecided): FailedGuard[] {
  const refusals = decisionRefusals('accounting', decided, { desglose: splitFor(decided) });
  return [...refusals, ...formRefusals(decided)];
}

/**
 * The call takes the categories that the expense had apart from the new ones; values and taxes follow
 * that order: those of `categorias`, then those of `categorias_nuevas`.
 */
function inWireOrder(values: SplitValues, expense: Expense) {
  const had = new Set(expense.categorias.map((category) => category.id));
  const hadIt = ({ id_categoria }: ItemValues) => had.has(id_categoria ?? 0);
  const known = filledRows(values).filter(hadIt);
  const added = filledRows(values).filter((row) => !hadIt(row));
  const idsOf = (rows: readonly ItemValues[]) => rows.flatMap((row) => row.id_categoria ?? []);
  const rows = [...known, ...added];
  return {
    item_valor: rows.map(({ valor }) => pesosOrNull(parseMoney(valor))),
    iva_item: rows.map(({ impuesto }) => impuesto),
    deducible: rows.map(({ deducible }) => (deducible === false ? (0 as const) : null)),
    categorias: idsOf(known),
    categorias_nuevas: idsOf(added),
  };
}

/** The classification of the expense, and its split if any, as fields of the call. */
export function splitBody(
  expense: Expense,
  desglose: AccountingSplit | null,
  values: SplitValues & Pick<AccountingValues, 'item_texto'>,
) {
  const classification = {
    indicadorImpuesto: values.indicador,
    item_texto: values.item_texto.trim(),
    tipo_persona: values.tipo_persona || null,
  };
  return desglose === null
    ? { item: 0 as const, ...classification }
    : { item: 1 as const, ...classification, ...inWireOrder(values, expense) };
}

export const accountingRequest = (
  decided: AccountingDecided,
): RequestOf<'/guardarContabilidad'> => ({
  ...decisionRequest('accounting', decided),
  ...splitBody(decided.facts.expense, splitFor(decided), decided.values),
  proveedor: decided.values.proveedor.trim(),
  id_proveedor: decided.facts.expense.id_proveedor,
  numero_factura: decided.values.numero_factura.trim(),
  fecha_gasto: decided.values.fecha_gasto,
});

/** Choices of accounting in the same box, proposed again where nothing was chosen yet. */

interface AccountingHabits {
  /** Document class and person type, by supplier. */
  suppliers: Readonly<Record<number, Pick<AccountingValues, 'indicador' | 'tipo_persona'>>>;
  /** Tax id of its first row, by category. */
  taxes: Readonly<Record<number, number>>;
  /** Category id, by supplier and tax (`rateKey`), where a split has only one category with the tax. */
  categories: Readonly<Record<string, number>>;
}

export const noHabits: AccountingHabits = { suppliers: {}, taxes: {}, categories: {} };

const rateKey = (supplier: number | null | undefined, tax: number | null | undefined): string =>
  `${supplier} ${tax}`;

/** The habits after a save; a save of another stage does not change them. */
export function updateHabits(habits: AccountingHabits, saved: SaveRequest): AccountingHabits {
  // Only a save of accounting has these fields.
  const request = saved as Partial<RequestOf<'/guardarContabilidad'>>;
  const { id_proveedor, indicadorImpuesto, tipo_persona, iva_item = [] } = request;
  const ids = [...(request.categorias ?? []), ...(request.categorias_nuevas ?? [])];
  const taxes = ids.flatMap((id, row) => (iva_item[row] == null ? [] : [[id, iva_item[row]]]));
  const categories = ids.flatMap((id, row) =>
    ids.every((other, at) => other === id || iva_item[at] !== iva_item[row])
      ? [[rateKey(id_proveedor, iva_item[row]), id]]
      : [],
  );
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
    taxes: { ...habits.taxes, ...Object.fromEntries(taxes.toReversed()) },
    categories: { ...habits.categories, ...Object.fromEntries(categories) },
  };
}

/** Fills the empty fields of the form with the habits. */
function withHabits(
  values: AccountingValues,
  habits: AccountingHabits,
  facts: AccountingFacts,
): AccountingValues {
  const { id_proveedor } = facts.expense;
  const known = habits.suppliers[id_proveedor];
  // What is withheld is decided each time.
  const ofTaxes = facts.taxes.filter((tax) => !isWithholding(tax));
  const ofInvoice = invoiceSplit(facts.expense) !== null;
  return {
    ...values,
    indicador: values.indicador ?? proposedClass(facts, known?.indicador ?? null),
    tipo_persona: values.tipo_persona || (known?.tipo_persona ?? ''),
    filas: values.filas.map((row) => ({
      ...row,
      id_categoria:
        row.id_categoria ??
        (ofInvoice ? (habits.categories[rateKey(id_proveedor, row.impuesto)] ?? null) : null),
      impuesto:
        row.impuesto ??
        (ofInvoice || row.id_categoria === null
          ? null
          : (ofTaxes.find(({ id }) => id === habits.taxes[row.id_categoria ?? 0])?.id ?? null)),
    })),
  };
}

/**
 * Proposals for empty fields of the preliminary pass: class, values and taxes of a linked electronic invoice, then the
 * choices of the same visit, then those of the supplier's last expense. Only the last ones can be undone together.
 */

export interface Proposal {
  /** The form with all proposals. */
  values: AccountingValues;
  /** The fields without the proposals from the supplier's last expense. */
  before: SplitValues;
}

type LastProposal = Pick<Proposal, 'before'> & { values: SplitValues };

/** Code of the document class of electronic invoices. */
const ELECTRONIC = 'FE';

const isLinked = ({ enlace_factura }: Expense): boolean =>
  enlace_factura !== '' && enlace_factura !== invoiceNotFound;

/** The document class of a linked electronic document; null without one. */
function invoiceClassOf({ expense, documentClasses }: AccountingFacts): number | null {
  if (!isLinked(expense)) return null;
  const wanted = documentClassOf(expense.factura?.tipo ?? null);
  return documentClasses.find(({ codigo }) => codigo === wanted)?.id ?? null;
}

/** A class that may be proposed: that of electronic invoices only without a linked document of another kind. */
function proposedClass(
  { expense, documentClasses }: AccountingFacts,
  id: number | null,
): number | null {
  const codigo = documentClasses.find((row) => row.id === id)?.codigo;
  const isInvoice = documentClassOf(expense.factura?.tipo ?? null) === ELECTRONIC;
  return codigo === undefined || (codigo === ELECTRONIC && !isInvoice) ? null : id;
}

/** The parts of the linked invoice that add up to the granted value; null when it has none, or was split before. */
function invoiceSplit(expense: Expense): InvoicePart[] | null {
  const { factura, item } = expense;
  if (factura === null || item === 1) return null;
  const value = toSplit(expense);
  const amounts = { total: toCentavos(factura.valor), anticipo: toCentavos(factura.anticipo) };
  const taxes = factura.impuestos.map(({ base, valor, ...tax }) => ({
    ...tax,
    base: toCentavos(base),
    valor: toCentavos(valor),
  }));
  return agreesWith(amounts, value) ? invoiceParts(taxes, value) : null;
}

/** A row for each rate of the invoice, under the only category of the expense, if it has one. */
function withInvoice(values: AccountingValues, { expense, taxes }: AccountingFacts) {
  const parts = invoiceSplit(expense);
  if (parts === null) return values;
  const [own, other] = expense.categorias;
  const known = taxes.filter((tax) => !isWithholding(tax));
  const filas = parts.map(({ valor, impuesto }) => ({
    ...emptyItem,
    id_categoria: other === undefined ? (own?.id ?? null) : null,
    valor: formatTyped(valor),
    impuesto: sameTax(known, impuesto)?.id ?? null,
  }));
  return { ...values, filas };
}

type LastTime = NonNullable<Expense['ultima_vez']>;

const isOffered = (rows: readonly { id: number }[], id: number | null): id is number =>
  rows.some((row) => row.id === id);

/** The category to which accounting moved the store's only category in the last expense; null when none applies. */
function movedTo({ expense, categories }: AccountingFacts, last: LastTime): number | null {
  const [own, ...others] = expense.categorias_propias;
  const [moved, ...rest] = last.categorias;
  if (own === undefined || moved === undefined || others.length + rest.length > 0) return null;
  if (expense.item === 1 || last.categorias_propias.join() !== String(own)) return null;
  return isOffered(categories, moved.id) ? moved.id : null;
}

/** The only category that the last expense had with a tax; null when none applies. */
function categoryOfTax(
  { categories }: AccountingFacts,
  last: LastTime,
  tax: number | null,
): number | null {
  const [same, ...others] = last.categorias.filter(({ iva_item }) => iva_item === tax);
  if (same === undefined || others.length > 0) return null;
  return categories.find(({ nombre }) => nombre === same.nombre)?.id ?? null;
}

/** The last tax of a category; for another category the only tax of the last expense, null when it had several. */
function taxOf({ taxes }: AccountingFacts, last: LastTime, category: string): number | null {
  const all = new Set(last.categorias.map(({ iva_item }) => iva_item));
  const same = last.categorias.find(({ nombre }) => nombre === category)?.iva_item;
  const tax = same ?? (all.size === 1 ? (last.categorias[0]?.iva_item ?? null) : null);
  return isOffered(taxes, tax) ? tax : null;
}

function withLastTime(values: AccountingValues, facts: AccountingFacts): AccountingValues {
  const { expense, categories } = facts;
  const last = expense.ultima_vez;
  // Another kind of document is classified in another way.
  if (last === null || last.factura_elec !== expense.factura_elec) return values;
  const names = new Map(
    [...expense.categorias, ...categories].map(({ id, nombre }) => [id, nombre]),
  );
  const moved = movedTo(facts, last);
  const ofInvoice = invoiceSplit(expense) !== null;
  return {
    ...values,
    indicador: values.indicador ?? proposedClass(facts, last.indicador),
    tipo_persona:
      values.tipo_persona || (personTypes.find((type) => type === last.tipo_persona) ?? ''),
    filas: values.filas.map((row) => {
      const byTax = ofInvoice ? categoryOfTax(facts, last, row.impuesto) : null;
      const id_categoria = moved ?? row.id_categoria ?? byTax;
      const name = names.get(id_categoria ?? 0) ?? '';
      const impuesto = ofInvoice ? row.impuesto : (row.impuesto ?? taxOf(facts, last, name));
      const wasDeducted = last.categorias.every(
        (part) => part.nombre !== name || part.iva_item !== impuesto || part.deducible !== 0,
      );
      return { ...row, id_categoria, impuesto, deducible: row.deducible !== false && wasDeducted };
    }),
  };
}

/** `values` and `before` with the fields of a split alone. */
const splitFields = ({ filas, indicador, tipo_persona }: SplitValues): SplitValues => ({
  filas,
  indicador,
  tipo_persona,
});

export function proposalFor(facts: AccountingFacts, habits: AccountingHabits): Proposal {
  const { expense } = facts;
  const loaded = accountingValues(expense);
  const classified = { ...loaded, indicador: loaded.indicador ?? invoiceClassOf(facts) };
  const before = withHabits(withInvoice(classified, facts), habits, facts);
  const values = withLastTime(before, facts);
  const ultima = { values: splitFields(values), before: splitFields(before) };
  return { before, values: { ...values, propuestas: values.filas, ultima } };
}

/** The field still has the value proposed from the last expense. */
const isStillProposed = <Field extends PropertyKey>(
  field: Field,
  now: Partial<Record<Field, unknown>> | undefined,
  values: Partial<Record<Field, unknown>> | undefined,
  before: Partial<Record<Field, unknown>> | undefined,
): boolean => now?.[field] === values?.[field] && values?.[field] !== before?.[field];

/** The fields that still have their proposed value, with the value before it. */
const resetProposed = <Part extends object>(
  fields: readonly (keyof Part)[],
  now: Part,
  values: Part | undefined,
  before: Part | undefined,
): Partial<Part> =>
  Object.fromEntries(
    fields
      .filter((field) => isStillProposed(field, now, values, before))
      .map((field) => [field, before?.[field] ?? null]),
  ) as Partial<Part>;

const rowFields = ['id_categoria', 'impuesto', 'deducible'] as const;
const fields = ['indicador', 'tipo_persona'] as const;

const names = {
  indicador: 'clase de documento',
  tipo_persona: 'tipo de persona',
  id_categoria: 'categoría',
  impuesto: 'impuesto',
  deducible: 'deducible',
} as const;

/** Names of the fields that still have the value proposed from the supplier's last expense. */
export function fieldsFromLastExpense(
  now: SplitValues,
  { values, before }: LastProposal,
): string[] {
  const shown = fields.filter((field) => isStillProposed(field, now, values, before));
  const inRows = rowFields.filter((field) =>
    now.filas.some((row, at) => isStillProposed(field, row, values.filas[at], before.filas[at])),
  );
  return [...shown, ...inRows].map((field) => names[field]);
}

/** Undoes the proposals from the supplier's last expense; later choices of the user remain. */
export const withoutLastExpense = <Values extends SplitValues>(
  now: Values,
  { values, before }: LastProposal,
): Values => ({
  ...now,
  ...resetProposed<SplitValues>(fields, now, values, before),
  filas: now.filas.map((row, at) => ({
    ...row,
    ...resetProposed<ItemValues>(rowFields, row, values.filas[at], before.filas[at]),
  })),
});

/** Values of the form that nobody has changed since they were proposed, by the words with which they are confirmed. */
export function proposedLines({ values, facts }: AccountingDecided): string[] {
  const { ultima, filas, indicador, tipo_persona, propuestas } = values;
  if (ultima === undefined) return [];
  const proposed = fieldsFromLastExpense(values, ultima);
  if (proposed.length === 0) return [];
  const nameIn = (rows: readonly { id: number; nombre: string }[], id: number | null): string =>
    rows.find((row) => row.id === id)?.nombre ?? '';
  const { documentClasses, categories, taxes, expense } = facts;
  const texts: Record<string, string> = {
    [names.indicador]: nameIn(documentClasses, indicador),
    [names.tipo_persona]: tipo_persona === 'PN' ? 'natural' : 'jurídica',
    [names.id_categoria]: filas
      .map((row) => nameIn([...categories, ...expense.categorias], row.id_categoria))
      .join(', '),
    [names.impuesto]: filas.map((row) => nameIn(taxes, row.impuesto)).join(', '),
    [names.deducible]: filas.map(({ deducible }) => (deducible === false ? 'no' : 'sí')).join(', '),
  };
  const untouched = filas.filter(
    ({ valor }, at) => valor !== '' && valor === propuestas?.[at]?.valor,
  );
  return [
    ...proposed.map((name) => `${name}: ${texts[name]}`),
    ...untouched.map(({ valor }) => `valor: ${valor}`),
  ].map((line) => `${line.charAt(0).toUpperCase()}${line.slice(1)}`);
}
