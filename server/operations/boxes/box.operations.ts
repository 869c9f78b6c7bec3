import { box, boxAsList } from './box-detail.ts';
import { boxHistory, pendingBoxes } from './box-lists.ts';
import { rowsOfBox } from './expense-rows.ts';
import { mailLegalisation } from './mail-legalisation.ts';
import { reviewSends, sendCurrentBox } from './send-box.ts';
import { shipPapers, shippingOfBox } from './ship-papers.ts';
import { currentBox, storeFund } from './store-fund.ts';

export const boxOperations = {
  '/obtenerDatosTiendaCaja': storeFund,
  '/obtenerCajaActual': currentBox,
  '/gastosCaja': rowsOfBox,
  '/gastosCajaMantenimiento': rowsOfBox,
  '/gastosCajaContabilidad': rowsOfBox,
  '/enviarCaja': sendCurrentBox,
  ...reviewSends,
  '/enviarSoporteCaja': shipPapers,
  '/enviarSoporteCorreo': mailLegalisation,
  '/obtenerSoportes': shippingOfBox,
  '/historialCajas': boxHistory,
  '/verCajaDetalle': boxAsList,
  '/obtenerCaja': box,
  '/cajasPendientesContabilidad': pendingBoxes,
};
