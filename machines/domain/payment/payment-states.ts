/** States of a payment: the name in the chart, the code in database and wire, the display name in Spanish. */
import type { PaymentWay } from '#contract/calls/payments.calls.ts';
import type { Tone } from '../stages/states.ts';

interface PaymentStateFacts {
  codigo: string;
  nombre: string;
  color: Tone;
  /** Profile in charge; '—' for none. */
  tipo_usuario: string;
  /** The amount is still to be paid. */
  owes: boolean;
}

export const paymentStates = {
  waiting: {
    codigo: 'porGirar',
    nombre: 'Por girar',
    color: 'info',
    tipo_usuario: 'Contabilidad',
    owes: true,
  },
  prepared: {
    codigo: 'preparado',
    nombre: 'Preparado',
    color: 'info',
    tipo_usuario: 'Contabilidad',
    owes: true,
  },
  authorised: {
    codigo: 'autorizado',
    nombre: 'Autorizado',
    color: 'info',
    tipo_usuario: 'Contabilidad',
    owes: true,
  },
  sent: {
    codigo: 'enviado',
    nombre: 'Enviado al banco',
    color: 'closing',
    tipo_usuario: 'Contabilidad',
    owes: true,
  },
  paid: {
    codigo: 'girado',
    nombre: 'Girado',
    color: 'success',
    tipo_usuario: 'Tienda',
    owes: false,
  },
  claimed: {
    codigo: 'noRecibido',
    nombre: 'No le llegó a la tienda',
    color: 'danger',
    tipo_usuario: 'Contabilidad',
    // It was paid: the money is on its way until the store has it or a return is agreed.
    owes: false,
  },
  received: {
    codigo: 'recibido',
    nombre: 'Recibido',
    color: 'success',
    tipo_usuario: '—',
    owes: false,
  },
  returnProposed: {
    codigo: 'devolucionPropuesta',
    nombre: 'Devolución propuesta',
    color: 'danger',
    tipo_usuario: 'Contabilidad',
    owes: false,
  },
  keptBack: {
    codigo: 'retenido',
    nombre: 'Retenido',
    color: 'neutral',
    tipo_usuario: '—',
    owes: false,
  },
} as const satisfies Record<string, PaymentStateFacts>;

export type PaymentStateName = keyof typeof paymentStates;
export type PaymentCode = (typeof paymentStates)[PaymentStateName]['codigo'];

const names = new Map(
  (Object.keys(paymentStates) as PaymentStateName[]).map((name) => [
    paymentStates[name].codigo as string,
    name,
  ]),
);

/** @throws RangeError on an unknown code. */
export function paymentStateOf(codigo: string): PaymentStateName {
  const name = names.get(codigo);
  if (name === undefined) throw new RangeError(`Unknown payment state ${codigo}`);
  return name;
}

export const paymentCodes = (...states: readonly PaymentStateName[]): PaymentCode[] =>
  states.map((name) => paymentStates[name].codigo);

/** The way of a payment as people read it: a transfer without an account is made by hand. */
export type ShownWay = PaymentWay | 'aMano';

export const shownWay = (via: string, hasAccount: boolean): ShownWay =>
  via === 'transferencia' && !hasAccount ? 'aMano' : (via as PaymentWay);

/** Names of the payment methods as options (`wayNames`) and within a sentence (`wayWords`). */
export const wayNames = {
  transferencia: 'Transferencia',
  efectivo: 'Efectivo',
  cheque: 'Cheque',
  ventas: 'Ventas del día',
  aMano: 'A mano, sin cuenta',
} as const satisfies Record<ShownWay, string>;

export const wayWords = {
  transferencia: 'por transferencia',
  efectivo: 'en efectivo',
  cheque: 'en cheque',
  ventas: 'de las ventas del día',
  aMano: 'a mano',
} as const satisfies Record<ShownWay, string>;

/** Our reference of an attempt, in the file of the bank, in lists and mails: at most 21 letters and digits. */
export const ownReference = (idGiro: number): string => `GIRO${idGiro}`;

/** The id of the attempt whose reference a text has, with whatever a bank wrote around it; null for none. */
export const attemptIn = (text: string): number | null => {
  const [, id] = /\bgiro(\d+)\b/i.exec(text) ?? [];
  return id === undefined ? null : Number(id);
};

/** 'Girado el 12 nov por transferencia, ref. 4471: $ 812.450' @param dia in words @param valor with its sign */
export const paidSentence = (
  dia: string,
  { via, referencia }: { via: ShownWay; referencia: string },
  valor: string,
): string => `Girado el ${dia} ${wayWords[via]}, ref. ${referencia}: ${valor}`;
