/** The form of a record as a person left it, over what the record holds by the time that it is read again. */
import type { Shown } from '../steps/changes.ts';

/** The fields of a form as texts, which tell later what became another value. */
export const shownValues = (values: object): Shown =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [name, JSON.stringify(value)]),
  );

/** Puts what was typed over today's form: a field that was left as it was shown is today's. */
export function typedOver<Values extends object>(
  today: Values,
  { values, shown }: { values: Values; shown: Shown },
): Values {
  const typed = shownValues(values);
  return Object.fromEntries(
    Object.entries(today).map(([name, value]: [string, unknown]) => [
      name,
      typed[name] === shown[name] ? value : (values as Record<string, unknown>)[name],
    ]),
  ) as Values;
}

/** The record is no longer as it was shown to whoever typed. */
export const changedSince = (today: object, shown: Shown): boolean =>
  Object.entries(shownValues(today)).some(([name, text]) => shown[name] !== text);
