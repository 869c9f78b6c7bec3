import type * as yup from 'yup';
import { defineCalls, read } from '../call.ts';
import { aNumber, anId, answer, aText, body, filled, rowsOf, namedBox } from '../fields.ts';
import type { Permission } from '../permissions.ts';
import { decisionScreens, reviewedBoxes } from '../wire-stages.ts';

/** Screens that open a search result, by kind; a user without any of them gets no results of that kind. */
export const screensOfFound = {
  cajas: ['verCaja', ...reviewedBoxes, 'verCajaRevisada', 'detalleCajaCI', 'flujo'],
  tiendas: ['cajaActual', 'historialTienda', 'editarTienda'],
  usuarios: ['editarUsuario'],
  gastos: ['detalleGasto', ...decisionScreens, 'detalleGastoCI', 'flujo'],
} as const satisfies Record<string, readonly Permission[]>;

export type FoundKind = keyof typeof screensOfFound;

/** Maximum number of results of each kind. */
export const foundAtMost = {
  cajas: 4,
  tiendas: 4,
  usuarios: 4,
  gastos: 12,
} as const satisfies Record<FoundKind, number>;

const place = {
  ...namedBox,
  /** Pesos. */
  valor: aNumber(),
  fecha: aText(),
  estado: aText(),
  color: aText(),
};

const found = () =>
  answer({
    cajas: rowsOf(place),
    tiendas: rowsOf({ id_tienda: anId(), tienda: aText(), ciudad: aText() }),
    usuarios: rowsOf({ id_usuario: anId(), nombre: aText(), perfil: aText(), email: aText() }),
    gastos: rowsOf({
      id_gasto: anId(),
      proveedor: aText(),
      recibo: aText(),
      concepto: aText(),
      ...place,
    }),
  });

export type Found = yup.InferType<ReturnType<typeof found>>;

const [someScreen, ...screens] = [...new Set(Object.values(screensOfFound).flat())];
if (someScreen === undefined) throw new RangeError('nothing can be found');

export const searchCalls = defineCalls({
  '/buscar': read({
    summary:
      'Busca cajas, tiendas, usuarios y gastos entre lo que la sesión puede ver. El nombre de un mes limita los gastos a ese mes.',
    who: [someScreen, ...screens],
    body: body({ texto: filled(100, 'Escriba qué busca.') }),
    answer: found(),
  }),
});
