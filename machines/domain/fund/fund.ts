import { type Pieces, denominations, usualLowFund } from '#contract/cash.ts';
import { stages, storeProfiles } from '../stages/stages.ts';
import { boxStateOf, isPending, isRejected } from '../stages/states.ts';
import type { ProfileId } from '../people/profiles.ts';
import { lessGranted } from '../review/reimbursement.ts';
import { formatMoney } from '../values/money.ts';

export const inactiveStore = 'La tienda está inactiva: no puede registrar gastos.';

/** Amounts in centavos. */
export interface ExpenseAmount {
  estado: number;
  valor: number;
  reembolsar: number | null;
}

/** The requested total: the value of all expenses. */
export const totalOf = (expenses: readonly ExpenseAmount[]): number =>
  expenses.reduce((sum, expense) => sum + expense.valor, 0);

/** A reimbursement value replaces the value of its expense. */
const approvedOf = ({ estado, valor, reembolsar }: ExpenseAmount): number =>
  isRejected(estado) ? 0 : (reembolsar ?? valor);

/** Total of what no stage has rejected or reduced, decided or not (`total_aprobado`). */
export const approvedTotalOf = (expenses: readonly ExpenseAmount[]): number =>
  expenses.reduce((sum, expense) => sum + approvedOf(expense), 0);

/** Returns the approved value of an expense; null while it is pending. */
export const grantedOf = (expense: ExpenseAmount): number | null =>
  isPending(expense.estado) ? null : approvedOf(expense);

/** 'Se reconoce $ 15.000 (tope)'; empty where the whole value is granted, and for a rejected expense. */
export function grantNoteOf(expense: ExpenseAmount): string {
  const less = lessGranted(expense);
  return less === '' || isRejected(expense.estado) ? '' : `Se reconoce ${less}`;
}

/** Figures of a box: `requested − rejected − capped − undecided = granted` always. */
export interface BoxFigures {
  /** Value of all expenses. */
  requested: number;
  /** Value of the rejected expenses. */
  rejected: number;
  /** Part of the other expenses that the supervisor did not grant. */
  capped: number;
  /** Part of the undecided expenses that can still be approved. */
  undecided: number;
  /** Approved part of the decided expenses, which is paid once the box is closed. */
  granted: number;
}

/** The same for every reader. */
export function figuresOf(expenses: readonly ExpenseAmount[]): BoxFigures {
  const requested = totalOf(expenses);
  const rejected = totalOf(expenses.filter(({ estado }) => isRejected(estado)));
  const left = approvedTotalOf(expenses);
  const open = approvedTotalOf(expenses.filter(({ estado }) => isPending(estado)));
  const capped = requested - rejected - left;
  return { requested, rejected, capped, undecided: open, granted: left - open };
}

/** Columns of a box with totals of its expenses. */
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
  /** Label of `granted` in a closed box; before the closing, a stage can still reject it. */
  paid: 'Total reembolso',
  /** What accounting has marked in its own pass; part of `granted`. */
  inReview: 'Aprobado en esta revisión',
} as const satisfies Record<keyof BoxFigures | 'paid' | 'inReview', string>;

/** A figure as display text. */
export interface FigureLine {
  label: string;
  amount: string;
}

/**
 * Figures of a box from the requested to the granted value, without the deductions that are zero. An open box has only
 * the requested value.
 */
