import { type SnapshotFrom, assign } from 'xstate';
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { AnswerOf, RequestOf } from '#contract/contract.ts';
import type { Reviewer } from '../../domain/stages/stages.ts';
import type { FailedGuard } from '#contract/errors.ts';
import type { Person } from '../../domain/people/profiles.ts';
import {
  type JointApproval,
  groupByReason,
  individualReasons,
} from '../../domain/case/joint-approval.ts';
import type { BoxFacts, BoxKey } from '../boxes/box-send.machine.ts';
import { caseOfBox, expenseRowsOf } from '../boxes/box.selectors.ts';
import { type Problem, named, problemOfRules, write } from '../steps/result.ts';
import { type Phrases, phrasesFor, withLatest } from './decision-rules.ts';
import {
  flow,
  forbidden,
  requiredFrom,
  loadState,
  unansweredState,
  withEvent,
  loadFailedState,
  writeState,
} from '../steps/steps.ts';

/** Rules of the contact sheet: which expenses of a box are clean, and which of them an approval includes. */

export interface ContactSheetInput {
  actor: Person;
  key: { sender: Reviewer; id_caja: number };
  /** The user's last phrases. */
  phrases: Phrases;
}

const nothingSeen = {
  facts: null as BoxFacts | null,
  /** Expenses whose receipt was on the screen. */
  seen: [] as readonly number[],
  /** Clean expenses that the user unticked. */
  unticked: [] as readonly number[],
  /** The body of the approval under way, or of the last one. */
  request: null as RequestOf<'/aprobarGastos'> | null,
  /** The answer to the last approval; null before the first. */
  outcome: null as AnswerOf<'/aprobarGastos'> | null,
  problem: null as Problem | null,
};

export type ContactSheetContext = ContactSheetInput & typeof nothingSeen;

type Sheet = Pick<ContactSheetContext, 'actor' | 'facts' | 'seen' | 'unticked'>;

/** An expense on the sheet; without reasons it is clean. */
export interface SheetCard {
  row: ExpenseRow;
  motivos: readonly FailedGuard[];
}

const cardsFor = ({ actor, facts }: Sheet, observacion: string): SheetCard[] => {
  if (facts === null) return [];
  const before = caseOfBox(facts.box, facts.rows);
  const approval: JointApproval = { actor, observacion, lote: 1 };
  return expenseRowsOf(facts.rows).map((row) => ({
    row,
    motivos: individualReasons(before, row, approval),
  }));
};

/** Stands for any observation: whether an expense is clean does not depend on its words. */
const anyObservation = '-';

/** Per answer of the server: the rules judge hundreds of expenses once, and not in every selector. */
const judged = new WeakMap<BoxFacts, { actor: Person; cards: SheetCard[] }>();

/** Every expense of the box, in its order. */
function cardsOf(sheet: Sheet): SheetCard[] {
  const { actor, facts } = sheet;
  if (facts === null) return [];
  const known = judged.get(facts);
  if (known?.actor === actor) return known.cards;
  const cards = cardsFor(sheet, anyObservation);
  judged.set(facts, { actor, cards });
  return cards;
}

const isClean = ({ motivos }: SheetCard): boolean => motivos.length === 0;

/** The clean expenses that are ticked. */
const tickedOf = (sheet: Sheet): ExpenseRow[] =>
  cardsOf(sheet)
    .filter((card) => isClean(card) && !sheet.unticked.includes(card.row.id))
    .map(({ row }) => row);

/** The ticked expenses whose receipt was on the screen; an unseen one is never approved. */
const chosenOf = (sheet: Sheet): ExpenseRow[] =>
  tickedOf(sheet).filter(({ id }) => sheet.seen.includes(id));

/** Why the chosen expenses cannot be approved with this observation; empty when they can. */
function approvalRefusals(sheet: Sheet, observacion: string): FailedGuard[] {
  const chosen = chosenOf(sheet).map(({ id }) => id);
  if (chosen.length === 0)
    return [
      { guardia: 'someAreChosen', mensaje: 'Ningún gasto sin novedad está elegido y a la vista.' },
    ];
  const cards = cardsFor(sheet, observacion.trim());
  return groupByReason(
    cards
      .filter(({ row }) => chosen.includes(row.id))
      .map(({ row, motivos }) => ({ id: row.id, motivos })),
  );
}

/**
 * The receipts of a box, whose reviewer approves the clean expenses together.
 *
 * loading         the box and its expenses are loading; the previous ones stay visible
 * failedToLoad    loading failed: RETRY
 * forbidden       the box does not exist, or the user may not see it
 * ready           the receipts are shown; clean expenses that are ticked and were on the screen can be approved
 * approving       the approval is under way
 * approved        transient: the observation becomes the latest phrase of an approval
 * failedToApprove no answer: RETRY sends the same approval, which changes nothing if it has arrived; BACK reloads
 *                 the box
 *
 * After an answer or a refusal the box is reloaded, below its message.
 */

interface Typed {
  observacion: string;
}

interface Chosen {
  id_gasto: number;
}

export type ContactSheetEvent =
  | { type: 'RETRY' }
  /** The receipt of an expense became visible; sent by its card. */
  | ({ type: 'SEEN' } & Chosen)
  /** Toggles the tick of an expense. */
  | ({ type: 'TICK' } & Chosen)
  | ({ type: 'APPROVE' } & Typed)
  /** Gives up an approval without an answer, and reloads the box. */
  | { type: 'BACK' };

