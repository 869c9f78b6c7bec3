/** Spanish words for events of the log and for guards that refuse them, of which only the names are known. */
import { boxGuards } from '../box/box.machine.ts';
import {
  boxEventNames,
  expenseEventNames,
  owedEventNames,
  paymentEventNames,
} from './event-names.ts';
import { owedGuards } from '../payment/owed.machine.ts';
import { paymentGuards } from '../payment/payment.machine.ts';
import { expenseGuards } from '../expense/expense-guards.ts';
import { expenseStateNameOf, type LoggedChange, placedChange } from '../expense/expense-places.ts';
import type { SignIn } from '../people/profiles.ts';
import { boxStates } from '../box/states.ts';

const eventNames: Readonly<Record<string, string>> = {
  ...expenseEventNames,
  ...boxEventNames,
  ...paymentEventNames,
  ...owedEventNames,
};

/** The name of an event for people; an unknown one keeps its own. */
export const eventNameOf = (evento: string): string => eventNames[evento] ?? evento;

const storedBoxStates: Readonly<Record<string, { nombre: string }>> = boxStates;

/** The name of a state of a box; an unknown one keeps its own. */
export const boxStateNameOf = (state: string): string => storedBoxStates[state]?.nombre ?? state;

/** The names of the states before and after an event of the log. */
export function stateNamesOf(
  event: LoggedChange & { id_gasto: number | null },
): [from: string, to: string] {
  if (event.id_gasto === null) return [boxStateNameOf(event.desde), boxStateNameOf(event.hacia)];
  const { desde, hacia } = placedChange(event);
  return [expenseStateNameOf(desde), expenseStateNameOf(hacia)];
}

const signInNames: Readonly<Record<string, string>> = {
  clave: 'Contraseña',
  clave_totp: 'Segundo factor',
  clave_recuperacion: 'Código de recuperación',
} satisfies Record<SignIn, string>;

/** The Spanish name of a way to sign in. */
export const signInName = (ingreso: string): string => signInNames[ingreso] ?? ingreso;

type Sentences = Readonly<Record<string, { mensaje: string }>>;

/** The guards of each machine, by the names of its events. */
const guardsByEvent: readonly (readonly [object, Sentences])[] = [
  [boxEventNames, boxGuards],
  [paymentEventNames, paymentGuards],
  [owedEventNames, owedGuards],
];

/** The sentence of a guard that refuses an event. @param evento its name tells the machine */
export function guardSentence(evento: string, guardia: string): string {
  const [facts] = guardsByEvent.filter(([names]) => Object.hasOwn(names, evento));
  const sentences: Sentences = facts?.[1] ?? expenseGuards;
  return sentences[guardia]?.mensaje ?? 'En el estado de entonces este evento no era posible.';
}

/** Makes a sentence of a finding, which begins small and ends without a stop. */
export const findingSentence = (found: string): string =>
  `${found.charAt(0).toUpperCase()}${found.slice(1)}.`;
