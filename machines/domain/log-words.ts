/** What people read of an event of the log, and of a guard that refuses it, when only their names are known. */
import { type BoxEventType, boxGuards } from './box.machine.ts';
import { boxEventNames, expenseEventNames } from './event-names.ts';
import { expenseGuards } from './expense-guards.ts';
import type { SignIn } from './permissions.ts';

const isBoxEvent = (evento: string): evento is BoxEventType => Object.hasOwn(boxEventNames, evento);

const eventNames: Readonly<Record<string, string>> = { ...expenseEventNames, ...boxEventNames };

/** The name of an event for people; an unknown one keeps its own. */
export const eventNameOf = (evento: string): string => eventNames[evento] ?? evento;

const signInNames: Readonly<Record<string, string>> = {
  clave: 'Contraseña',
  clave_totp: 'Segundo factor',
  clave_recuperacion: 'Código de recuperación',
} satisfies Record<SignIn, string>;

/** How the author of an event had signed in, for people. */
export const signInName = (ingreso: string): string => signInNames[ingreso] ?? ingreso;

type Sentences = Readonly<Record<string, { mensaje: string }>>;

/** What a guard says when it refuses an event. @param evento its name tells the machine */
export function guardSentence(evento: string, guardia: string): string {
  const facts: Sentences = isBoxEvent(evento) ? boxGuards : expenseGuards;
  return facts[guardia]?.mensaje ?? 'En el estado de entonces este evento no era posible.';
}

/** What a check found, as a sentence: its words begin small and end without a stop. */
export const findingSentence = (found: string): string =>
  `${found.charAt(0).toUpperCase()}${found.slice(1)}.`;
