/** Which events somebody could fire at a box, and who: the law is asked, with each profile in turn. */

import type { BoxEvent, BoxEventType } from './box.machine.ts';
import { type BoxCase, boxContextOf, type Consequence, expenseContextOf } from './box-case.ts';
import type { ExpenseContext, ExpenseEvent, ExpenseEventType } from './expense-guards.ts';
import { decideBox, decideExpense } from './law.ts';
import { type Actor, type ProfileId, profileIds } from './permissions.ts';
import { grantedOf, needsReimbursement, reimbursementCap } from './reimbursement.ts';

export type FiredExpenseEvent = Exclude<ExpenseEventType, Consequence>;

/** An event without its actor. */
type Unsigned<Event> = Event extends unknown ? Omit<Event, 'actor'> : never;

const decision = { observacion: 'Revisado', id_rechazo: 1 };

const split = ({ categoryIds, ...expense }: ExpenseContext) => ({
  desglose: {
    indicador: 1,
    tipo_persona: 'PJ',
    categorias: categoryIds.slice(0, 1),
    valores: [grantedOf(expense)],
    impuestos: [1],
  },
});

/** For each event one that leaves nothing to fill in: it is possible when the law takes this one. */
const boxEvents = {
  'EXPENSE.RECORD': {
    type: 'EXPENSE.RECORD',
    expense: { id: 0, estado: 0, needsMaintenance: false, hasSupport: false },
  },
  'BOX.SEND': { type: 'BOX.SEND' },
  'BOX.SEND_SUPERVISOR': { type: 'BOX.SEND_SUPERVISOR' },
  'BOX.SEND_MAINTENANCE': { type: 'BOX.SEND_MAINTENANCE' },
  'BOX.SEND_PRELIMINARY': { type: 'BOX.SEND_PRELIMINARY' },
  'BOX.SHIP': { type: 'BOX.SHIP', empresa: 'Motorizado', codigo: '' },
  'BOX.SEND_FINAL': { type: 'BOX.SEND_FINAL' },
} satisfies { [Type in BoxEventType]: Unsigned<Extract<BoxEvent, { type: Type }>> };

const expenseEvents = {
  'EXPENSE.ATTACH_SUPPORT': () => ({ type: 'EXPENSE.ATTACH_SUPPORT' }),
  'EXPENSE.REMOVE': () => ({ type: 'EXPENSE.REMOVE' }),
  'EXPENSE.CHOOSE_INVOICE': ({ offeredInvoices }) => ({
    type: 'EXPENSE.CHOOSE_INVOICE',
    url: offeredInvoices[0] ?? '',
  }),
  'EXPENSE.INVOICE_FOUND': ({ offeredInvoices }) => ({
    type: 'EXPENSE.INVOICE_FOUND',
    offered: offeredInvoices,
  }),
  'EXPENSE.ITEMISE': (context) => ({ type: 'EXPENSE.ITEMISE', ...split(context) }),
  'SUPERVISOR.APPROVE': (context) => ({
    type: 'SUPERVISOR.APPROVE',
    ...decision,
    reembolsar: needsReimbursement(context) ? reimbursementCap : null,
  }),
  'SUPERVISOR.REJECT': () => ({ type: 'SUPERVISOR.REJECT', ...decision }),
  'MAINTENANCE.APPROVE': () => ({ type: 'MAINTENANCE.APPROVE', ...decision }),
  'MAINTENANCE.REJECT': () => ({ type: 'MAINTENANCE.REJECT', ...decision }),
  'ACCOUNTING.APPROVE': (context) => ({
    type: 'ACCOUNTING.APPROVE',
    ...decision,
    ...split(context),
  }),
  'ACCOUNTING.REJECT': (context) => ({ type: 'ACCOUNTING.REJECT', ...decision, ...split(context) }),
  'FINAL.APPROVE': () => ({ type: 'FINAL.APPROVE', ...decision }),
  'FINAL.REJECT': () => ({ type: 'FINAL.REJECT', ...decision }),
} satisfies {
  [Type in FiredExpenseEvent]: (
    context: ExpenseContext,
  ) => Unsigned<Extract<ExpenseEvent, { type: Type }>>;
};

/** Somebody of the profile who recorded none of the expenses. */
const somebody = (profile: ProfileId): Actor => ({ id: 0, profile });

const profilesWho = (mayFire: (actor: Actor) => boolean): ProfileId[] =>
  profileIds.filter((profile) => mayFire(somebody(profile)));

export interface AllowedEvent {
  /** Null for an event of the box. */
  id_gasto: number | null;
  evento: BoxEventType | FiredExpenseEvent;
  /** Profiles of which somebody could fire it; at least one. */
  perfiles: ProfileId[];
}

const boxEventsAllowed = (step: BoxCase): AllowedEvent[] =>
  Object.values(boxEvents).map((event) => ({
    id_gasto: null,
    evento: event.type,
    perfiles: profilesWho(
      (actor) => decideBox(step.active, boxContextOf(step), { ...event, actor }).ok,
    ),
  }));

const expenseEventsAllowed = (step: BoxCase): AllowedEvent[] =>
  [...step.expenses].flatMap(([id_gasto, expense]) => {
    const context = expenseContextOf(step, expense);
    return Object.values(expenseEvents).map((make) => {
      const event = make(context);
      return {
        id_gasto,
        evento: event.type,
        perfiles: profilesWho(
          (actor) => decideExpense(expense.estado, context, { ...event, actor }).ok,
        ),
      };
    });
  });

/**
 * What could have been done right after a step: every event of the box and of its expenses that the law
 * then takes from somebody, when all is filled in that the event asks for.
 */
export const allowedAfter = (step: BoxCase): AllowedEvent[] =>
  [...boxEventsAllowed(step), ...expenseEventsAllowed(step)].filter(
    ({ perfiles }) => perfiles.length > 0,
  );
