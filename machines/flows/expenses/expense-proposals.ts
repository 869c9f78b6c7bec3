/** Proposals for a new expense: they fill only the fields that the user has not typed. */
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

/** The field still has its proposed value. */
export const isProposed = (values: ExpenseEntryValues, field: keyof Proposal): boolean =>
  field in values.propuestos && isSame(values[field], values.propuestos[field]);

/** Fills the fields that the user has not typed; values of an earlier proposal are replaced or cleared. */
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

/** Proposes the supplier's last expense in this store; empty for a supplier without a recent one. */
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

/** Proposes for a new supplier the department and city of the store, and no electronic invoice. */
export const proposalOfNewcomer = ({ suggestions: { departamento, ciudad } }: Facts): Proposal => ({
  departamento,
  ciudad,
  tipo_factura: 0,
});

/** Maximum number of categories that are offered. */
const CATEGORIES_AT_HAND = 5;

/** The proposed categories, then the most used ones of the store; only those that the store still has. */
export const categoriesAtHand = ({ propuestos }: ExpenseEntryValues, facts: Facts): number[] => {
  const ids = [...(propuestos.categoria ?? []), ...facts.suggestions.categorias];
  return offeredCategories([...new Set(ids)], facts).slice(0, CATEGORIES_AT_HAND);
};

/** The fields of a form that an electronic invoice provides; `valor` in pesos. */
type InvoiceFields = Pick<SupplierInvoice, 'numero_factura' | 'fecha' | 'valor'>;

