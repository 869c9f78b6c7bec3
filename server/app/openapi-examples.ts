/** Requests of the main job, from the sign-in to the send of a decided box, as the documentation shows them. */
import type { CallPath } from '#contract/contract.ts';

const token = 'el-token-de-la-aplicacion';

const ofCalls: Partial<Record<CallPath, object>> = {
  '/auth/user': { token, email: 'tienda@empresa.co', password: 'una frase larga y propia' },
  '/enviarGasto': {
    token,
    id_tienda: 3,
    fecha_gasto: '2026-11-25',
    id_proveedor: 12,
    recibo: 'A1204',
    valor: 38_500,
    concepto: 'Bombillos de la bodega',
    categoria: [5],
    tipo_factura: 0,
  },
  '/enviarCaja': { token, id_tienda: 3, id_caja: 81, version: 14 },
  '/guardarSupervisor': {
    token,
    id_caja: 81,
    id_gasto: 415,
    estado: 3,
    item: 0,
    observacion: 'Conforme con el soporte',
  },
  '/enviarCajaSupervisor': { token, id_caja: 81 },
};

export const examples: Readonly<Record<string, object | undefined>> = ofCalls;
