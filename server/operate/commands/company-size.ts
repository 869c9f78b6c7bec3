/** Options of `npm run demo` for the size of a company. */
import { countOf } from '#machines/domain/values/texts.ts';
import { StartError } from '../../platform/errors/http-error.ts';
import { givenOptions } from './command.ts';

export const demoUsage = 'Uso: npm run demo [-- --stores tiendas --years años]';
const usage = `Hay una opción que no se conoce, o le falta su valor. ${demoUsage}`;
const most = { stores: 5_000, years: 10 } as const;
export type CompanySize = Record<keyof typeof most, number>;

function numberIn(name: keyof CompanySize, text: string | undefined): number {
  if (text === undefined) return 1;
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= most[name]) return number;
  throw new StartError(
    `--${name} debe ser un número entero entre 1 y ${countOf(most[name])}; se recibió «${text}».`,
  );
}

/**
 * @returns null without such an option
 * @throws StartError for an option that is unknown or lacks its value, and for anything but a whole number from 1 up
 */
export function companySizeIn(args: string[]): CompanySize | null {
  const option = { type: 'string' } as const;
  const options = { stores: option, years: option };
  const { stores, years } = givenOptions({ options }, usage, args).values;
  if (stores === undefined && years === undefined) return null;
  return { stores: numberIn('stores', stores), years: numberIn('years', years) };
}