export function accountOf(expenses: readonly ExpenseAmount[], active: number): FigureLine[] {
  const figures = figuresOf(expenses);
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

/** @param approved the expenses that a pass has approved */
export const approvedInReview = (approved: readonly ExpenseAmount[]): FigureLine => ({
  label: figureNames.inReview,
  amount: formatMoney(approvedTotalOf(approved)),
});

/** The parts of a fund; centavos. */
export interface Fund {
  base: number;
  /** In the open box. */
  current: number;
  /** In boxes that were sent and are not closed. */
  enProceso: number;
  /** Granted in closed boxes and not yet received by the store. */
  porGirar: number;
  /** Not granted in closed boxes and not settled. */
  aCargo: number;
  /** Sum of `enProceso` and `porGirar`. */
  reembolso: number;
  /** Cash that the store should have. */
  disponible: number;
  /** disponible / base as a percentage with at most two decimals; null when the base is 0. */
  porcentaje: number | null;
}

/** Available percentage of the base, with at most two decimals; null when the base is 0. */
export const availablePercentOf = ({
  base,
  disponible,
}: Pick<Fund, 'base' | 'disponible'>): number | null =>
  base === 0 ? null : Math.round((disponible / base) * 10_000) / 100;

/**
 * True for a low fund; a fund without a base is never low.
 *
 * @param percent a fund is low when at most this percentage of its base is available; 0: no fund is low
 */
export const isLow = (
  { base, disponible }: Pick<Fund, 'base' | 'disponible'>,
  percent: number = usualLowFund,
): boolean => percent > 0 && base > 0 && disponible * 100 <= base * percent;

/** A fund without a base can be exceeded, but not low. */
type FundLevel = 'enough' | 'low' | 'exceeded';

export const fundLevelOf = (fund: Pick<Fund, 'base' | 'disponible'>): FundLevel => {
  if (fund.disponible < 0) return 'exceeded';
  return isLow(fund) ? 'low' : 'enough';
};

/** Labels of the parts of a fund, in display order. */
export const fundPartNames = {
  current: 'En la caja abierta',
  enProceso: 'En proceso de reembolso',
  porGirar: 'Por girar',
  aCargo: 'A cargo del responsable',
  disponible: 'Dinero disponible',
} as const satisfies Partial<Record<keyof Fund, string>>;

export type FundPartName = keyof typeof fundPartNames;

/** A part of a fund. The amounts add up to the base; in an exceeded fund, the available amount is negative. */
interface FundPart {
  name: FundPartName;
  /** Centavos. */
  amount: number;
  /** Percentage of the bar; 0 for a negative amount. */
  share: number;
}

/** @returns the parts, and the end of the base on the bar in percent: below 100 when the fund is exceeded */
export function fundPartsOf(fund: Pick<Fund, 'base' | FundPartName>): {
  parts: FundPart[];
  end: number;
} {
  const whole = Math.max(fund.base, fund.base - fund.disponible);
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

/** Fields of a box that affect the fund of its store; centavos, absent amounts are 0. */
export interface FundedBox {
  active: number;
  total: number;
  /** Value of expenses of a box not yet closed that another box has recorded again. */
  trasladado?: number;
  por_girar?: number;
  a_cargo?: number;
}

/** Part of the fund committed to a box: its total, or once closed, the amounts to be paid and owed. */
export const committedBy = (box: FundedBox): number => {
  const { active, total, trasladado = 0, por_girar = 0, a_cargo = 0 } = box;
  return boxStateOf(active) === 'closed' ? por_girar + a_cargo : total - trasladado;
};

/**
 * Returns the centavos by which the boxes of a store exceed its fund; 0 when they do not.
 *
 * @param added value of an expense that is not recorded yet
 */
export const excessOf = (disponible: number, added = 0): number => Math.max(0, added - disponible);

/**
 * The fund of a store: `disponible + current + enProceso + porGirar + aCargo = base` always.
 *
 * @param base centavos
 * @param boxes every box of the store, or sums of them by their state
 */
export function fundOf(base: number, boxes: readonly FundedBox[]): Fund {
  const sumOf = (part: (box: FundedBox) => number): number =>
    boxes.reduce((sum, box) => sum + part(box), 0);
  const inState = (open: boolean) => (box: FundedBox) => {
    const state = boxStateOf(box.active);
    return state === 'closed' || (state === 'open') !== open ? 0 : committedBy(box);
  };
  const current = sumOf(inState(true));
  const enProceso = sumOf(inState(false));
  const porGirar = sumOf(({ por_girar = 0 }) => por_girar);
  const aCargo = sumOf(({ a_cargo = 0 }) => a_cargo);
  const disponible = base - current - enProceso - porGirar - aCargo;
  return {
    base,
    current,
    enProceso,
    porGirar,
    aCargo,
    reembolso: enProceso + porGirar,
    disponible,
    porcentaje: availablePercentOf({ base, disponible }),
  };
}

/** The cash count (arqueo) of a store: cash and receipts against the base of its fund. Amounts in centavos. */

export const supervisorProfile = stages.supervisor.profile;
export const accountingProfile = stages.accounting.profile;

/** Profiles that count unannounced: accounting and internal control. */
const surprising: readonly ProfileId[] = [accountingProfile, 7];

/** The store, its supervisor, and those who count unannounced; other profiles only read. */
export const countingProfiles: readonly ProfileId[] = [
  ...storeProfiles,
  supervisorProfile,
  ...surprising,
];

export const isSurprise = (profile: ProfileId): boolean => surprising.includes(profile);

export const mayCount = (profile: ProfileId): boolean => countingProfiles.includes(profile);

/** Denominations with at least one piece. @param quantities in the order of the denominations */
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
  /** Receipts not yet reimbursed: `current` in the open box, `enProceso` in sent boxes. */
  current: number;
  enProceso: number;
  porGirar: number;
  aCargo: number;
  /** Payments in the available money that the store has not received. */
  sinRecibir: number;
}

/** Expected cash; negative when the fund is exceeded. */
export const cashDue = ({
  base,
  current,
  enProceso,
  porGirar,
  aCargo,
  sinRecibir,
}: CountedFund): number => base - current - enProceso - porGirar - aCargo - sinRecibir;

/** Counted cash less expected cash; negative when cash is missing. */
export const differenceOf = (fund: CountedFund, cash: number): number => cash - cashDue(fund);

/**
 * The difference that coins explain: no purchase with centavos can be paid exactly.
 *
 * @param coin the smallest coin, in centavos
 * @param purchases with centavos, since the last count
 */
export const toleranceOf = (coin: number, purchases: number): number => coin * (1 + purchases);

export function differenceInWords(difference: number): string {
  if (difference === 0) return 'Sin diferencia';
  return `${difference > 0 ? 'Sobrante' : 'Faltante'} ${formatMoney(Math.abs(difference))}`;
}
