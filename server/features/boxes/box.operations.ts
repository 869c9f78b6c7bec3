import { box, boxAsList } from './box-detail.ts';
import { boxHistory, pendingBoxes } from './box-lists.ts';
import { rowsOfBox } from './expense-rows.ts';
import { reviewSends, sendCurrentBox } from './send-box.ts';

export const boxOperations = {
  '/gastosCaja': rowsOfBox,
  '/gastosCajaMantenimiento': rowsOfBox,
  '/gastosCajaContabilidad': rowsOfBox,
  '/enviarCaja': sendCurrentBox,
  ...reviewSends,
  '/historialCajas': boxHistory,
  '/verCajaDetalle': boxAsList,
  '/obtenerCaja': box,
  '/cajasPendientesContabilidad': pendingBoxes,
};
