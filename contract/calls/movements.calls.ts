import { defineCalls, mutation, read } from '../call.ts';
import {
  aFlag,
  aNumber,
  aText,
  anId,
  answer,
  body,
  dateText,
  done,
  filled,
  id,
  listOf,
  money,
  numeric,
  orNull,
  requiredId,
  rowsOf,
  sentRow,
  wholePesos,
} from '../fields.ts';

const required = 'Este campo es obligatorio';

const numberRange = 'Escriba un número entre 1 y 9.999.999';
const boxNumber = () =>
  numeric('un número de caja', /^\d{1,7}$/, Number)
    .integer(numberRange)
    .min(1, numberRange)
    .max(9_999_999, numberRange);

const earlierBox = () =>
  sentRow({
    numero: boxNumber().required(),
    valor: money().moreThan(0, required).required(required),
    dia: dateText().required(required),
  });

export const movementCalls = defineCalls({
  '/movimientosFondo': read({
    summary: 'Los movimientos del fondo de una tienda sin un gasto, el más nuevo primero.',
    who: ['cajaActual', 'historialTienda', 'giros', 'detalleCajaCI', 'editarTienda'],
    body: body({ id_tienda: requiredId() }),
    answer: answer({
      id_tienda: anId(),
      tienda: aText(),
      /** Pesos of the base, and of the part of it that the store is asked to hand in. */
      base: aNumber(),
      por_devolver: aNumber(),
      disponible: aNumber(),
      /** 0: the store is switched off, and its fund is to be settled until its base is 0. */
      activa: aFlag(),
      /** 1: its opening can be written. */
      por_abrir: aFlag(),
      /** Pesos that are out of the fund, with the vales in `en_caja`. */
      en_caja: aNumber(),
      en_proceso: aNumber(),
      por_girar: aNumber(),
      a_cargo: aNumber(),
      movimientos: rowsOf({
        id: anId(),
        /** Such as `Aumento de la base`. */
        concepto: aText(),
        /** Code of its state. */
        estado: aText(),
        /** State of its payment, where it has one. */
        nombre_estado: aText(),
        valor: aNumber(),
        motivo: aText(),
        /** `yyyy-MM-dd HH:mm` in Colombia, and who wrote it. */
        fecha: aText(),
        persona: aText(),
        deudor: aText(),
        id_deudor: orNull(anId()),
        /** `yyyy-MM-dd` and reference of the money that was handed in, or of the payment; empty without. */
        dia: aText(),
        referencia: aText(),
        /** When it was settled, and by whom; empty until then. */
        resuelto: aText(),
        resuelto_por: aText(),
        /** Events that the caller may send: `PAYMENT.RECEIVE`, `PAYMENT.CLAIM`, `MOVEMENT.PAY_IN`, `MOVEMENT.TAKE_BACK`. */
        puede: rowsOf({ evento: aText() }),
      }),
    }),
  }),
  '/abrirFondo': mutation({
    summary:
      'La apertura de una tienda: su fondo es el efectivo contado más lo que está fuera del cajón; el resto queda por girar.',
    who: ['editarTienda'],
    body: body({
      id_tienda: requiredId(),
      base: wholePesos().min(1, required).required(required),
      efectivo: money().required(required),
      /** What the person in charge owes, and the receipts that nobody has recorded. */
      debe: money(),
      sin_registrar: money(),
      /** Number of the next box. */
      siguiente: boxNumber().required(required),
      /** Boxes under way outside: each has a payment of its own. */
      cajas: listOf(earlierBox(), 20),
    }),
    answer: done({ id_movimiento: anId() }),
  }),
  '/deshacerApertura': mutation({
    summary: 'La apertura de una tienda se deshace entera, mientras nada la haya seguido.',
    who: ['editarTienda'],
    body: body({ id_movimiento: requiredId(), motivo: filled(200, required) }),
    answer: done(),
  }),
  '/reconocerMenos': mutation({
    summary: 'De una caja anterior a la apertura se reconoce menos: el resto queda a cargo.',
    who: ['giros'],
    body: body({
      id_movimiento: requiredId(),
      /** Pesos that are granted; 0 for none. */
      valor: money().required(required),
      motivo: filled(200, required),
    }),
    answer: done(),
  }),
  '/consignarMovimiento': mutation({
    summary: 'El dinero de una disminución de la base, de un faltante o de un vale se consignó.',
    who: ['cajaActual', 'giros'],
    body: body({
      id_movimiento: requiredId(),
      dia: dateText().required(required),
      /** Reference of the deposit, or how a debt was paid in. */
      referencia: filled(200, required),
      /** Required from accounting for a debt. */
      id_deudor: id(),
    }),
    answer: done(),
  }),
  '/asumirMovimiento': mutation({
    summary: 'La empresa asume un faltante o un vale: queda por girar.',
    who: ['giros'],
    body: body({ id_movimiento: requiredId(), motivo: filled(200, required) }),
    answer: done(),
  }),
});
