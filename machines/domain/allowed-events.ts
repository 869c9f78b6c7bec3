/** The events that somebody could fire at a box, and by which profile. */
import type { BoxEventType } from './box/box.machine.ts';
import { type BoxCase, refusalsOfIntention } from './box/box-case.ts';
import { boxEventNames, expenseEventNames } from './history/event-names.ts';
import { isConsequence } from './expense/expense.machine.ts';
import type { ExpenseDeed, ExpenseEventType } from './expense/expense-guards.ts';
import { type Person, type ProfileId, profileIds } from './people/profiles.ts';

type DeedType = ExpenseDeed['type'];

const boxEventTypes = Object.keys(boxEventNames) as BoxEventType[];
const deedTypes = (Object.keys(expenseEventNames) as ExpenseEventType[]).filter(
  (type): type is DeedType => !isConsequence(type),
);

/** The profiles of which somebody who recorded none of the expenses may do something. */
const profilesWho = (mayFire: (actor: Person) => boolean): ProfileId[] =>
  profileIds.filter((profile) => mayFire({ id: 0, profile }));

export interface AllowedEvent {
  /** Null for an event of the box. */
  id_gasto: number | null;
  evento: BoxEventType | DeedType;
  /** Profiles of which somebody could fire it; at least one. */
  perfiles: ProfileId[];
}

/**
 * Returns every event of the box and of its expenses that the law takes from somebody after a step, when the
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
      deedTypes.map((type) => ({
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
