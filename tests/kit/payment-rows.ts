/** Payments and batches as in the answers of the server. */
import type { AnswerLine, BankAnswer } from '#machines/flows/payments/bank-answer.machine.ts';
import type { Batch, BatchFacts, Payment } from '#machines/flows/payments/payment.kinds.ts';
import { paymentStates } from '#machines/domain/payment/payment-states.ts';

type State = keyof typeof paymentStates;

export function aPayment(
  id_caja: number,
  state: State = 'waiting',
  changes: Partial<Payment> = {},
): Payment {
  const { codigo, nombre, color } = paymentStates[state];
  return {
    id_caja,
    id_tienda: 3,
    tienda: 'Tienda Centro',
    consecutivo: id_caja,
    valor: 90_000,
    concepto: '',
    retenido: 0,
    asume: null,
    asumido_por: '',
    por_retener: null,
    estado: codigo,
    nombre_estado: nombre,
    color,
    via: 'transferencia',
    banco: 'Bancolombia',
    cuenta: '•••• 4471',
    desde: Date.UTC(2026, 5, 16, 15),
    id_lote: null,
    preparado_por: '',
    autorizado_por: '',
    dia: '',
    referencia: '',
    motivo: '',
    nota: '',
    problema: '',
    referencia_propia: '',
    desde_dia: '',
    devolucion: null,
    gente_cuenta: null,
    cuenta_desde: '',
    titular: 'Ana Ruiz',
    a_mano: 0,
    sin_autorizador: 0,
    anteriores: [],
    ...changes,
  };
}

/** `count` payments, from box 1 on. */
export const somePayments = (count: number, state: State = 'waiting'): Payment[] =>
  Array.from({ length: count }, (_, index) => aPayment(index + 1, state));

/** Batch 5, prepared by user 20. */
export function aBatch(payments: readonly Payment[], archivo: Batch['archivo'] = null): BatchFacts {
  const inState = (...states: readonly State[]) =>
    payments.filter(({ estado }) => states.some((state) => paymentStates[state].codigo === estado))
      .length;
  return {
    payments: [...payments],
    batch: {
      id: 5,
      creado: '2026-06-17 10:00',
      preparado_por: 'Diana',
      id_preparado_por: 20,
      estado: 'preparado',
      nombre_estado: 'Preparado',
      color: 'info',
      reciente_hasta: null,
      preparados: inState('prepared'),
      autorizados: inState('authorised'),
      enviados: inState('sent', 'claimed'),
      girados: inState('paid', 'received'),
      fuera: 0,
      formato: 'csv' as const,
      comprobado: 1 as const,
      valor: payments.reduce((sum, { valor }) => sum + valor, 0),
      archivo,
    },
  };
}

export const aBankFile = {
  numero: 5,
  nombre: 'giros-2026-06-17-lote-5.csv',
  formato: 'csv' as const,
  sha256: 'ab12',
  registros: 2,
  valor: 180_000,
  bytes: 320,
};

export const anAnswerLine = (changes: Partial<AnswerLine> = {}): AnswerLine => ({
  linea: 2,
  documento: '',
  cuenta: '•••• 4471',
  valor: '90000',
  referencia: '88',
  estado: 'PAGADO',
  motivo: '',
  resultado: 'hecho',
  id_caja: 1,
  tienda: 'Tienda Centro',
  consecutivo: 1,
  problema: '',
  ...changes,
});

/** An answer of Bancolombia about four payments: one made, one refused, two questions. */
export const aBankAnswer = (changes: Partial<BankAnswer> = {}): BankAnswer => ({
  formato: { id: 1, nombre: 'Bancolombia' },
  aviso: '',
  encabezados: [],
  lineas: [
    anAnswerLine(),
    anAnswerLine({
      linea: 3,
      estado: 'RECHAZADO',
      motivo: 'Cuenta inexistente',
      resultado: 'rechazado',
      id_caja: 2,
      consecutivo: 2,
    }),
    anAnswerLine({
      linea: 4,
      estado: 'EN PROCESO',
      resultado: 'pregunta',
      id_caja: null,
      consecutivo: 3,
      problema: 'Falta acordar qué significa «EN PROCESO».',
    }),
    anAnswerLine({
      linea: 5,
      resultado: 'pregunta',
      id_caja: null,
      tienda: '',
      consecutivo: null,
      problema: 'El giro es de $ 90.000.',
    }),
  ],
  palabras: [
    {
      palabra: 'EN PROCESO',
      lineas: 1,
      sentido: null,
      acordada: 0,
      propuesta_por: '',
      id_propuesta_por: null,
    },
  ],
  sin_respuesta: [{ id_caja: 3, tienda: 'Tienda Centro', consecutivo: 3 }],
  ...changes,
});
