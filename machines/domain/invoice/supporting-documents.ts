/**
 * The «documentos soporte» that a company issues for what it buys from who does not invoice.
 * Source: DIAN, Anexo técnico del documento soporte, `InvoicePeriod`: a weekly document is refused when one of its purchases
 * is more than six days older than its signature.
 */
import { type DateText, daysFrom, mondayOf } from '../values/dates.ts';

/** Documents of natural persons. */
const naturalPersons = ['CC', 'CE', 'PPT', 'PA'];

/** A supplier without a known regime does not invoice when it is a natural person. */
export const doesNotInvoice = ({ regimen, tipo_doc }: { regimen: string; tipo_doc: string }) =>
  regimen === 'no_responsable' || (regimen === '' && naturalPersons.includes(tipo_doc));

/** Days after a purchase on which a weekly document may still have it. */
const weeklyDays = 6;

interface Purchase {
  id_proveedor: number;
  /** Day of the recording. */
  dia: DateText;
  /** Centavos. */
  valor: number;
}

export interface SupportingDocument<Bought extends Purchase> {
  /** 1: the purchases of a week; 0: one purchase, too old for a weekly document. */
  semanal: 0 | 1;
  desde: DateText;
  hasta: DateText;
  /** Last day on which it can be issued as it is; '' for one that is no longer weekly. */
  vence: DateText | '';
  valor: number;
  compras: readonly [Bought, ...Bought[]];
}

function documentOf<Bought extends Purchase>(
  compras: readonly [Bought, ...Bought[]],
  semanal: 0 | 1,
): SupportingDocument<Bought> {
  const days = compras.map(({ dia }) => dia).toSorted();
  const desde = days[0] ?? compras[0].dia;
  return {
    semanal,
    desde,
    hasta: days.at(-1) ?? desde,
    vence: semanal === 1 ? daysFrom(desde, weeklyDays) : '',
    valor: compras.reduce((sum, { valor }) => sum + valor, 0),
    compras,
  };
}

/** The documents that purchases need, were they issued on a day: one by supplier and week, and one for each older purchase. */
export function supportingDocumentsOf<Bought extends Purchase>(
  purchases: readonly Bought[],
  today: DateText,
): SupportingDocument<Bought>[] {
  const first = daysFrom(today, -weeklyDays);
  const groups = new Map<string, [Bought, ...Bought[]]>();
  const documents: SupportingDocument<Bought>[] = [];
  for (const purchase of purchases) {
    if (purchase.dia < first) {
      documents.push(documentOf([purchase], 0));
      continue;
    }
    const key = `${purchase.id_proveedor} ${mondayOf(purchase.dia)}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [purchase]);
    else group.push(purchase);
  }
  return [...documents, ...[...groups.values()].map((group) => documentOf(group, 1))];
}
