/** Proposals for a new expense: they fill in what a person has not typed, and nothing else. */
import { type Expense, supplierDocument } from '#contract/calls/expenses.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { readDocument } from '#contract/typed-values.ts';
import { formatPesos, formatTyped, parseMoney, toCentavos } from '#machines/domain/values/money.ts';
import type { InvoiceCode } from '../../domain/invoice/scanned-codes.ts';
import type { DateText } from '../../domain/values/dates.ts';
import { checkDigit, documentNumber, storedNumber } from '../../domain/values/document-keys.ts';
import {
  type ExpenseEntryValues,
  type Proposal,
  emptyExpenseEntry,
  proposedFields,
  valuesOfExpense,
} from './expense-entry.form.ts';
import type { ExpenseEntryFacts } from './expense-entry.setup.ts';
import type { SupplierRow } from './expense-facts.ts';
import type { SupplierInvoice, SupplierLookupInput } from './supplier-lookup.machine.ts';

type Facts = Pick<ExpenseEntryFacts, 'categories' | 'suggestions'>;

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The field still has what was filled in for the person. */
export const isProposed = (values: ExpenseEntryValues, field: keyof Proposal): boolean =>
  field in values.propuestos && isSame(values[field], values.propuestos[field]);

/** Fills in what the person has not; what an earlier proposal filled in goes with it. */
export function proposed<Values extends ExpenseEntryValues>(
  values: Values,
  proposal: Proposal,
): Values {
  const free = proposedFields.filter(
    (field) => isProposed(values, field) || isSame(values[field], emptyExpenseEntry[field]),
  );
  const propuestos = Object.fromEntries(
    free.filter((field) => field in proposal).map((field) => [field, proposal[field]]),
  );
  const emptied = Object.fromEntries(free.map((field) => [field, emptyExpenseEntry[field]]));
  return { ...values, ...emptied, ...propuestos, propuestos };
}

const offeredCategories = (ids: readonly number[], { categories }: Facts): number[] =>
  ids.filter((id) => categories.some((row) => row.id === id));

/** The last expense of a supplier in this store, to be proposed again; empty for one that it never bought from. */
export function proposalOf(idProveedor: number, facts: Facts): Proposal {
  const recent = facts.suggestions.proveedores.find(({ id }) => id === idProveedor);
  if (recent === undefined) return {};
  const categoria = offeredCategories(recent.categoria, facts);
  return {
    concepto: recent.concepto,
    tipo_factura: recent.tipo_factura,
    ...(categoria.length === 0 ? undefined : { categoria }),
  };
}

/** Somebody new is mostly from where the store is, and has sent nobody an electronic invoice. */
export const proposalOfNewcomer = ({ suggestions: { departamento, ciudad } }: Facts): Proposal => ({
  departamento,
  ciudad,
  tipo_factura: 0,
});

/** The most that are offered at once. */
const CATEGORIES_AT_HAND = 5;

/** The categories that were proposed, then those that the store uses most, of those that it still has. */
export const categoriesAtHand = ({ propuestos }: ExpenseEntryValues, facts: Facts): number[] => {
  const ids = [...(propuestos.categoria ?? []), ...facts.suggestions.categorias];
  return offeredCategories([...new Set(ids)], facts).slice(0, CATEGORIES_AT_HAND);
};

/** The fields that an electronic invoice says, whatever stood in them. */
export function filledFromInvoice<Values extends ExpenseEntryValues>(
  values: Values,
  { numero_factura, fecha, valor }: SupplierInvoice,
): Values {
  const read = {
    fecha_gasto: fecha,
    recibo: numero_factura,
    valor: formatTyped(toCentavos(valor)),
    tipo_factura: 1,
    numero_factura,
  } as const;
  return { ...values, ...read, propuestos: { ...values.propuestos, ...read } };
}

/** The number of the invoice is typed: it is that of the receipt too, unless the person typed another one. */
export function withInvoiceNumber<Values extends ExpenseEntryValues>(
  values: Values,
  numero_factura: string,
): Values {
  const isFree = values.recibo.trim() === '' || isProposed(values, 'recibo');
  if (!isFree) return { ...values, numero_factura };
  const recibo = storedNumber(numero_factura);
  return { ...values, numero_factura, recibo, propuestos: { ...values.propuestos, recibo } };
}

/** The same of the code of an invoice, which may say less than the invoice that was imported. */
export function filledFromCode<Values extends ExpenseEntryValues>(
  values: Values,
  code: InvoiceCode,
  imported: SupplierInvoice | null,
): Values {
  if (imported !== null) return filledFromInvoice(values, imported);
  const { numero, fecha, valor } = code;
  const read: Proposal = {
    ...(fecha === null ? undefined : { fecha_gasto: fecha }),
    ...(numero === null ? undefined : { recibo: numero, tipo_factura: 1, numero_factura: numero }),
    ...(valor === null ? undefined : { valor: formatTyped(toCentavos(valor)) }),
  };
  return { ...values, ...read, propuestos: { ...values.propuestos, ...read } };
}

