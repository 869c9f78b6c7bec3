/** The last four digits of an account; empty where there is none. */
export const maskedAccount = (numero: string): string =>
  numero === '' ? '' : `•••• ${numero.slice(-4)}`;
