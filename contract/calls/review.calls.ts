import { defineCalls, mutation } from '../call.ts';
import {
  aText,
  anId,
  body,
  choice,
  code,
  dateText,
  done,
  flag,
  id,
  line,
  listOf,
  money,
  requiredId,
  rowsOf,
  someOf,
  text,
  version,
} from '../fields.ts';
import { wireStages } from '../wire-stages.ts';

/** Legal person (PJ) and natural person (PN). */
export const personTypes = ['PJ', 'PN'] as const;

/** Fields of every decision; the state machine determines whether observation and reason are required. */
const decision = <const Codes extends readonly number[]>(codes: Codes) => ({
  id_gasto: requiredId(),
  estado: code(codes).required(),
  observacion: text(1_000).nullable(),
  id_rechazo: id().nullable(),
  version: version(),
  /** 1: the receipt was shown to the reviewer; stored in the event log. */
  soporte_visto: flag(),
});

export const reviewCalls = defineCalls({
  '/guardarSupervisor': mutation({
    summary: 'El supervisor aprueba (3) o rechaza (4) un gasto.',
    who: ['verCajaSupervisor'],
    body: body({
      ...decision(wireStages.supervisor.codes),
      id_caja: requiredId(),
      item: flag(),
      reembolsar: money().nullable(),
    }),
    answer: done(),
  }),
  '/guardarMantenimiento': mutation({
    summary: 'Mantenimiento aprueba (9) o rechaza (10) un gasto.',
    who: ['verCajaMantenimiento'],
    body: body({ ...decision(wireStages.maintenance.codes), id_caja: requiredId(), item: flag() }),
    answer: done(),
  }),
  '/guardarContabilidad': mutation({
    summary:
      'Contabilidad decide en la primera revisión (6, 7) o en la final (15, 16), o guarda solo la itemización (3).',
    who: ['detalleGastoContabilidad'],
    body: body({
      ...decision([3, ...wireStages.accounting.codes, ...wireStages.final.codes]),
      id_caja: id(),
      item: flag().required(),
      indicadorImpuesto: id().nullable(),
      item_texto: text(200).nullable(),
      item_valor: listOf(money().nullable().defined()),
      iva_item: listOf(id().nullable().defined()),
      /** 0: the tax of the row is part of the cost; null: by its tax. */
      deducible: listOf(flag().nullable().defined()),
      categorias: listOf(requiredId()),
      categorias_nuevas: listOf(requiredId()),
      proveedor: line(200).nullable(),
      id_proveedor: id().nullable(),
      tipo_persona: choice(personTypes).nullable(),
      numero_factura: text(100).nullable(),
      fecha_gasto: dateText().nullable(),
    }),
    answer: done(),
  }),
  '/guardarContabilidadFinal': mutation({
    summary: 'Contabilidad decide en la revisión final (15, 16).',
    who: ['detalleGastoContabilidadFinal'],
    body: body({ ...decision(wireStages.final.codes), id_caja: id() }),
    answer: done(),
  }),
  '/aprobarGastos': mutation({
    summary: 'Aprueba a la vez los gastos sin novedad de una caja; dice cuáles dejó y por qué.',
    who: ['verCajaSupervisor', 'verCajaMantenimiento', 'detalleGastoContabilidadFinal'],
    body: body({
      id_caja: requiredId(),
      gastos: listOf(requiredId(), 1_000).min(1).required(),
      observacion: text(1_000).nullable(),
    }),
    answer: done({
      aprobados: someOf(anId()),
      /** Each refusal reason, with the expenses that were not approved for it. */
      dejados: rowsOf({
        guardia: aText(),
        mensaje: aText(),
        gastos: someOf(anId()),
      }),
    }),
  }),
  '/elegirFacturaElectronica': mutation({
    summary: 'Elige una de las facturas electrónicas encontradas.',
    who: ['detalleGastoSupervisor'],
    body: body({
      id_gasto: requiredId(),
      recibo: text(100).required(),
      url: text(2_000).required(),
    }),
    answer: done(),
  }),
});
