import { isOneLine, maximumGuide } from '#contract/fields.ts';
import { isDateText } from '../values/bogota-time.ts';
import type { DateText } from '../values/dates.ts';
import { nitInOnePiece } from '#contract/typed-values.ts';
import { documentNumber } from '../values/document-keys.ts';

/** The number of a transport guide, as the bar code on it says it. */

/** The text as the field takes it, without the spaces around it; null where it cannot be the number of a guide. */
export function guideOfCode(text: string): string | null {
  const guide = text.trim();
  return guide !== '' && guide.length <= maximumGuide && isOneLine(guide) ? guide : null;
}

/**
 * Reads the code of an electronic invoice (DIAN, Anexo técnico de factura electrónica, «Código bidimensional QR»): the text
 * of its QR in the layouts that suppliers print, the address of the DIAN alone, or a CUFE. What is not in it is null.
 */

export interface InvoiceCode {
  /** Upper-case letters and digits. */
  numero: string | null;
  fecha: DateText | null;
  /** Document of the supplier, without check digit. */
  nit: string | null;
  /** Pesos, with taxes. */
  valor: number | null;
  /** 96 hexadecimal digits in lower case. */
  cufe: string | null;
}

/** Names of a field, the better one first; of several programs. */
const names = {
  numero: ['NumFac', 'NumFactura', 'NumDE', 'NumDS', 'NroFactura'],
  fecha: ['FecFac', 'FechaFactura', 'FecDE', 'FecDS'],
  nit: ['NitFac', 'NitOFE', 'NitEmisor', 'NitFacturador'],
  total: ['ValTolFac', 'ValTotFac', 'ValTotalFac', 'ValTolDE', 'ValorTotalFactura'],
  base: ['ValFac'],
  iva: ['ValIva'],
  otros: ['ValOtroIm'],
  /** Only to know where the field before it ends. */
  rest: [
    'HorFac',
    'HoraFactura',
    'HorDE',
    'DocAdq',
    'NitAdq',
    'CUFE',
    'CUDE',
    'CUDS',
    'QRCode',
    'URL',
  ],
} as const;

/** The longest name first: `NumFactura` is not `NumFac` with a value `tura`. */
const anyName = new RegExp(
  `(${Object.values(names)
    .flat()
    .toSorted((one, other) => other.length - one.length)
    .join('|')})\\s*[:=]\\s*`,
  'gi',
);

/** The fields by their names in lower case, whether a line, a blank or nothing is between them. */
function fieldsOf(text: string): Map<string, string> {
  const found = [...text.matchAll(anyName)];
  return new Map(
    found.map((match, index) => {
      const end = found[index + 1]?.index ?? text.length;
      const value = text.slice(match.index + match[0].length, end);
      return [(match[1] ?? '').toLowerCase(), value.replace(/[\s|;,&]+$/, '').trim()];
    }),
  );
}

/** Pesos: `12500.00`, `12,500.00` or `12.500,00`; null for any other text. */
function amountOf(text: string): number | null {
  if (/^\d+(\.\d{1,2})?$/.test(text)) return Number(text);
  if (/^\d{1,3}(,\d{3})+(\.\d{1,2})?$/.test(text)) return Number(text.replaceAll(',', ''));
  if (/^\d{1,3}(\.\d{3})*(,\d{1,2})?$/.test(text))
    return Number(text.replaceAll('.', '').replace(',', '.'));
  return null;
}

/** `2026-11-03`, `20261103`, `03/11/2026`, each with a time behind it or not. */
function dateOf(text: string): DateText | null {
  const [, ...parts] =
    /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?!\d)/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})/.exec(text) ??
    [];
  const [, day, month, year] = /^(\d{2})[-/](\d{2})[-/](\d{4})/.exec(text) ?? [];
  const date = parts.length > 0 ? parts.join('-') : `${year}-${month}-${day}`;
  return isDateText(date) ? date : null;
}

/** Without the check digit, where it stands behind a hyphen or as a tenth digit that fits. */
function nitOf(text: string): string | null {
  const [whole] = /^[\d.]+(-\d)?/.exec(text.replaceAll(' ', '')) ?? [''];
  const digits = whole.replace(/-\d$/, '').replaceAll('.', '');
  const nit = nitInOnePiece(digits)?.number ?? digits;
  return /^\d{7,15}$/.test(nit) ? nit : null;
}

/** Cents of the sum of base and taxes, where the code has no total. */
function totalOf(value: (field: keyof typeof names) => string): number | null {
  const total = amountOf(value('total'));
  if (total !== null) return total;
  const base = amountOf(value('base'));
  if (base === null) return null;
  const taxes = (amountOf(value('iva')) ?? 0) + (amountOf(value('otros')) ?? 0);
  return Math.round((base + taxes) * 100) / 100;
}

/** @returns null for a text that is no code of an electronic invoice */
export function readInvoiceCode(text: string): InvoiceCode | null {
  const fields = fieldsOf(text);
  const value = (field: keyof typeof names): string =>
    names[field].map((name) => fields.get(name.toLowerCase())).find(Boolean) ?? '';
  // A CUFE that was copied from paper has blanks and line ends in it.
  const [cufe = null] =
    /(?<![\da-f])[\da-f]{96}(?![\da-f])/i.exec(text) ??
    /^[\da-f]{96}$/i.exec(text.replace(/\s/g, '')) ??
    [];
  const numero = documentNumber(value('numero'));
  const code: InvoiceCode = {
    numero: numero === '' ? null : numero,
    fecha: dateOf(value('fecha')),
    nit: nitOf(value('nit')),
    valor: totalOf(value),
    cufe: cufe?.toLowerCase() ?? null,
  };
  return code.cufe === null && (code.numero === null || code.nit === null) ? null : code;
}
