/**
 * Accounting entries: what is debited and credited for a closed box, a payment and a movement of a fund. Amounts in
 * centavos; pure.
 *
 * The account of the petty cash (`cuenta_fondo`) of a store always equals its base less what is to be paid to it and
 * less the shortages that people owe; where boxes credit the bank, what is to be paid of boxes is not among it. What is
 * not granted of a box stays in it until it is paid in or taken over.
 */
import {
  type CounterAccount,
  type EntryAccount,
  entryAccounts,
} from '#contract/calls/entries.calls.ts';
import type { MovementKind, MovementStateName } from '../fund/movements.ts';
import type { PaymentEventType } from '../payment/payment.machine.ts';
import { isDeductible } from '../invoice/tax-facts.ts';
import { withoutTax } from '../values/money.ts';

/** What an entry books, with the key of its row beside it. */
export type EntrySource = 'caja' | 'giro' | 'movimiento' | 'tienda' | 'reversa';

type Pair = readonly [debit: EntryAccount, credit: EntryAccount];

const fundFromBank: Pair = ['cuenta_fondo', 'cuenta_banco'];
const owedFromFund: Pair = ['cuenta_faltantes', 'cuenta_fondo'];
const takenOverDebt: Pair = ['cuenta_asumidos', 'cuenta_faltantes'];

/** Entries of one amount: its name, and the accounts that it moves between. */
const plainEntries = {
  fondoInicial: { nombre: 'Fondo inicial', pairs: [['cuenta_fondo', 'cuenta_apertura']] },
  apertura: { nombre: 'Apertura', pairs: [['cuenta_fondo', 'cuenta_apertura']] },
  deudaDeApertura: {
    nombre: 'Deuda de la apertura',
    pairs: [['cuenta_faltantes', 'cuenta_apertura']],
  },
  giro: { nombre: 'Giro', pairs: [fundFromBank] },
  giroDevuelto: { nombre: 'Giro devuelto', pairs: [['cuenta_banco', 'cuenta_fondo']] },
  disminucion: { nombre: 'Disminución consignada', pairs: [['cuenta_banco', 'cuenta_fondo']] },
  disminucionRetenida: {
    nombre: 'Disminución retenida de un giro',
    pairs: [['cuenta_banco', 'cuenta_fondo']],
  },
  faltante: { nombre: 'Faltante a cargo', pairs: [owedFromFund] },
  valeACargo: { nombre: 'Vale a cargo', pairs: [owedFromFund] },
  deudaPagada: { nombre: 'Deuda consignada', pairs: [['cuenta_fondo', 'cuenta_faltantes']] },
  gastoAsumido: { nombre: 'Gasto asumido', pairs: [['cuenta_asumidos', 'cuenta_fondo']] },
  gastoAsumidoYGirado: {
    nombre: 'Gasto asumido y girado',
    pairs: [['cuenta_asumidos', 'cuenta_banco']],
  },
  deudaAsumida: { nombre: 'Deuda asumida', pairs: [takenOverDebt] },
  deudaAsumidaYGirada: {
    nombre: 'Deuda asumida y girada',
    pairs: [takenOverDebt, fundFromBank],
  },
} as const satisfies Record<string, { nombre: string; pairs: readonly Pair[] }>;

export type PlainKind = keyof typeof plainEntries;
export type EntryKind = PlainKind | 'caja';

/** @param isReversed it undoes what an entry of the kind booked */
export const entryName = (kind: EntryKind, isReversed = false): string =>
  `${kind === 'caja' ? 'Caja cerrada' : plainEntries[kind].nombre}${isReversed ? ', deshecho' : ''}`;

/** Kinds of movements as they are booked: parts of an opening and what the company took over are two kinds each. */
export type BookedMovement = MovementKind | 'parteDeApertura' | 'deudaAsumida';

type Booked = Record<MovementStateName, PlainKind | null>;

const nothing: Booked = {
  asked: null,
  toPay: null,
  owed: null,
  done: null,
  paidIn: null,
  keptBack: null,
  takenOver: null,
  cancelled: null,
  takenBack: null,
};

const debt = (owed: PlainKind): Booked => ({ ...nothing, owed, paidIn: 'deudaPagada' });

