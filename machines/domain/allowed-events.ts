/** The events that somebody could fire at a box, and by which profile. */
import type { BoxEventType } from './box/box.machine.ts';
import { type BoxCase, refusalsOfIntention } from './box/box-case.ts';
import { boxEventNames, expenseEventNames } from './history/event-names.ts';
import { isConsequence } from './expense/expense.machine.ts';
import type { ExpenseCommand, ExpenseEventType } from './expense/expense-guards.ts';
import { type Person, type ProfileId, profileIds } from './people/profiles.ts';

type CommandType = ExpenseCommand['type'];

const boxEventTypes = Object.keys(boxEventNames) as BoxEventType[];
const commandTypes = (Object.keys(expenseEventNames) as ExpenseEventType[]).filter(
  (type): type is CommandType => !isConsequence(type),
);

/** The profiles of which somebody who recorded none of the expenses may do something. */
const profilesWho = (mayFire: (actor: Person) => boolean): ProfileId[] =>
  profileIds.filter((profile) => mayFire({ id: 0, profile }));

export interface AllowedEvent {
  /** Null for an event of the box. */
  id_gasto: number | null;
  evento: BoxEventType | CommandType;
  /** Profiles of which somebody could fire it; at least one. */
  perfiles: ProfileId[];
}

/**
 * Returns every event of the box and of its expenses that the state machine takes from somebody after a step, when the
 * form of the event is filled in.
 */
export const allowedAfter = (step: BoxCase): AllowedEvent[] =>
  [
    ...boxEventTypes.map((type) => ({
      id_gasto: null,
      evento: type,
      perfiles: profilesWho(
        (actor) =>
          refusalsOfIntention(step, { type: 'box', idGasto: null, event: { type, actor } })
            .length === 0,
      ),
    })),
    ...[...step.expenses.keys()].flatMap((idGasto) =>
      commandTypes.map((type) => ({
        id_gasto: idGasto,
        evento: type,
        perfiles: profilesWho(
          (actor) =>
            refusalsOfIntention(step, { type: 'expense', idGasto, event: { type, actor } })
              .length === 0,
        ),
      })),
    ),
  ].filter(({ perfiles }) => perfiles.length > 0);
