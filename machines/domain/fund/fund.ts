import { type Pieces, denominations } from '#contract/calls/fund.calls.ts';
import type { BoxCase } from '../box/box-case.ts';
import { stages } from '../box/stages.ts';
import { boxStateOf, isPending, isRejected } from '../box/states.ts';
import { type FailedGuard, refusedIf } from '../explain.ts';
import { type ProfileId, storeProfiles } from '../people/profiles.ts';
import { lessGranted } from '../review/reimbursement.ts';
import { formatMoney } from '../values/money.ts';

/** The guard of whatever takes from the fund of a store: centavos beyond it are known where that is forbidden. */
export const fundGuard = {
  asks: 'form' as const,
  mensaje: 'Los gastos superan el dinero disponible del fondo de la tienda.',
  holds: ({ context }: { context: { excess?: number } }) => (context.excess ?? 0) <= 0,
  missing: ({ context }: { context: { excess?: number } }) => ({
    detalle: `El fondo se excede en ${formatMoney(context.excess ?? 0)}`,
  }),
};

export const inactiveStore = 'La tienda está inactiva: no puede registrar gastos.';

/** Amounts in centavos. */
export interface ExpenseAmount {
  estado: number;
  valor: number;
  reembolsar: number | null;
}

/** The amounts of the expenses of a case. */
export const amountsOf = ({ expenses }: Pick<BoxCase, 'expenses'>): ExpenseAmount[] =>
  [...expenses.values()].map(({ estado, context: { valor, reembolsar } }) => ({
    estado,
    valor,
    reembolsar,
  }));

/** The requested total: the value of all expenses. */
export const totalOf = (expenses: readonly ExpenseAmount[]): number =>
  expenses.reduce((sum, expense) => sum + expense.valor, 0);

/** A reimbursement value replaces the value of its expense. */
const approvedOf = ({ estado, valor, reembolsar }: ExpenseAmount): number =>
  isRejected(estado) ? 0 : (reembolsar ?? valor);

/** The part that no stage has taken away, decided or not (`total_aprobado`). */
export const approvedTotalOf = (expenses: readonly ExpenseAmount[]): number =>
  expenses.reduce((sum, expense) => sum + approvedOf(expense), 0);

/** Returns the approved value of an expense; null while nobody has decided. */
export const grantedOf = (expense: ExpenseAmount): number | null =>
  isPending(expense.estado) ? null : approvedOf(expense);

/** 'Se reconoce $ 15.000 (tope)'; empty where the whole value is granted, and for a rejected expense. */
export function grantNoteOf(expense: ExpenseAmount): string {
  const less = lessGranted(expense);
  return less === '' || isRejected(expense.estado) ? '' : `Se reconoce ${less}`;
}

/** Figures of a box: `requested − rejected − capped − undecided = granted` always. */
export interface BoxFigures {
  /** The value of all of them. */
  requested: number;
  /** The value of the rejected ones. */
  rejected: number;
  /** The part of the others that the supervisor did not grant. */
  capped: number;
  /** The part of those that nobody has decided that can still be approved. */
  undecided: number;
  /** The approved part of the decided ones: what is paid, once their box is closed. */
  granted: number;
}

/** @param undecided nobody has decided an expense of that state, or the stage that reads the figures has not */
export function figuresOf(
  expenses: readonly ExpenseAmount[],
  undecided: (estado: number) => boolean = isPending,
): BoxFigures {
  const requested = totalOf(expenses);
  const rejected = totalOf(expenses.filter(({ estado }) => isRejected(estado)));
  const left = approvedTotalOf(expenses);
  const open = approvedTotalOf(expenses.filter(({ estado }) => undecided(estado)));
  const capped = requested - rejected - left;
  return { requested, rejected, capped, undecided: open, granted: left - open };
}

/** The columns of a box that add up its expenses. */
export const columnTotalsOf = (expenses: readonly ExpenseAmount[]) => ({
  total: totalOf(expenses),
  total_aprobado: approvedTotalOf(expenses),
  por_decidir: figuresOf(expenses).undecided,
});

/** Names of the figures on every screen and in every document. */
export const figureNames = {
  requested: 'Valor solicitado',
  rejected: 'Rechazado',
  capped: 'No reconocido',
  undecided: 'Por decidir',
  granted: 'Aprobado hasta ahora',
  /** The granted part in a closed box: until then a stage can still reject it. */
  paid: 'Total reembolso',
} as const satisfies Record<keyof BoxFigures | 'paid', string>;

/** A figure as people read it. */
export interface FigureLine {
  label: string;
  amount: string;
}

/**
 * The figures of a box from what it requests to what it gets; of those between, the ones that take something away.
 * An open box only requests.
 */
export function accountOf(
  expenses: readonly ExpenseAmount[],
  active: number,
  undecided?: (estado: number) => boolean,
): FigureLine[] {
  const figures = figuresOf(expenses, undecided);
  const line = (figure: keyof BoxFigures, label: string = figureNames[figure]): FigureLine => ({
    label,
    amount: formatMoney(figures[figure]),
  });
  const state = boxStateOf(active);
  if (state === 'open') return [line('requested')];
  const between = (['rejected', 'capped', 'undecided'] as const).filter(
    (name) => figures[name] !== 0,
  );
  const last = line('granted', state === 'closed' ? figureNames.paid : figureNames.granted);
  return [line('requested'), ...between.map((name) => line(name)), last];
}

