/** Paths of the screens that handle each kind of pending item. */
import type { PendingItem, PendingKind } from '#contract/calls/pending.calls.ts';
import { stageOf } from './found-paths.ts';
import { pathTo, uploadPath } from './paths.ts';

type Way = (item: PendingItem, profile: number, idGasto: number | undefined) => string;

const boxOfReviewer: Way = (item, profile) => {
  const stage = stageOf(profile, item.active);
  return pathTo(stage?.box ?? 'verCaja', { idCaja: item.id_caja ?? 0 });
};

const ways: Record<PendingKind, Way> = {
  decidir: (item, profile, idGasto) => {
    const stage = stageOf(profile, item.active);
    return stage && idGasto !== undefined
      ? pathTo(stage.expense, { idCaja: item.id_caja ?? 0, idGasto })
      : boxOfReviewer(item, profile, undefined);
  },
  enviar: boxOfReviewer,
  reclamo: ({ id_lote }) => pathTo('girosLote', { idLote: id_lote ?? 0 }),
  devolucion: ({ id_lote }) => pathTo('girosLote', { idLote: id_lote ?? 0 }),
  autorizar: ({ id_lote }) => pathTo('girosLote', { idLote: id_lote ?? 0 }),
  sinAutorizador: () => pathTo('listarUsuarios'),
  girar: () => pathTo('giros'),
  diferencia: ({ id_tienda }) => pathTo('arqueosTienda', { idTienda: id_tienda }),
  liquidar: ({ id_tienda }) => pathTo('movimientosTienda', { idTienda: id_tienda }),
  papeles: ({ id_caja }) => pathTo('verCajaRevisada', { idCaja: id_caja ?? 0 }),
  despachar: ({ id_caja }) => pathTo('verCajaRevisada', { idCaja: id_caja ?? 0 }),
  soporte: ({ id_tienda }, _, idGasto) =>
    idGasto === undefined
      ? pathTo('cajaActual', { idTienda: id_tienda })
      : uploadPath(id_tienda, idGasto),
  corregir: ({ id_tienda, id_caja }, _, idGasto) =>
    idGasto === undefined
      ? pathTo('verCaja', { idCaja: id_caja ?? 0 })
      : pathTo('corregirGasto', { idTienda: id_tienda, idGasto }),
  recibir: ({ id_caja }) => pathTo('verCaja', { idCaja: id_caja ?? 0 }),
  arqueo: ({ id_tienda }) => pathTo('arqueosCaja', { idTienda: id_tienda }),
  vale: ({ id_tienda }) => pathTo('valesCaja', { idTienda: id_tienda }),
  aCargo: ({ id_tienda }) => pathTo('aCargoCaja', { idTienda: id_tienda }),
  fondo: ({ id_tienda }) => pathTo('cajaActual', { idTienda: id_tienda }),
  rechazo: (_, __, idGasto) =>
    idGasto === undefined ? pathTo('historialCaja') : pathTo('detalleGasto', { idGasto }),
};

/** @param idGasto an expense of the item; its first one by default */
export const pendingPath = (
  item: PendingItem,
  profile: number,
  idGasto: number | undefined = item.gastos[0]?.id_gasto,
): string => ways[item.tipo](item, profile, idGasto);