/** Returns what a person should know of the code that was read, '' when it filled in everything. */
export function codeNotice(code: InvoiceCode, found: AnswerOf<'/facturaDelCodigo'> | null): string {
  if (found?.factura?.con_gasto === 1)
    return `Otro gasto ya tiene la factura ${found.factura.numero_factura}. Revise si es la misma compra.`;
  if (found?.factura || code.numero !== null) return '';
  return found === null
    ? 'Sin respuesta del servidor no se sabe de qué factura es ese CUFE. Escanee el QR, que trae los datos, o llene el formulario.'
    : 'Nadie ha importado la factura de ese CUFE. Escanee el QR, que trae los datos, o llene el formulario.';
}

/** The invoices under the number that the form has. */
export const invoicesNamed = (
  { tipo_factura, numero_factura }: Pick<ExpenseEntryValues, 'tipo_factura' | 'numero_factura'>,
  invoices: readonly SupplierInvoice[],
): SupplierInvoice[] =>
  tipo_factura === 1 && numero_factura.trim() !== ''
    ? invoices.filter((one) => one.numero_factura === documentNumber(numero_factura))
    : [];

/** Returns what is wrong with a value beside that of its invoice, '' while nothing is. */
export function invoiceNotice(
  values: Pick<ExpenseEntryValues, 'tipo_factura' | 'numero_factura' | 'valor'>,
  invoices: readonly SupplierInvoice[],
): string {
  const centavos = parseMoney(values.valor);
  const namesakes = invoicesNamed(values, invoices);
  const [first] = namesakes;
  if (centavos === null || first === undefined) return '';
  return namesakes.some(({ valor }) => toCentavos(valor) === centavos)
    ? ''
    : `La factura ${first.numero_factura} es de ${formatPesos(first.valor)}.`;
}

/** The form of a new expense: the values of the flow, with what is only shown and the file. */

export interface ExpenseFormValues extends ExpenseEntryValues {
  /** Computed from the document number and only shown. */
  digito: string;
  archivo: File | null;
}

const emptyExpenseForm: ExpenseFormValues = {
  ...emptyExpenseEntry,
  digito: '',
  archivo: null,
};

/** The form as it is saved while it is not saved: the file stays elsewhere, here is its name. */
export interface ExpenseDraftValues extends Omit<ExpenseFormValues, 'archivo'> {
  /** Empty while no file is chosen. */
  archivo: string;
}

export const emptyExpenseDraft: ExpenseDraftValues = { ...emptyExpenseForm, archivo: '' };

/** The form before anybody has typed: a purchase is mostly of today. */
export const untouchedDraft = (today: DateText): ExpenseDraftValues =>
  proposed(emptyExpenseDraft, { fecha_gasto: today });

export const toDraft = (values: ExpenseFormValues): ExpenseDraftValues => ({
  ...values,
  archivo: values.archivo?.name ?? '',
});

/** The form with what was typed before; a category that the store has no longer is left out. */
export const fromDraft = (
  draft: ExpenseDraftValues,
  { categories, file }: ExpenseEntryFacts,
): ExpenseFormValues => ({
  ...draft,
  categoria: draft.categoria.filter((id) => categories.some((row) => row.id === id)),
  archivo: draft.archivo === '' ? null : file,
});

/** The form of an expense that was recorded, with no file of its own. */
export const formOfExpense = (
  expense: Expense,
  { categories }: Pick<ExpenseEntryFacts, 'categories'>,
): ExpenseFormValues => ({
  ...emptyExpenseForm,
  ...valuesOfExpense(expense, categories),
  digito: expense.proveedor.digito,
});

/** Where the look-up of the supplier begins. */
export const lookupInput = (
  draft: ExpenseFormValues,
  { fund, suggestions }: ExpenseEntryFacts,
): SupplierLookupInput => ({
  id_tienda: fund.id_tienda,
  num_doc: draft.num_doc.trim(),
  supplier:
    draft.id_proveedor === null
      ? null
      : {
          id: draft.id_proveedor,
          num_doc: draft.num_doc,
          digito: draft.digito,
          nombre: draft.proveedor,
        },
  departamento_id: draft.departamento ?? suggestions.departamento,
});

/** The fields of the form that go with its supplier. */

/** A document is typed, or words of a name. @param name that of the paper, for a supplier that nobody knows yet */
export function withDocument(
  values: ExpenseFormValues,
  num_doc: string,
  facts: ExpenseEntryFacts,
  name?: string,
): ExpenseFormValues {
  const whole = num_doc.trim() !== '' && supplierDocument().isValidSync(num_doc.trim());
  const typed = {
    ...values,
    num_doc,
    // Of a number that is still being typed it would say nothing.
    digito: whole ? (checkDigit(readDocument(num_doc)) ?? '') : '',
    id_proveedor: null,
    // The name of a known supplier is not the name of another document.
    proveedor: name ?? (values.id_proveedor === null ? values.proveedor : ''),
  };
  // Who is known has a proposal of its own.
  return proposed(typed, {
    fecha_gasto: facts.today,
    ...(whole ? proposalOfNewcomer(facts) : undefined),
  });
}

/** One of the known suppliers is chosen. */
export const withSupplier = (
  values: ExpenseFormValues,
  supplier: SupplierRow,
  facts: ExpenseEntryFacts,
): ExpenseFormValues =>
  proposed(
    {
      ...values,
      num_doc: supplier.num_doc,
      digito: checkDigit(supplier.num_doc) ?? supplier.digito,
      id_proveedor: supplier.id,
      proveedor: supplier.nombre,
    },
    { fecha_gasto: facts.today, ...proposalOf(supplier.id, facts) },
  );