/**
 * What is booked when a movement reaches a state. `toPay` books nothing for a base: its payment does. `done` is the
 * state of a movement whose payment is not followed. A debt that is taken over is booked by the movement that brings its
 * money; `takenBack` undoes what the state before it booked.
 */
export const movementEntries: Record<BookedMovement, Booked> = {
  apertura: { ...nothing, done: 'apertura' },
  parteDeApertura: { ...debt('deudaDeApertura'), done: 'giro' },
  aumento: { ...nothing, done: 'giro' },
  disminucion: { ...nothing, paidIn: 'disminucion', keptBack: 'disminucionRetenida' },
  asumido: { ...nothing, toPay: 'gastoAsumido', done: 'gastoAsumidoYGirado' },
  deudaAsumida: { ...nothing, toPay: 'deudaAsumida', done: 'deudaAsumidaYGirada' },
  faltante: debt('faltante'),
  // It is not the money of the fund.
  sobrante: nothing,
  vale: debt('valeACargo'),
};

/**
 * Whether a payment of a box, or what was kept back of it, is booked apart from the box. Where a box credits the bank, it
 * is paid there already: only what was kept back moves money.
 */
export const bookedApart = (
  kind: 'giro' | 'disminucionRetenida',
  counter: CounterAccount,
): boolean => (kind === 'giro') === (counter !== 'banco');

/** Whether the store has the money of a payment after an event; null where that stays as it was. */
export const isPaidAfter: Record<PaymentEventType, boolean | null> = {
  'PAYMENT.PREPARE': null,
  // It lowers the base and the payment alike.
  'PAYMENT.KEEP_BACK': null,
  'PAYMENT.TAKE_OUT': null,
  'PAYMENT.AUTHORISE': null,
  'PAYMENT.SEND': null,
  'PAYMENT.CONFIRM': true,
  'PAYMENT.RETURN': false,
  'PAYMENT.CORRECT': null,
  'PAYMENT.PROPOSE_RETURN': null,
  'PAYMENT.AGREE_RETURN': false,
  'PAYMENT.REFUSE_RETURN': null,
  'PAYMENT.RECEIVE': null,
  'PAYMENT.CLAIM': null,
};

export const paymentEventsOfEntries = (Object.keys(isPaidAfter) as PaymentEventType[]).filter(
  (type) => isPaidAfter[type] !== null,
);

export interface Party {
  documento: string;
  tercero: string;
}

export interface EntryLine extends Party {
  /** '' when it is missing. */
  cuenta: string;
  detalle: string;
  debito: number;
  credito: number;
}

export type Accounts = Record<EntryAccount, string>;

/** The lines of an entry, and what is missing in words. */
export interface EntryLines {
  lineas: EntryLine[];
  faltan: string[];
}

const missingAccount = (name: EntryAccount): string =>
  `la cuenta «${entryAccounts[name]}» en Configuración`;

interface Amount {
  /** Below 0, the accounts are exchanged. */
  valor: number;
  detalle: string;
  /** Beside the account of what people owe and what the company took over. */
  deudor: Party;
  /** Beside the account of the petty cash. */
  fondo: Party;
  /** Beside the other accounts. */
  empresa: Party;
}

export function plainLines(kind: PlainKind, accounts: Accounts, amount: Amount): EntryLines {
  const { valor, detalle, deudor, fondo, empresa } = amount;
  const parties: Partial<Record<EntryAccount, Party>> = {
    cuenta_faltantes: deudor,
    cuenta_asumidos: deudor,
    cuenta_fondo: fondo,
  };
  const lineas: EntryLine[] = [];
  const faltan = new Set<string>();
  const side = (name: EntryAccount, column: 'debito' | 'credito') => {
    if (accounts[name] === '') faltan.add(missingAccount(name));
    const party = parties[name] ?? empresa;
    const none = { debito: 0, credito: 0 };
    lineas.push({ cuenta: accounts[name], ...party, detalle, ...none, [column]: Math.abs(valor) });
  };
  for (const [debit, credit] of plainEntries[kind].pairs) {
    side(valor < 0 ? credit : debit, 'debito');
    side(valor < 0 ? debit : credit, 'credito');
  }
  return { lineas, faltan: [...faltan] };
}

/**
 * A part of the split of an expense; `valor` null before it is itemised, below 0 for a withholding, whose account is
 * `cuenta`.
 */
