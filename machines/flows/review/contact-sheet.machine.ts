/**
 * The receipts of a box before its reviewer, who approves the clean ones at once.
 *
 * loading         the box and its expenses come; those of before stay visible
 * failedToLoad    they did not: try again
 * forbidden       it is not there, or not for this person
 * ready           the receipts are shown; what is clean, ticked and was on the screen can be approved
 * approving       the approval is under way
 * failedToApprove nobody answered: the same approval again, which changes nothing if it has arrived, or the box
 *                 as it is now
 *
 * An approval that was answered, or refused, leads to the box as it is then, under what was said.
 */
import { assign } from 'xstate';
import type { BoxFacts } from '../boxes/box-send-rules.ts';
import type { BoxKey } from '../boxes/box-send.machine.ts';
import { named, write } from '../steps/call-actors.ts';
import { problemOfRules } from '../steps/result.ts';
import {
  flow,
  forbidden,
  givenIn,
  loads,
  retries,
  takes,
  unloaded,
  writes,
} from '../steps/steps.ts';
import {
  approvalRefusals,
  chosenOf,
  type ContactSheetContext,
  type ContactSheetInput,
  nothingSeen,
} from './contact-sheet-rules.ts';

interface Typed {
  observacion: string;
}

interface Chosen {
  id_gasto: number;
}

export type ContactSheetEvent =
  | { type: 'RETRY' }
  /** The receipt of an expense came into sight; sent by its card. */
  | ({ type: 'SEEN' } & Chosen)
  /** Takes the tick of an expense away, or gives it back. */
  | ({ type: 'TICK' } & Chosen)
  | ({ type: 'APPROVE' } & Typed)
  /** Gives up an approval that got no answer, and looks at the box again. */
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
    keepSeen: assign(({ context: { seen } }, { id_gasto }: Chosen) => ({
      seen: seen.includes(id_gasto) ? seen : [...seen, id_gasto],
    })),
    turnTick: assign(({ context: { unticked } }, { id_gasto }: Chosen) => ({
      unticked: unticked.includes(id_gasto)
        ? unticked.filter((id) => id !== id_gasto)
        : [...unticked, id_gasto],
    })),
    keepApproval: assign(({ context }, { observacion }: Typed) => ({
      request: {
        id_caja: context.key.id_caja,
        gastos: chosenOf(context).map(({ id }) => id),
        observacion: observacion.trim(),
      },
      outcome: null,
      problem: null,
    })),
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
  // A receipt comes into sight whatever else is under way, and only once.
  on: { SEEN: { actions: takes('keepSeen') } },
  states: {
    loading: loads('Cargando los soportes', 'loadBox', {
      input: givenIn('key'),
      keep: 'facts',
      shown: 'ready',
      hidden: 'forbidden',
    }),
    failedToLoad: unloaded,
    forbidden,
    ready: {
      description: 'Soportes a la vista',
      on: {
        TICK: { actions: takes('turnTick') },
        APPROVE: [
          {
            guard: takes('approvalIsAllowed'),
            target: 'approving',
            actions: takes('keepApproval'),
          },
          { guard: 'someAreChosen', actions: takes('explainApproval') },
        ],
      },
    },
    approving: writes('Aprobando los gastos', 'aprobarGastos', {
      input: givenIn('request'),
      keep: 'outcome',
      saved: 'loading',
      lost: 'failedToApprove',
      refused: 'loading',
    }),
    failedToApprove: {
      description: 'Aprobación sin respuesta',
      tags: 'failed',
      on: {
        ...retries('approving'),
        BACK: { target: 'loading', actions: 'forgetProblem' },
      },
    },
  },
});