/** Overwrites the fields that an electronic invoice provides. */
export function filledFromInvoice<Values extends ExpenseEntryValues>(
  values: Values,
  { numero_factura, fecha, valor }: InvoiceFields,
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

const numberFields = ['recibo', 'numero_factura'] as const;

/** Sets one of the two numbers as typed, and the other one too unless it has been typed or there is no invoice. */
export function withNumber<Values extends ExpenseEntryValues>(
  values: Values,
  field: (typeof numberFields)[number],
  typed: string,
): Values {
  const [other = field] = numberFields.filter((name) => name !== field);
  const isFree = values[other].trim() === '' || isProposed(values, other);
  if (values.tipo_factura !== 1 || !isFree) return { ...values, [field]: typed };
  const proposal = storedNumber(typed);
  return {
    ...values,
    [field]: typed,
    [other]: proposal,
    propuestos: { ...values.propuestos, [other]: proposal },
  };
}

/** Sets whether there is an electronic invoice; one whose receipt number is typed has that number. */
export const withInvoiceAnswer = <Values extends ExpenseEntryValues>(
  values: Values,
  tipo_factura: 0 | 1,
): Values =>
  values.recibo.trim() === ''
    ? { ...values, tipo_factura }
    : withNumber({ ...values, tipo_factura }, 'recibo', values.recibo);

/** As `filledFromInvoice`, from a scanned code, which may have fewer fields; an imported invoice takes precedence. */
export function filledFromCode<Values extends ExpenseEntryValues>(
  values: Values,
  code: InvoiceCode,
  imported: InvoiceFields | null,
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

/** Notice about the scanned code; '' when there is nothing to point out. */
export function codeNotice(code: InvoiceCode, found: AnswerOf<'/facturaDelCodigo'> | null): string {
  if (found?.factura?.con_gasto === 1)
    return `Otro gasto ya tiene la factura ${found.factura.numero_factura}. Revise si es la misma compra.`;
  if (found?.factura || code.numero !== null) return '';
  return found === null
    ? 'Sin respuesta del servidor no se sabe de qué factura es ese CUFE. Escanee el QR, que trae los datos, o llene el formulario.'
    : 'Nadie ha importado la factura de ese CUFE. Escanee el QR, que trae los datos, o llene el formulario.';
}

/** The invoices with the number in the form. */
const invoicesNamed = (
  { tipo_factura, numero_factura }: Pick<ExpenseEntryValues, 'tipo_factura' | 'numero_factura'>,
  invoices: readonly SupplierInvoice[],
): SupplierInvoice[] =>
  tipo_factura === 1 && numero_factura.trim() !== ''
    ? invoices.filter((one) => one.numero_factura === documentNumber(numero_factura))
    : [];

const agrees = ({ valor, anticipo }: SupplierInvoice, centavos: number | null): boolean =>
  centavos === toCentavos(valor) || centavos === toCentavos(valor + anticipo);

/**
 * The invoice that the form holds; null for none, and for one of several with its number that cannot be distinguished.
 *
 * @param chosen CUFE of the invoice that was chosen last; null for none
 */
export function invoiceOfForm(
  values: Pick<ExpenseEntryValues, 'tipo_factura' | 'numero_factura' | 'valor'>,
  invoices: readonly SupplierInvoice[],
  chosen: string | null,
): SupplierInvoice | null {
  const namesakes = invoicesNamed(values, invoices);
  const pressed = namesakes.find(({ cufe }) => cufe === chosen);
  const centavos = parseMoney(values.valor);
  const [only, ...others] =
    namesakes.length > 1 ? namesakes.filter((one) => agrees(one, centavos)) : namesakes;
  return pressed ?? (others.length > 0 ? null : (only ?? null));
}

/** Notice when the typed value differs from the invoice's; '' otherwise. */
export function invoiceNotice(
  values: Pick<ExpenseEntryValues, 'tipo_factura' | 'numero_factura' | 'valor'>,
  invoices: readonly SupplierInvoice[],
): string {
  const centavos = parseMoney(values.valor);
  const namesakes = invoicesNamed(values, invoices);
  const [first] = namesakes;
  if (centavos === null || first === undefined) return '';
  return namesakes.some((invoice) => agrees(invoice, centavos))
    ? ''
    : `La factura ${first.numero_factura} es de ${formatPesos(first.valor)}.`;
}

/** The form of a new expense: the values of the flow, the computed check digit and the file. */

export interface ExpenseFormValues extends ExpenseEntryValues {
  /** Check digit, computed from the document number and read-only. */
  digito: string;
  archivo: File | null;
}

const emptyExpenseForm: ExpenseFormValues = {
  ...emptyExpenseEntry,
  digito: '',
  archivo: null,
};

/** The form as stored in a draft: the file is stored apart, `archivo` is its name. */
export interface ExpenseDraftValues extends Omit<ExpenseFormValues, 'archivo'> {
  /** Empty while no file is chosen. */
  archivo: string;
}

export const emptyExpenseDraft: ExpenseDraftValues = { ...emptyExpenseForm, archivo: '' };

/** The form before anything is typed; today is the proposed purchase date. */
export const untouchedDraft = (today: DateText): ExpenseDraftValues =>
  proposed(emptyExpenseDraft, { fecha_gasto: today });

export const toDraft = (values: ExpenseFormValues): ExpenseDraftValues => ({
  ...values,
  archivo: values.archivo?.name ?? '',
});

/** The form restored from a draft; categories that the store no longer has are left out. */
export const fromDraft = (
  draft: ExpenseDraftValues,
  { categories, file }: ExpenseEntryFacts,
): ExpenseFormValues => ({
  ...draft,
  categoria: draft.categoria.filter((id) => categories.some((row) => row.id === id)),
  archivo: draft.archivo === '' ? null : file,
});

/** The form values of a recorded expense, without a file. */
export const formOfExpense = (
  expense: Expense,
  { categories }: Pick<ExpenseEntryFacts, 'categories'>,
): ExpenseFormValues => ({
  ...emptyExpenseForm,
  ...valuesOfExpense(expense, categories),
  digito: expense.proveedor.digito,
});

/** The initial input of the supplier look-up. */
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

/** Fields of the form that depend on its supplier. */

/** Applies a typed document number, or words of a name. @param name name on the invoice of an unknown supplier */
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
    // An incomplete number has no check digit.
    digito: whole ? (checkDigit(readDocument(num_doc)) ?? '') : '',
    id_proveedor: null,
    bloqueado: false,
    // The name of the known supplier does not belong to another document.
    proveedor: name ?? (values.id_proveedor === null ? values.proveedor : ''),
  };
  // For a known supplier `withSupplier` makes the proposal.
  return proposed(typed, {
    fecha_gasto: facts.today,
    ...(whole ? proposalOfNewcomer(facts) : undefined),
  });
}

/** Applies a known supplier that the user chose. */
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
      bloqueado: supplier.bloqueado_desde != null,
      proveedor: supplier.nombre,
    },
    { fecha_gasto: facts.today, ...proposalOf(supplier.id, facts) },
  );
