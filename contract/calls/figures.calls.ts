import * as yup from 'yup';
import { defineCalls, read } from '../call.ts';
import {
  aCount,
  aFlag,
  anId,
  aNumber,
  answer,
  aText,
  body,
  choice,
  dateText,
  id,
  listBody,
  money,
  oneOfTexts,
  optionalPart,
  orNull,
  rowsOf,
  someOf,
  text,
  whole,
  namedBox,
} from '../fields.ts';
import { type TargetedState, targetFields } from './administration.calls.ts';
import { delayGroups, whose } from './workflow.calls.ts';

/** What a closed box got: all that was requested, a part of it, nothing. */
export const caseOutcomes = ['completo', 'parcial', 'nada'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** What a selection is compared with: as many days before it, all other cases of its period, or another selection. */
export const comparisons = ['anterior', 'resto', 'otro'] as const;
export type Comparison = (typeof comparisons)[number];

/** What late cases may have in common. */
const caseAttributes = [
  'tienda',
  'supervisor',
  'formato',
  'ciudad',
  'categoria',
  'valor',
  'mantenimiento',
  'rechazo',
  'correccion',
  'dia_envio',
] as const;
export type CaseAttribute = (typeof caseAttributes)[number];

/** By what rework is grouped: the store, who rejected, the reason, the category of the expense. */
export const reworkGroups = ['tienda', 'persona', 'motivo', 'categoria'] as const;
export type ReworkGroup = (typeof reworkGroups)[number];

/** What the rules allow and a company looks at. */
export const deviationKinds = [
  'rapidas',
  'mismas_manos',
  'corregido',
  'repetido',
  'tarde',
  'fraccionado',
  'bajo_tope',
  'persona_tiendas',
  'novedad',
] as const;
export type DeviationKind = (typeof deviationKinds)[number];

/** Policies that are applied to what happened. */
export const casePolicies = [
  'mantenimiento_desde',
  'previa_limpia_hasta',
  'envio_diario',
  'limite_categoria',
  'meta',
] as const;
export type CasePolicy = (typeof casePolicies)[number];

/** The states whose target a policy may change. */
export const targetedStates = Object.keys(targetFields) as TargetedState[];

/** The cases of a figure: boxes that were closed in a period and that fit everything that is given. */
const cases = {
  desde: dateText().required('Elija la fecha inicial.'),
  hasta: dateText().required('Elija la fecha final.'),
  ...whose,
  /** Of one of the expenses. */
  id_categoria: id(),
  /** Pesos that the box requested. */
  valor_min: money(),
  valor_max: money(),
  resultado: choice(caseOutcomes),
};

const group = yup.object(cases);
type CaseGroup = yup.InferType<typeof group>;

/** Milliseconds of working time; null without cases. */
const measures = () =>
  orNull(
    answer({
      media: aCount(),
      mediana: aCount(),
      p90: aCount(),
      minimo: aCount(),
      maximo: aCount(),
    }),
  );

/** How many cases there are and how they went. */
const figures = () =>
  answer({
    casos: aCount(),
    /** Pesos that they requested. */
    valor: aNumber(),
    /** From the first expense to the closing. */
    ciclo: measures(),
    /** From the first expense until the store had the money; of those that have it. */
    al_dinero: measures(),
    /** Cases that were at some stage for longer than its target. */
    tarde: aCount(),
    /** Cases with a rejection or a correction. */
    retrabajo: aCount(),
    /** Cases of the happy path: neither of the two, and no maintenance. */
    directos: aCount(),
    variantes: aCount(),
    /** Changes of hands, of all cases. */
    relevos: aCount(),
  });

/** A state of the box on the path of a case; the flags say what happened there. */
const pathSteps = () => rowsOf({ estado: aText(), rechazo: aFlag(), correccion: aFlag() });

/** Cases at a stage: waiting ends with the first event of a person there, working with the send. Milliseconds, in all. */
const stageTimes = {
  estado: aText(),
  casos: aCount(),
  espera: aCount(),
  trabajo: aCount(),
  mediana: aCount(),
  p90: aCount(),
  tarde: aCount(),
};

const aCase = {
  id_caja: anId(),
  id_tienda: anId(),
  tienda: aText(),
  consecutivo: orNull(aCount()),
};

/** Calls of the analyst's figures (docs/figures.md). Durations are working time in milliseconds, amounts pesos. */
export const figuresCalls = defineCalls({
  '/flujoCiclo': read({
    summary: 'Cuánto tardan las cajas, del primer gasto al cierre y al dinero, y por qué partes.',
    who: ['flujo'],
    body: body(cases),
    answer: answer({
      /** Boxes of the same stores that are sent and not closed now. */
      en_curso: aCount(),
      cifras: figures(),
      /** The case with the longest time to the money; null where none has it. */
      peor_al_dinero: orNull(answer(aCase)),
      /** By the week of the closing, which begins on this Monday. */
      semanas: rowsOf({ lunes: aText(), casos: aCount(), mediana: aCount(), p90: aCount() }),
      /** Cases that took at least `desde` and less than `hasta` working days. */
      distribucion: rowsOf({ desde: aCount(), hasta: aCount(), casos: aCount() }),
      /** In the order of the workflow; `meta` in working days. */
      etapas: rowsOf({ ...stageTimes, meta: orNull(aCount()) }),
      /** The greatest differences between late cases and the others come first. */
      comunes: rowsOf({
        atributo: oneOfTexts(caseAttributes),
        valor: aText(),
        tarde: aCount(),
        otros: aCount(),
      }),
    }),
  }),
  '/flujoVariantes': read({
    summary: 'Los caminos que siguieron las cajas, del más común al menos común, y sus vueltas.',
    who: ['flujo'],
    body: body(cases),
    answer: answer({
      casos: aCount(),
      variantes: rowsOf({
        /** Names the variant in `/flujoCasos`. */
        camino: aText(),
        pasos: pathSteps(),
        casos: aCount(),
        media: aCount(),
        mediana: aCount(),
        /** Pesos that its cases requested. */
        valor: aNumber(),
        ejemplo: answer(aCase),
      }),
      /** Expenses that came back to their store and were decided again, by state of the box. */
      bucles: rowsOf({ estado: aText(), casos: aCount(), vueltas: aCount() }),
    }),
  }),
  '/flujoRetrabajo': read({
    summary: 'Rechazos y correcciones: en cuántas cajas, dónde y cuántos días cuestan.',
    who: ['flujo'],
    body: body(cases),
    answer: answer({
      casos: aCount(),
      retrabajo: aCount(),
      rechazos: aCount(),
      correcciones: aCount(),
      /** Mean duration of the cases with rework, and of those without; null where there are none. */
      media_con: orNull(aCount()),
      media_sin: orNull(aCount()),
      grupos: rowsOf({
        por: oneOfTexts(reworkGroups),
        id: anId(),
        nombre: aText(),
        /** Cases of the store, cases in which the person decided, cases with the reason or the category. */
        casos: aCount(),
        /** Those of them in which the group has rework. */
        retrabajo: aCount(),
        /** Rejections; of a store and a category with the corrections. */
        veces: aCount(),
        /** How much longer these took, in the mean, than cases without rework; null where one of the two is missing. */
        costo: orNull(aNumber()),
      }),
    }),
  }),
  '/flujoEtapas': read({
    summary: 'Espera y trabajo en cada etapa por persona o tienda, relevos y carga por día.',
    who: ['flujo'],
    body: body({ ...cases, por: choice(delayGroups).required() }),
    answer: answer({
      filas: rowsOf({ id: anId(), nombre: aText(), ...stageTimes }),
      /** Cases by how often they changed hands. */
      relevos: rowsOf({ relevos: aCount(), casos: aCount() }),
      /** Boxes that came to a stage and that left one, by day of the week, 1 for Monday. */
      carga: rowsOf({ dia: anId(), llegadas: aCount(), salidas: aCount() }),
    }),
  }),
  '/flujoCasos': read({
    summary: 'Las cajas cerradas de las que hablan las cifras.',
    who: ['flujo'],
    list: true,
    body: listBody({ ...cases, camino: text(200), tarde: choice(['si', 'no']) }),
    /** The one that took longest comes first. Sorted by any field but `pasos` and `personas`. */
    answer: rowsOf({
      ...namedBox,
      total: aNumber(),
      total_aprobado: aNumber(),
      /** The first expense, the closing, and the money; null until the store has it. */
      inicio: aCount(),
      cierre: aCount(),
      recibido: orNull(aCount()),
      duracion: aCount(),
      rechazos: aCount(),
      correcciones: aCount(),
      relevos: aCount(),
      tarde: aFlag(),
      pasos: pathSteps(),
      /** Who took part in it, by name. */
      personas: someOf(aText()),
    }),
  }),
  '/flujoComparar': read({
    summary: 'Las cifras de unas cajas junto a las del periodo anterior, a las demás o a otras.',
    who: ['flujo'],
    body: body({
      ...cases,
      contra: choice(comparisons).required(),
      /** The other selection, for `otro`; without it everything of the period. */
      otro: optionalPart<CaseGroup>(cases),
    }),
    answer: answer({
      estas: figures(),
      otras: figures(),
      /** What the two are called, by what tells them apart. */
      nombres: answer({ estas: aText(), otras: aText() }),
      etapas: rowsOf({ estado: aText(), estas: measures(), otras: measures() }),
      /** The differences, each in a Spanish sentence. */
      frases: someOf(aText()),
    }),
  }),
  '/flujoDesviaciones': read({
    summary: 'Lo que las reglas permiten y conviene mirar, y si el registro está íntegro.',
    who: ['flujo'],
    body: body(cases),
    answer: answer({
      /** The last nightly audit; null before the first. */
      integridad: orNull(answer({ instante: aCount(), hallazgos: aCount() })),
      clases: rowsOf({
        clase: oneOfTexts(deviationKinds),
        /** The threshold of the settings; null where there is none. */
        umbral: orNull(aNumber()),
        cantidad: aCount(),
        /** The newest hundred of them. */
        casos: rowsOf({
          ...aCase,
          id_gasto: orNull(anId()),
          instante: aCount(),
          /** Who did it; '' where nobody did. */
          persona: aText(),
          /** A Spanish line. */
          detalle: aText(),
        }),
      }),
      /** Cash counts of the period that found more or less than was due; of them the newest hundred. */
      arqueos: answer({
        cantidad: aCount(),
        casos: rowsOf({
          id: anId(),
          id_tienda: anId(),
          tienda: aText(),
          instante: aCount(),
          persona: aText(),
          /** Pesos; negative when something is missing. */
          diferencia: aNumber(),
        }),
      }),
    }),
  }),
  '/flujoSimular': read({
    summary: 'Qué habría pasado con otra política, caja por caja, sobre lo que de verdad ocurrió.',
    who: ['flujo'],
    body: body({
      ...cases,
      politica: choice(casePolicies).required(),
      /** Pesos, for `mantenimiento_desde`, `previa_limpia_hasta` and `limite_categoria`. */
      limite: money(),
      /** For `limite_categoria`. */
      categoria_limite: id(),
      /** For `meta`: the state and its working days. */
      estado: choice(targetedStates),
      dias: whole(1, 365),
    }),
    answer: answer({
      casos: aCount(),
      /** As it was, and as it would have been. */
      antes: answer({ decisiones: aCount(), pesos: aNumber(), tiempo: aCount(), tarde: aCount() }),
      despues: answer({
        decisiones: aCount(),
        pesos: aNumber(),
        tiempo: aCount(),
        tarde: aCount(),
      }),
      /** Rejections that would have been missed, and their pesos. */
      rechazos_perdidos: aCount(),
      valor_perdido: aNumber(),
      /** Boxes in which something would have been different; the greatest difference first, at most 200. */
      cajas: rowsOf({
        ...aCase,
        decisiones: aNumber(),
        pesos: aNumber(),
        tiempo: aNumber(),
        rechazos_perdidos: aCount(),
      }),
    }),
  }),
});
