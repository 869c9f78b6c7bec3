import { isOneLine, maximumGuide } from '#contract/fields.ts';
import { isDateText } from '../values/bogota-time.ts';
import type { DateText } from '../values/dates.ts';
import { parsePrintedMoney, pesosOrNull } from '../values/money.ts';
import { nitInOnePiece } from '#contract/typed-values.ts';
import { documentNumber } from '../values/document-keys.ts';

/** Number of a transport guide, from its barcode. */

/** Returns the trimmed text; null when it cannot be a guide number. */
export function guideOfCode(text: string): string | null {
  const guide = text.trim();
  return guide !== '' && guide.length <= maximumGuide && isOneLine(guide) ? guide : null;
}

/**
 * Reads the code of an electronic invoice (DIAN, Anexo técnico de factura electrónica, «Código bidimensional QR»): the
 * QR text in any layout that suppliers print, a URL of the DIAN, or a CUFE. Missing facts are null.
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

/** Field names used by invoicing programs, the preferred name first. */
const names = {
  numero: ['NumFac', 'NumFactura', 'NumDE', 'NumDS', 'NroFactura'],
  fecha: ['FecFac', 'FechaFactura', 'FecDE', 'FecDS'],
  nit: ['NitFac', 'NitOFE', 'NitEmisor', 'NitFacturador'],
  total: ['ValTolFac', 'ValTotFac', 'ValTotalFac', 'ValTolDE', 'ValorTotalFactura'],
  base: ['ValFac'],
  iva: ['ValIva'],
  otros: ['ValOtroIm'],
  /** Used only to find the end of the preceding field. */
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

/** Longest name first, so that `NumFactura` is not read as `NumFac` with the value `tura`. */
const anyName = new RegExp(
  `(${Object.values(names)
    .flat()
    .toSorted((one, other) => other.length - one.length)
    .join('|')})\\s*[:=]\\s*`,
  'gi',
);

/** Fields by lower-case name, separated by line breaks, blanks or nothing. */
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
const amountOf = (text: string): number | null => pesosOrNull(parsePrintedMoney(text));

/** Reads `2026-11-03`, `20261103` or `03/11/2026`, with or without a time. */
function dateOf(text: string): DateText | null {
  const [, ...parts] =
    /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})(?!\d)/.exec(text) ??
    /^(\d{4})(\d{2})(\d{2})/.exec(text) ??
    [];
  const [, day, month, year] = /^(\d{2})[-/](\d{2})[-/](\d{4})/.exec(text) ?? [];
  const date = parts.length > 0 ? parts.join('-') : `${year}-${month}-${day}`;
  return isDateText(date) ? date : null;
}

/** Removes the check digit after a hyphen, or as a valid tenth digit. */
function nitOf(text: string): string | null {
  const [whole] = /^[\d.]+(-\d)?/.exec(text.replaceAll(' ', '')) ?? [''];
  const digits = whole.replace(/-\d$/, '').replaceAll('.', '');
  const nit = nitInOnePiece(digits)?.number ?? digits;
  return /^\d{7,15}$/.test(nit) ? nit : null;
}

/** Total in pesos; the sum of base and taxes when the code has no total. */
function totalOf(value: (field: keyof typeof names) => string): number | null {
  const total = amountOf(value('total'));
  if (total !== null) return total;
  const base = amountOf(value('base'));
  if (base === null) return null;
  const taxes = (amountOf(value('iva')) ?? 0) + (amountOf(value('otros')) ?? 0);
  return Math.round((base + taxes) * 100) / 100;
}

/** @returns null for a text that is not the code of an electronic invoice */
export function readInvoiceCode(text: string): InvoiceCode | null {
  const fields = fieldsOf(text);
  const value = (field: keyof typeof names): string =>
    names[field].map((name) => fields.get(name.toLowerCase())).find(Boolean) ?? '';
  // A CUFE copied from paper may contain blanks and line breaks.
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
