/** Movements of a fund without an expense: what each is called, and its state when it is written. */
import { paymentStates } from '../payment/payment-states.ts';

export const movementKinds = {
  apertura: 'Apertura',
  aumento: 'Aumento de la base',
  disminucion: 'Disminución de la base',
  asumido: 'Asumido por la empresa',
  faltante: 'Faltante de un arqueo',
  sobrante: 'Sobrante de un arqueo',
  vale: 'Vale sin legalizar',
} as const;

export type MovementKind = keyof typeof movementKinds;

/** What a movement is called. @param box number of the earlier box that it is of; null for any other */
export const movementName = (kind: MovementKind, box: number | null): string =>
  box === null ? movementKinds[kind] : `${movementKinds[kind]}, caja n.º ${box}`;

interface MovementStateFacts {
  codigo: string;
  nombre: string;
}

/** States of a movement: the code in database and wire, and the display name. */
export const movementStates = {
  asked: { codigo: 'pedida', nombre: 'Por devolver' },
  toPay: { codigo: 'porGirar', nombre: 'Se gira' },
  owed: { codigo: 'aCargo', nombre: 'A cargo' },
  done: { codigo: 'hecho', nombre: 'Hecho' },
  paidIn: { codigo: 'consignado', nombre: 'Consignado' },
  keptBack: { codigo: 'retenido', nombre: 'Retenido de un giro' },
  takenOver: { codigo: 'asumido', nombre: 'Asumido por la empresa' },
  cancelled: { codigo: 'anulado', nombre: 'Anulado' },
  takenBack: { codigo: 'deshecho', nombre: 'Deshecho' },
} as const satisfies Record<string, MovementStateFacts>;

export type MovementStateName = keyof typeof movementStates;

/** @throws RangeError on an unknown code */
export function movementStateOf(codigo: string): MovementStateName {
  const names = Object.keys(movementStates) as MovementStateName[];
  const name = names.find((one) => movementStates[one].codigo === codigo);
  if (name === undefined) throw new RangeError(`Unknown movement state ${codigo}`);
  return name;
}

const firstStates: Record<MovementKind, MovementStateName> = {
  apertura: 'done',
  aumento: 'toPay',
  disminucion: 'asked',
  asumido: 'toPay',
  faltante: 'owed',
  sobrante: 'done',
  vale: 'owed',
};

/**
 * The state of a new movement; a payment that is not followed counts as made at once.
 *
 * @param state of a part of an opening; that of any other movement follows from its kind
 */
export const firstStateOf = (
  kind: MovementKind,
  followsPayments: boolean,
  state: MovementStateName = firstStates[kind],
): MovementStateName => (state === 'toPay' && !followsPayments ? 'done' : state);

/** Centavos of a new movement that are outside the fund, and the code of its payment. */
export const moneyOfMovement = (state: MovementStateName, valor: number) => ({
  por_girar: state === 'toPay' ? valor : 0,
  a_cargo: state === 'owed' ? valor : 0,
  giro: state === 'toPay' ? paymentStates.waiting.codigo : null,
});
