/** What the formats of the file for the bank can hold. */
import type { BankFormat } from '#contract/calls/payments.calls.ts';
import { type FailedGuard, refusedIf } from '#contract/errors.ts';
import { withoutAccents } from '../values/texts.ts';

/** Digits of the paying account in Bancolombia's PAB. */
const pabPayerDigits = 11;

interface PayingAccount {
  formato_giros: BankFormat;
  nit_empresa: string;
  cuenta_pagadora: string;
  tipo_cuenta_pagadora: string;
}

/** Why a format cannot write the payer; empty when it can. A CSV has no payer. */
export function payerRefusals(payer: PayingAccount): FailedGuard[] {
  if (payer.formato_giros === 'csv') return [];
  return [
    ...(['nit_empresa', 'cuenta_pagadora', 'tipo_cuenta_pagadora'] as const).flatMap((field) =>
      refusedIf(payer[field] === '', field, 'El formato PAB lo necesita.'),
    ),
    ...refusedIf(
      payer.cuenta_pagadora.length > pabPayerDigits,
      'cuenta_pagadora',
      `El formato PAB solo guarda cuentas de hasta ${pabPayerDigits} dígitos: elija CSV, u otra cuenta.`,
    ),
  ];
}

/** A text in the signs that banks take: letters without accents, digits, spaces and `.,-&` between them. */
export const bankText = (text: string): string =>
  withoutAccents(text)
    .replace(/[^A-Za-z0-9 .,&-]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[^A-Za-z0-9]+/, '')
    .trim();
