/** Movements that change the fund of a store without an expense. */
import { inserting } from '../../platform/database/queries.ts';

export const insertMovement = inserting('movimiento_fondo');
