/**
 * Bank file of a payment batch: a CSV with chosen columns, or fixed-width records from a template. Deterministic: the
 * same batch yields the same bytes.
 */
import type { BankColumn, BankFormat } from '#contract/calls/payments.calls.ts';
import { bankText } from '#machines/domain/payment/bank-format.ts';
import { withoutAccents } from '#machines/domain/values/texts.ts';

/** A transfer that cannot be written to a bank file; the message is shown to users. */
export class RefusedTransfer extends Error {
  override readonly name = 'RefusedTransfer';
}

/** One transfer; `valor` in centavos. */
export interface Transfer {
  tienda: string;
  /** What is paid, such as `Reembolso 3`, `Asumido por la empresa`. */
  concepto: string;
  /** Our reference of the attempt. */
  referencia: string;
  valor: number;
  banco: string;
  codigo_banco: string;
  tipo_cuenta: string;
  numero: string;
  titular: string;
  tipo_doc: string;
  documento: string;
}

/** The payer of a bank file, with the number and the date of the file. */
interface Payer {
  nit: string;
  cuenta: string;
  tipo_cuenta: string;
  /** Number of the file. */
  numero: number;
  /** `yyyy-MM-dd` */
  dia: string;
}

/** Pesos with a decimal point; whole pesos without decimals. */
const plainAmount = (centavos: number): string =>
  centavos % 100 === 0
    ? String(centavos / 100)
    : `${Math.trunc(centavos / 100)}.${String(centavos % 100).padStart(2, '0')}`;

const kindWords: Readonly<Record<string, string>> = { deposito: 'deposito electronico' };

/** Cells of the CSV before they are written in the signs that banks take. */
const csvCells: Record<BankColumn, (transfer: Transfer) => string> = {
  documento: ({ documento }) => documento,
  titular: ({ titular }) => titular,
  banco: ({ banco }) => banco,
  codigo_banco: ({ codigo_banco }) => codigo_banco,
  tipo_cuenta: ({ tipo_cuenta }) => kindWords[tipo_cuenta] ?? tipo_cuenta,
  cuenta: ({ numero }) => numero,
  valor: ({ valor }) => plainAmount(valor),
  referencia: ({ referencia }) => referencia,
  tienda: ({ tienda }) => tienda,
  concepto: ({ concepto }) => concepto,
};

type Account = Omit<Transfer, 'referencia' | 'valor' | 'concepto'>;

/**
 * Rows with semicolons, since Colombia writes decimals with a comma, and a byte order mark, without which Excel takes
 * another encoding. No cell needs quotes or begins a formula: each has only the signs of `bankText`.
 */