interface SplitPart {
  categoria: string;
  cuenta: string;
  valor: number | null;
  impuesto: string | null;
  porcentaje: number | null;
  /** 0: its tax is part of the cost; null: by its tax. */
  deducible: number | null;
}

export interface GrantedExpense extends Party {
  id: number;
  granted: number;
  detalle: string;
  parts: readonly SplitPart[];
}

/**
 * The parts of an expense with what is granted of each, in their order. A split of less than that leaves the rest to its
 * first part, without a tax; an expense that is not itemised is one part when its categories have one account. The costs
 * are what is granted and what was withheld.
 */
function grantedParts({ granted, parts }: GrantedExpense): (SplitPart & { valor: number })[] {
  const [first] = parts;
  const isOneAccount = new Set(parts.map(({ cuenta }) => cuenta)).size === 1;
  const valued = parts.flatMap((part) => {
    const { valor } = part;
    return valor === null || valor === 0 ? [] : [{ ...part, valor }];
  });
  if (first === undefined || (valued.length === 0 && !isOneAccount)) return [];
  const withheld = valued.filter(({ valor }) => valor < 0);
  const costs = valued.filter(({ valor }) => valor > 0);
  let left = withheld.reduce((sum, { valor }) => sum - valor, granted);
  const taken = costs.map((part) => {
    const valor = Math.min(part.valor, left);
    left -= valor;
    return { ...part, valor };
  });
  if (left > 0)
    taken.push({
      ...(costs[0] ?? first),
      valor: left,
      impuesto: null,
      porcentaje: null,
      deducible: null,
    });
  return [...taken.filter(({ valor }) => valor > 0), ...withheld];
}

/** Debits of the costs of an expense, and credits of what was withheld. */
function costLines(expense: GrantedExpense, accounts: Accounts): EntryLines {
  const { id, documento, tercero, detalle } = expense;
  const faltan = new Set<string>();
  const parts = grantedParts(expense);
  if (parts.length === 0) faltan.add(`la itemización del gasto ${id}`);
  const lineas = parts.flatMap((part) => {
    if (part.cuenta === '') faltan.add(`la cuenta de la categoría «${part.categoria}»`);
    const line = (cuenta: string, debito: number) =>
      debito === 0 ? [] : [{ cuenta, documento, tercero, detalle, debito, credito: 0 }];
    if (part.valor < 0) return reversedLines(line(part.cuenta, -part.valor));
    const base =
      accounts.cuenta_iva === '' || !isDeductible(part.impuesto, part.deducible)
        ? part.valor
        : withoutTax(part.valor, part.porcentaje ?? 0);
    return [...line(part.cuenta, base), ...line(accounts.cuenta_iva, part.valor - base)];
  });
  return { lineas, faltan: [...faltan] };
}

/**
 * The entry of a closed box; without lines when nothing was granted.
 *
 * @param credit account that it credits, with the party of its line
 */
export function boxLines(
  expenses: readonly GrantedExpense[],
  accounts: Accounts,
  credit: Pick<EntryLine, 'detalle'> & { account: EntryAccount; party: Party },
): EntryLines {
  const costs = expenses
    .filter(({ granted }) => granted > 0)
    .map((expense) => costLines(expense, accounts));
  const granted = expenses.reduce((sum, expense) => sum + expense.granted, 0);
  if (granted === 0) return { lineas: [], faltan: [] };
  const { account, party, detalle } = credit;
  const missing = accounts[account] === '' ? [missingAccount(account)] : [];
  const last = { cuenta: accounts[account], ...party, detalle, debito: 0, credito: granted };
  return {
    lineas: [...costs.flatMap(({ lineas }) => lineas), last],
    faltan: [...new Set([...costs.flatMap(({ faltan }) => faltan), ...missing])],
  };
}

/** The same lines with debit and credit exchanged. */
export const reversedLines = (lines: readonly EntryLine[]): EntryLine[] =>
  lines.map((line) => ({ ...line, debito: line.credito, credito: line.debito }));

export const debitsOf = (lines: readonly EntryLine[]): number =>
  lines.reduce((sum, { debito }) => sum + debito, 0);

export const creditsOf = (lines: readonly EntryLine[]): number =>
  lines.reduce((sum, { credito }) => sum + credito, 0);
