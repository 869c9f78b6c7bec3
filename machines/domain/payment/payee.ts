/** What a payment is of: a box, or a movement of a fund. One number names it: a movement has the negative of its id. */
export interface Payee {
  /** Column of the attempts to pay it. */
  column: 'id_caja' | 'id_movimiento';
  id: number;
}

export const keyOf = ({ column, id }: Payee): number => (column === 'id_caja' ? id : -id);

export const keyOfMovement = (id: number): number => keyOf({ column: 'id_movimiento', id });

export const payeeOf = (key: number): Payee =>
  key > 0 ? { column: 'id_caja', id: key } : { column: 'id_movimiento', id: -key };