const csvOf = (head: readonly string[], rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(
    `\ufeff${[head, ...rows.map((row) => row.map(bankText))].map((row) => `${row.join(';')}\r\n`).join('')}`,
    'utf8',
  );

const csvFile = (transfers: readonly Transfer[], columns: readonly BankColumn[]): Buffer =>
  csvOf(
    columns,
    transfers.map((one) => columns.map((column) => csvCells[column](one))),
  );

/** Accounts for their registration with the bank. */
export const accountsFile = (accounts: readonly Account[]): Buffer =>
  csvOf(
    [
      'tipo_documento',
      'documento',
      'titular',
      'banco',
      'codigo_banco',
      'tipo_cuenta',
      'cuenta',
      'tienda',
    ],
    accounts.map((one) => [
      one.tipo_doc,
      one.documento,
      one.titular,
      one.banco,
      one.codigo_banco,
      kindWords[one.tipo_cuenta] ?? one.tipo_cuenta,
      one.numero,
      one.tienda,
    ]),
  );

/** Padding and alignment of a field. Text that is too long is cut; a number or code that is too long is refused. */
const fieldKinds = {
  text: { fill: ' ', align: 'left' },
  number: { fill: '0', align: 'right' },
  /** Digits, left-aligned. */
  code: { fill: ' ', align: 'left' },
} as const;

interface FieldRow<Facts> {
  name: string;
  /** Counted from 1. */
  position: number;
  width: number;
  kind: keyof typeof fieldKinds;
  value: (facts: Facts) => string;
}

interface Batch {
  payer: Payer;
  transfers: readonly Transfer[];
}

export interface Template {
  /** Width of a record, without its line end. */
  width: number;
  encoding: 'ascii' | 'latin1';
  end: string;
  /** The record before the transfers; absent where the bank wants none. */
  header?: readonly FieldRow<Batch>[];
  detail: readonly FieldRow<{ payer: Payer; transfer: Transfer }>[];
}

/** Upper case; for ASCII also without accents: `Ñ` becomes `N`. Unsupported characters become spaces. */
function lettersOf(value: string, encoding: Template['encoding']): string {
  const capitals = value.toUpperCase();
  return encoding === 'latin1'
    ? capitals.replace(/[^\x20-\x7e\xa0-\xff]/g, ' ')
    : withoutAccents(capitals).replace(/[^\x20-\x7e]/g, ' ');
}

/** @throws RefusedTransfer for a number or a code that its field cannot hold */
function fieldText<Facts>(
  { name, width, kind, value }: FieldRow<Facts>,
  facts: Facts,
  encoding: Template['encoding'],
): string {
  const { fill, align } = fieldKinds[kind];
  const text = lettersOf(value(facts), encoding);
  if (kind !== 'text' && (text.length > width || !/^\d*$/.test(text)))
    throw new RefusedTransfer(`«${name}» no cabe en el archivo del banco: ${text}`);
  const cut = text.slice(0, width);
  return align === 'left' ? cut.padEnd(width, fill) : cut.padStart(width, fill);
}

/** One record; positions without a field are blank. */
function recordOf<Facts>(
  fields: readonly FieldRow<Facts>[],
  facts: Facts,
  { width, encoding }: Template,
): string {
  const record = Array.from({ length: width }, () => ' ');
  for (const field of fields)
    record.splice(field.position - 1, field.width, ...fieldText(field, facts, encoding));
  return record.join('');
}

export function fixedFile(template: Template, { payer, transfers }: Batch): Buffer {
  const { header = [], detail } = template;
  const records = [
    ...(header.length === 0 ? [] : [recordOf(header, { payer, transfers }, template)]),
    ...transfers.map((transfer) => recordOf(detail, { payer, transfer }, template)),
  ];
  return Buffer.from(records.map((record) => `${record}${template.end}`).join(''), 'latin1');
}

const compact = (day: string): string => day.replaceAll('-', '');
const holderCodes: Readonly<Record<string, string>> = {
  CC: '1',
  CE: '2',
  NIT: '3',
  TI: '4',
  PA: '5',
};
/** Codes for accounts by kind; the public description has none for an electronic deposit. */
const pabKinds: Readonly<Record<string, string>> = { ahorros: '37', corriente: '27' };
const sumOf = (transfers: readonly Transfer[]): number =>
  transfers.reduce((sum, { valor }) => sum + valor, 0);

/**
 * Bancolombia's PAB («Pagos Automáticos Bancolombia»): payments to suppliers (class 220), 264 positions, immediate
 * application, upper case without accents. Public description: «Formato de pago Bancolombia PAB V 2.0 EFT Payment
 * Format», https://scribd.com/document/728724011/LACLS-CO-BANCOLOMBIA-BANK (25 February 2020); the manual of the bank
 * takes precedence.
 */
const pab: Template = {
  width: 264,
  encoding: 'ascii',
  end: '\r\n',
  header: [
    { name: 'Tipo de registro', position: 1, width: 1, kind: 'number', value: () => '1' },
    {
      name: 'NIT pagador',
      position: 2,
      width: 15,
      kind: 'number',
      value: ({ payer }) => payer.nit,
    },
    { name: 'Aplicación', position: 17, width: 1, kind: 'text', value: () => 'I' },
    { name: 'Clase de transacción', position: 33, width: 3, kind: 'number', value: () => '220' },
    { name: 'Propósito', position: 36, width: 10, kind: 'text', value: () => 'CAJA MENOR' },
    {
      name: 'Fecha de transmisión',
      position: 46,
      width: 8,
      kind: 'number',
      value: ({ payer }) => compact(payer.dia),
    },
    // Files of the same day need different letters.
    {
      name: 'Secuencia',
      position: 54,
      width: 2,
      kind: 'text',
      value: ({ payer }) => String.fromCharCode(65 + ((payer.numero - 1) % 26)),
    },
    {
      name: 'Fecha de aplicación',
      position: 56,
      width: 8,
      kind: 'number',
      value: ({ payer }) => compact(payer.dia),
    },
    {
      name: 'Registros',
      position: 64,
      width: 6,
      kind: 'number',
      value: ({ transfers }) => String(transfers.length),
    },
    { name: 'Suma de débitos', position: 70, width: 17, kind: 'number', value: () => '0' },
    {
      name: 'Suma de créditos',
      position: 87,
      width: 17,
      kind: 'number',
      value: ({ transfers }) => String(sumOf(transfers)),
    },
    {
      name: 'Cuenta pagadora',
      position: 104,
      width: 11,
      kind: 'number',
      value: ({ payer }) => payer.cuenta,
    },
    {
      name: 'Tipo de cuenta pagadora',
      position: 115,
      width: 1,
      kind: 'text',
      value: ({ payer }) => (payer.tipo_cuenta === 'corriente' ? 'D' : 'S'),
    },
  ],
  detail: [
    { name: 'Tipo de registro', position: 1, width: 1, kind: 'number', value: () => '6' },
    {
      name: 'Documento',
      position: 2,
      width: 15,
      kind: 'code',
      value: ({ transfer }) => transfer.documento,
    },
    {
      name: 'Titular',
      position: 17,
      width: 30,
      kind: 'text',
      value: ({ transfer }) => transfer.titular,
    },
    {
      name: 'Código del banco',
      position: 47,
      width: 9,
      kind: 'number',
      value: ({ transfer }) => transfer.codigo_banco,
    },
    {
      name: 'Cuenta',
      position: 56,
      width: 17,
      kind: 'code',
      value: ({ transfer }) => transfer.numero,
    },
    {
      name: 'Tipo de transacción',
      position: 74,
      width: 2,
      kind: 'number',
      value: ({ transfer }) => pabKinds[transfer.tipo_cuenta] ?? '',
    },
    {
      name: 'Valor',
      position: 76,
      width: 17,
      kind: 'number',
      value: ({ transfer }) => String(transfer.valor),
    },
    {
      name: 'Fecha de aplicación',
      position: 93,
      width: 8,
      kind: 'number',
      value: ({ payer }) => compact(payer.dia),
    },
    {
      name: 'Referencia',
      position: 101,
      width: 21,
      kind: 'text',
      value: ({ transfer }) => transfer.referencia,
    },
    {
      name: 'Tipo de documento',
      position: 122,
      width: 1,
      kind: 'number',
      value: ({ transfer }) => holderCodes[transfer.tipo_doc] ?? '',
    },
  ],
};

/** Fields of the payer and of each account that a format requires, besides the account number. */
const needs: Record<BankFormat, { payer: (keyof Payer)[]; transfer: (keyof Transfer)[] }> = {
  csv: { payer: [], transfer: [] },
  pab: {
    payer: ['nit', 'cuenta', 'tipo_cuenta'],
    transfer: ['codigo_banco', 'tipo_cuenta', 'titular', 'tipo_doc', 'documento'],
  },
};

/** @throws RefusedTransfer when a required field is missing or a value does not fit its field */
export function bankFile(
  format: BankFormat,
  { payer, transfers }: Batch,
  columns: readonly BankColumn[],
): Buffer {
  if (needs[format].payer.some((name) => payer[name] === ''))
    throw new RefusedTransfer('Escriba en «Configuración» el NIT y la cuenta de la que se gira.');
  const incomplete = transfers.filter((one) =>
    needs[format].transfer.some((name) => one[name] === ''),
  );
  if (incomplete.length > 0)
    throw new RefusedTransfer(
      `Complete la cuenta de ${incomplete.map(({ tienda }) => tienda).join(', ')}: el formato pide más datos.`,
    );
  const unknown = transfers.filter(
    ({ tipo_cuenta, tipo_doc, documento }) =>
      format === 'pab' &&
      !(pabKinds[tipo_cuenta] && holderCodes[tipo_doc] && /^\d+$/.test(documento)),
  );
  if (unknown.length > 0)
    throw new RefusedTransfer(
      `El formato PAB no tiene depósito electrónico, PPT ni documentos con letras: saque del lote ${unknown.map(({ tienda }) => tienda).join(', ')}, o elija CSV en «Configuración».`,
    );
  return format === 'csv' ? csvFile(transfers, columns) : fixedFile(pab, { payer, transfers });
}