const contactSheet = flow<{
  context: ContactSheetContext;
  events: ContactSheetEvent;
  input: ContactSheetInput;
}>()({
  loadBox: named<BoxFacts, BoxKey>('loadBox'),
  aprobarGastos: write('/aprobarGastos'),
}).extend({
  guards: {
    approvalIsAllowed: ({ context }, { observacion }: Typed) =>
      approvalRefusals(context, observacion).length === 0,
    someAreChosen: ({ context }) => chosenOf(context).length > 0,
  },
  actions: {
    setSeen: assign(({ context: { seen } }, { id_gasto }: Chosen) => ({
      seen: seen.includes(id_gasto) ? seen : [...seen, id_gasto],
    })),
    turnTick: assign(({ context: { unticked } }, { id_gasto }: Chosen) => ({
      unticked: unticked.includes(id_gasto)
        ? unticked.filter((id) => id !== id_gasto)
        : [...unticked, id_gasto],
    })),
    setApproval: assign(({ context }, { observacion }: Typed) => ({
      request: {
        id_caja: context.key.id_caja,
        gastos: chosenOf(context).map(({ id }) => id),
        observacion: observacion.trim(),
      },
      outcome: null,
      problem: null,
    })),
    setPhrase: assign({
      phrases: ({ context: { phrases, request } }) =>
        withLatest(phrases, 'approved', request?.observacion ?? ''),
    }),
    /** The page implements it. */
    storePhrases: (_, _phrases: Phrases) => undefined,
    explainApproval: assign(({ context }, { observacion }: Typed) => ({
      problem: problemOfRules(approvalRefusals(context, observacion)),
    })),
  },
});

export const contactSheetMachine = contactSheet.createMachine({
  id: 'contactSheet',
  description:
    'Los soportes de una caja ante quien la revisa, que aprueba a la vez los que no tienen novedad.',
  context: ({ input }) => ({ ...input, ...nothingSeen }),
  initial: 'loading',
  // In every state: a receipt becomes visible only once.
  on: { SEEN: { actions: withEvent('setSeen') } },
  states: {
    loading: loadState('Cargando los soportes', 'loadBox', {
      input: requiredFrom('key'),
      assignTo: 'facts',
      shown: 'ready',
      hidden: 'forbidden',
    }),
    failedToLoad: loadFailedState,
    forbidden,
    ready: {
      description: 'Soportes a la vista',
      on: {
        TICK: { actions: withEvent('turnTick') },
        APPROVE: [
          {
            guard: withEvent('approvalIsAllowed'),
            target: 'approving',
            actions: withEvent('setApproval'),
          },
          { guard: 'someAreChosen', actions: withEvent('explainApproval') },
        ],
      },
    },
    approving: writeState('Aprobando los gastos', 'aprobarGastos', {
      input: requiredFrom('request'),
      assignTo: 'outcome',
      saved: 'approved',
      lost: 'failedToApprove',
      refused: 'loading',
    }),
    approved: {
      description: 'Gastos aprobados',
      entry: ['setPhrase', { type: 'storePhrases', params: ({ context }) => context.phrases }],
      always: 'loading',
    },
    failedToApprove: unansweredState('Aprobación sin respuesta', 'approving', 'loading'),
  },
});

/** Selectors of the contact sheet. */

/** Phrases of the user's approvals to choose from. */
export const phrasesOf = ({ context }: ContactSheetSnapshot): string[] =>
  phrasesFor('approved', '', context.phrases);

export type ContactSheetSnapshot = SnapshotFrom<typeof contactSheetMachine>;

export const cleanCardsOf = ({ context }: ContactSheetSnapshot): SheetCard[] =>
  cardsOf(context).filter(isClean);

const isDecided = ({ motivos }: SheetCard): boolean =>
  motivos.some(({ guardia }) => guardia === 'expenseIsUndecided');

/** Undecided expenses that need a decision of their own. */
export const apartCardsOf = ({ context }: ContactSheetSnapshot): SheetCard[] =>
  cardsOf(context).filter((card) => !isClean(card) && !isDecided(card));

export const isTicked = ({ context }: ContactSheetSnapshot, id: number): boolean =>
  !context.unticked.includes(id);

/** Number of expenses that an approval would include. */
export const chosenCount = ({ context }: ContactSheetSnapshot): number => chosenOf(context).length;

/** Number of ticked expenses whose receipt has not been on the screen. */
export const unseenCount = ({ context }: ContactSheetSnapshot): number =>
  tickedOf(context).length - chosenOf(context).length;

/** Why nothing can be approved, regardless of the observation; empty when something can. */
export const approvalReasons = (snapshot: ContactSheetSnapshot): string[] =>
  chosenCount(snapshot) > 0
    ? []
    : approvalRefusals(snapshot.context, '').map(({ mensaje }) => mensaje);

/** 'Se aprobaron 9 gastos.'; null while there is nothing to say. */
export function noticeOf({ context: { outcome } }: ContactSheetSnapshot): string | null {
  const approved = outcome?.[0]?.aprobados.length;
  if (approved === undefined) return null;
  return approved === 1 ? 'Se aprobó 1 gasto.' : `Se aprobaron ${approved} gastos.`;
}

/** The expenses that the last approval left out, with the reason: a line for each. */
export const leftLines = ({ context: { outcome, facts } }: ContactSheetSnapshot): string[] =>
  (outcome?.[0]?.dejados ?? []).flatMap(({ mensaje, gastos }) =>
    expenseRowsOf(facts?.rows ?? [])
      .filter(({ id }) => gastos.includes(id))
      .map(({ recibo, proveedor_nombre }) => `Recibo ${recibo} · ${proveedor_nombre}: ${mensaje}`),
  );