export interface Fund {
  base: number;
  current: number;
  reembolso: number;
  disponible: number;
  /** disponible / base as a percentage with at most two decimals; null when the base is 0. */
  porcentaje: number | null;
}

/** Percentage of the base, with at most two decimals; a store without a base has none. */
export const availablePercentOf = ({
  base,
  disponible,
}: Pick<Fund, 'base' | 'disponible'>): number | null =>
  base === 0 ? null : Math.round((disponible / base) * 10_000) / 100;

/** From this part of its base on, in percent, a fund is low. */
const lowFundPercentage = 30;

/** Tells whether a store has to think of its fund; one without a base is never low. */
export const isLow = ({ base, disponible }: Pick<Fund, 'base' | 'disponible'>): boolean =>
  base > 0 && disponible * 100 <= base * lowFundPercentage;

/** A fund that is exceeded is so without a base too. */
type FundLevel = 'enough' | 'low' | 'exceeded';

export const fundLevelOf = (fund: Pick<Fund, 'base' | 'disponible'>): FundLevel => {
  if (fund.disponible < 0) return 'exceeded';
  return isLow(fund) ? 'low' : 'enough';
};

/** Names of the parts of a fund, in their order. */
export const fundPartNames = {
  current: 'En la caja abierta',
  reembolso: 'En proceso de reembolso',
  disponible: 'Dinero disponible',
} as const satisfies Partial<Record<keyof Fund, string>>;

export type FundPartName = keyof typeof fundPartNames;

/** A part of a fund. The amounts add up to the base, also when it is exceeded: then what is available is negative. */
interface FundPart {
  name: FundPartName;
  /** Centavos. */
  amount: number;
  /** Percentage of the bar; nothing for what is not there. */
  share: number;
}

/** @returns the parts, and where the base ends on the bar, in percent: before its end when the fund is exceeded */
export function fundPartsOf(fund: Omit<Fund, 'porcentaje'>): { parts: FundPart[]; end: number } {
  const whole = Math.max(fund.base, fund.current + fund.reembolso);
  const shareOf = (amount: number) => (whole === 0 ? 0 : (Math.max(0, amount) / whole) * 100);
  return {
    parts: (Object.keys(fundPartNames) as FundPartName[]).map((name) => ({
      name,
      amount: fund[name],
      share: shareOf(fund[name]),
    })),
    end: whole === 0 ? 100 : shareOf(fund.base),
  };
}

/** The part of the fund that a box keeps: its total, until it is closed. */
export const committedBy = ({ active, total }: { active: number; total: number }): number =>
  boxStateOf(active) === 'closed' ? 0 : total;

/**
 * Returns what the boxes of a store take beyond its fund, in centavos; 0 while it is enough.
 *
 * @param added value of an expense that is not recorded yet
 */
export const excessOf = (disponible: number, added = 0): number => Math.max(0, added - disponible);

/**
 * The fund of a store: `disponible + reembolso + current = base` always.
 *
 * @param base centavos
 * @param boxes every box of the store; `total` in centavos
 */
export function fundOf(base: number, boxes: readonly { active: number; total: number }[]): Fund {
  const sumWhere = (wanted: (state: string) => boolean): number =>
    boxes.filter((box) => wanted(boxStateOf(box.active))).reduce((sum, box) => sum + box.total, 0);
  const current = sumWhere((state) => state === 'open');
  const reembolso = sumWhere((state) => state !== 'open' && state !== 'closed');
  const disponible = boxes.reduce((left, box) => left - committedBy(box), base);
  return {
    base,
    current,
    reembolso,
    disponible,
    porcentaje: availablePercentOf({ base, disponible }),
  };
}

/** The cash count (arqueo) of a store: cash and receipts against the base of its fund. Amounts in centavos. */

const counting: readonly number[] = [...storeProfiles, stages.supervisor.profile];

/** The people of the store and its supervisor count; who else sees the store reads. */
export const mayCount = (profile: ProfileId): boolean => counting.includes(profile);

/** The pieces that there are. @param quantities in the order of the denominations */
export const piecesOf = (quantities: readonly number[]): Pieces[] =>
  denominations.flatMap((denomination, place) => {
    const cantidad = quantities[place] ?? 0;
    return cantidad === 0 ? [] : [{ ...denomination, cantidad }];
  });

export const cashOf = (pieces: readonly Pieces[]): number =>
  pieces.reduce((sum, { valor, cantidad }) => sum + valor * cantidad * 100, 0);

/** The parts of a fund that a count compares. */
export interface CountedFund {
  base: number;
  /** Receipts that are not reimbursed yet: in the open box, and in those that were sent. */
  current: number;
  reembolso: number;
}

/** Cash and receipts less the base: negative when something is missing. */
export const differenceOf = ({ base, current, reembolso }: CountedFund, cash: number): number =>
  cash + current + reembolso - base;

export function differenceInWords(difference: number): string {
  if (difference === 0) return 'Sin diferencia';
  return `${difference > 0 ? 'Sobrante' : 'Faltante'} ${formatMoney(Math.abs(difference))}`;
}

/** Why a count cannot be saved; empty when it can. */
export const countRefusals = (difference: number, nota: string): FailedGuard[] =>
  refusedIf(
    difference !== 0 && nota.trim() === '',
    'nota',
    `Explique la diferencia en la nota: ${differenceInWords(difference)}.`,
  );

export const sameFund = (one: CountedFund, other: CountedFund): boolean =>
  one.base === other.base && one.current === other.current && one.reembolso === other.reembolso;
