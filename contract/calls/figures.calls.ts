import type * as yup from 'yup';
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
  part,
  orNull,
  rowsOf,
  someOf,
  text,
  whole,
  namedBox,
} from '../fields.ts';
import { type TargetedState, targetFields } from './administration.calls.ts';
import { chartNames, delayGroups, storeFilters } from './workflow.calls.ts';

export const yesOrNo = ['si', 'no'] as const;

/** Outcome of a closed box: the whole requested value, a part of it, or nothing was granted. */
export const caseOutcomes = ['completo', 'parcial', 'nada'] as const;
export type CaseOutcome = (typeof caseOutcomes)[number];

/** Comparison group: the same number of days before, the other cases of the period, or another selection. */
export const comparisons = ['anterior', 'resto', 'otro'] as const;
export type Comparison = (typeof comparisons)[number];

/** Attributes by which late cases are compared with the others. */
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

/** Grouping of rework: by store, by the person who decided, by reason, or by name of the category of the expense. */
export const reworkGroups = ['tienda', 'persona', 'motivo', 'categoria'] as const;
export type ReworkGroup = (typeof reworkGroups)[number];

/** Kinds of deviations: cases that the rules allow but that deserve a look. */
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

/** Policies that can be simulated on past cases. */
export const casePolicies = [
  'mantenimiento_desde',
  'previa_limpia_hasta',
  'envio_diario',
  'limite_categoria',
  'meta',
] as const;
export type CasePolicy = (typeof casePolicies)[number];

/** States whose target the policy `meta` can change. */
export const targetedStates = Object.keys(targetFields) as TargetedState[];

const reworkKinds = ['rechazo', 'correccion', 'retrabajo'] as const;
export type ReworkKind = (typeof reworkKinds)[number];

/** Rework of a kind, anywhere or while the box was in one state (`rechazo supervision`), or its absence. */
export const caseTraits: readonly string[] = [
  'directo',
  'sin_retrabajo',
  ...reworkKinds.flatMap((kind) => [kind, ...targetedStates.map((state) => `${kind} ${state}`)]),
];

/** Selection of cases: boxes closed in a period that match all given filters. */
const cases = {
  desde: dateText().required('Elija la fecha inicial.'),
  hasta: dateText().required('Elija la fecha final.'),
  ...storeFilters,
  /** Category of at least one of the expenses, or another category with its name. */
  id_categoria: id(),
  /** Range of the requested value, in pesos. */
  valor_min: money(),
  valor_max: money(),
  resultado: choice(caseOutcomes),
  /** The variant. */
  camino: text(200),
  /** A state that the box or an expense left (`box supervision`), or one of some transitions (`box BOX.SEND open supervision`). */
  paso: text(500),
  con: choice(caseTraits),
  mantenimiento: choice(yesOrNo),
  tarde: choice(yesOrNo),
  /** The state whose target was exceeded; with `id_persona`, in a stay that this person ended. */
  tarde_en: choice(targetedStates),
  /** A participant, and the reason of a rejection. */
  id_persona: id(),
  id_motivo: id(),
  /** Whole working days of the duration: at least, and less than. */
  dias_min: whole(0, 10_000),
  dias_max: whole(1, 100_000),
  relevos: whole(0, 10_000),
  /** Day of the week of the send by the store, 1 for Monday. */
  dia_envio: whole(1, 7),
};

export const caseGroup = part(cases);
type CaseGroup = yup.InferType<typeof caseGroup>;

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

/** Key figures of a selection of cases. */
const figures = () =>
  answer({
    casos: aCount(),
    /** Requested value, in pesos. */
    valor: aNumber(),
    /** From the first expense to the closing. */
    ciclo: measures(),
    /** From the send by the store to the closing. */
    del_envio: measures(),
    /** From the first expense until the store confirmed the money; only cases with a confirmed payment. */
    al_dinero: measures(),
    /** Cases that exceeded the target of some stage. */
    tarde: aCount(),
    /** Cases in which a stage decided an expense again. */
    retrabajo: aCount(),
    /** Happy path: cases without rejection, correction and maintenance. */
    directos: aCount(),
    variantes: aCount(),
    /** Hand-overs, summed over all cases. */
    relevos: aCount(),
    /** Expenses recorded, and those that a stage rejected. */
    gastos: aCount(),
    rechazados: aCount(),
  });

/** States of the box on the path of a case, with flags for a rejection or correction in that state. */
const pathSteps = () => rowsOf({ estado: aText(), rechazo: aFlag(), correccion: aFlag() });

/** Elapsed times at a stage: `espera` ends with the first user event there, `trabajo` with the send. Sums in milliseconds. */
const stageTimes = {
  estado: aText(),
  casos: aCount(),
  espera: aCount(),
  trabajo: aCount(),
  mediana: aCount(),
  p90: aCount(),
  tarde: aCount(),
};

/** Of all cases, or of a group: those of the store, of the category, with the reason, with the person as participant. */
const reworkFigures = {
  casos: aCount(),
  rechazos: aCount(),
  /** Decisions of a stage about an expense that it had decided before. */
  reprocesos: aCount(),
  /** Cases with such a decision, and cases without any. */
  retrabajo: aCount(),
  limpios: aCount(),
  /** Mean duration of `retrabajo` less that of `limpios`; null when one of them has fewer than five cases. */
  costo: orNull(aNumber()),
};

const aCase = {
  id_caja: anId(),
  id_tienda: anId(),
  tienda: aText(),
  consecutivo: orNull(aCount()),
};

/** Result of a policy; `cajas` are the boxes that stores send. */
const course = {
  cajas: aCount(),
  decisiones: aCount(),
  pesos: aNumber(),
  tiempo: aCount(),
  tarde: aCount(),
};

/** Calls of the analyst's figures (docs/figures.md). Durations are working time in milliseconds, amounts pesos. */
export const figuresCalls = defineCalls({
  '/flujoHistoria': read({
    summary: 'Lo que pasó en las cajas cerradas: transiciones, tiempo en cada estado y rechazos.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body(cases),
    answer: answer({
      /** Number of events up to the closing, by transition of the charts. */
      transiciones: rowsOf({
        maquina: oneOfTexts(chartNames),
        evento: aText(),
        desde: aText(),
        hacia: aText(),
        veces: aCount(),
      }),
      /** Stays of the boxes and of their expenses, in milliseconds; exact percentiles by nearest rank. */
      estancias: rowsOf({
        maquina: oneOfTexts(chartNames),
        estado: aText(),
        veces: aCount(),
        mediana: aCount(),
        p90: aCount(),
        suma: aCount(),
      }),
      /** Decisions by stage (`supervisor`, `maintenance`, `accounting`, `final`). */
      rechazos: rowsOf({ etapa: aText(), decisiones: aCount(), rechazos: aCount() }),
      motivos: rowsOf({ etapa: aText(), id_rechazo: anId(), nombre: aText(), veces: aCount() }),
    }),
  }),
  '/flujoCiclo': read({
    summary: 'Cuánto tardan las cajas, del primer gasto al cierre y al dinero, y por qué partes.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body(cases),
    answer: answer({
      /** Boxes of the same stores that are now sent and not closed, whatever the period. */
      en_curso: aCount(),
      cifras: figures(),
      /** The case with the longest time to the money; null when no store has received it. */
      peor_al_dinero: orNull(answer(aCase)),
      /** Cases by week of the closing; `lunes` is the Monday of that week. */
      semanas: rowsOf({ lunes: aText(), casos: aCount(), mediana: aCount(), p90: aCount() }),
      /** Boxes of the same stores by whole week, without the other filters; `en_curso` at its end. */
      marcha: rowsOf({
        lunes: aText(),
        enviadas: aCount(),
        cerradas: aCount(),
        en_curso: aCount(),
      }),
      /** Cases that took at least `desde` and less than `hasta` working days. */
      distribucion: rowsOf({ desde: aCount(), hasta: aCount(), casos: aCount() }),
      /** In the order of the workflow; `meta` in working days. */
      etapas: rowsOf({ ...stageTimes, meta: orNull(aCount()) }),
      /** Largest difference between late cases and the others first. */
      comunes: rowsOf({
        atributo: oneOfTexts(caseAttributes),
        /** Id of a store, user, format, city or category, 1 to 7 for a day, 0 for other attributes. */
        clave: aCount(),
        valor: aText(),
        tarde: aCount(),
        otros: aCount(),
        /** The difference may be chance, by Fisher's exact test. */
        azar: aFlag(),
      }),
    }),
  }),
  '/flujoVariantes': read({
    summary: 'Los caminos que siguieron las cajas, del más común al menos común, y sus vueltas.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body(cases),
    answer: answer({
      casos: aCount(),
      variantes: rowsOf({
        /** Identifies the variant in `/flujoCasos`. */
        camino: aText(),
        pasos: pathSteps(),
        casos: aCount(),
        media: aCount(),
        mediana: aCount(),
        /** Requested value of its cases, in pesos. */
        valor: aNumber(),
        ejemplo: answer(aCase),
      }),
      /** Corrections, by state of the box: rejected expenses that the store changed for a new decision. */
      bucles: rowsOf({ estado: aText(), casos: aCount(), vueltas: aCount() }),
    }),
  }),
  '/flujoRetrabajo': read({
    summary: 'Rechazos y correcciones: en cuántas cajas, dónde y cuántos días cuestan.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body(cases),
    answer: answer({
      ...reworkFigures,
      correcciones: aCount(),
      /** Without rework: reasons have only rejections. */
      grupos: rowsOf({
        por: oneOfTexts(reworkGroups),
        id: anId(),
        nombre: aText(),
        ...reworkFigures,
        /** The three most frequent reasons of its rejections. */
        motivos: rowsOf({ nombre: aText(), veces: aCount() }),
      }),
    }),
  }),
  '/flujoEtapas': read({
    summary: 'Espera y trabajo en cada etapa por persona o tienda, relevos y carga por día.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body({ ...cases, por: choice(delayGroups).required() }),
    answer: answer({
      filas: rowsOf({ id: anId(), nombre: aText(), ...stageTimes }),
      /** Cases by number of hand-overs. */
      relevos: rowsOf({ relevos: aCount(), casos: aCount() }),
      /** Arrivals at a stage and departures from one, by day of the week, 1 for Monday. */
      carga: rowsOf({ dia: anId(), llegadas: aCount(), salidas: aCount() }),
    }),
  }),
  '/flujoCasos': read({
    summary: 'Las cajas cerradas de las que hablan las cifras.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    list: true,
    body: listBody(cases),
    /** Longest duration first by default; sortable by any field except `pasos` and `personas`. */
    answer: rowsOf({
      ...namedBox,
      total: aNumber(),
      total_aprobado: aNumber(),
      /** First expense, closing, and receipt of the money, epoch milliseconds; the last is null until then. */
      inicio: aCount(),
      cierre: aCount(),
      recibido: orNull(aCount()),
      duracion: aCount(),
      rechazos: aCount(),
      correcciones: aCount(),
      relevos: aCount(),
      tarde: aFlag(),
      /** The stay furthest beyond its target, in working time; null for a case on time. */
      exceso: orNull(
        answer({
          estado: oneOfTexts(targetedStates),
          tiempo: aCount(),
          meta: aCount(),
          exceso: aCount(),
        }),
      ),
      pasos: pathSteps(),
      /** Names of the participants. */
      personas: someOf(aText()),
    }),
  }),
  '/flujoComparar': read({
    summary: 'Las cifras de unas cajas junto a las del periodo anterior, a las demás o a otras.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body({
      ...cases,
      contra: choice(comparisons).required(),
      /** The other selection, for `contra: 'otro'`; without it, all cases of the period. */
      otro: optionalPart<CaseGroup>(cases),
    }),
    answer: answer({
      estas: figures(),
      otras: figures(),
      /** Names of the two groups, made of the filters that differ. */
      nombres: answer({ estas: aText(), otras: aText() }),
      etapas: rowsOf({ estado: aText(), estas: measures(), otras: measures() }),
      /** The differences, each in a Spanish sentence. */
      frases: someOf(aText()),
    }),
  }),
  '/flujoDesviaciones': read({
    summary: 'Lo que las reglas permiten y conviene mirar, y si el registro está íntegro.',
    who: ['flujo'],
    keys: 'lecturaFlujo',
    body: body({ ...cases, clase: choice(deviationKinds) }),
    answer: answer({
      /** Result of the last nightly audit, with the closed boxes whose figures can be rebuilt; null before the first one. */
      integridad: orNull(answer({ instante: aCount(), hallazgos: aCount(), derivados: aCount() })),
      clases: rowsOf({
        clase: oneOfTexts(deviationKinds),
        /** Threshold from the settings; null for a kind without one. */
        umbral: orNull(aNumber()),
        cantidad: aCount(),
        /** The three persons with the most, and the number of the others. */
        personas: rowsOf({ nombre: aText(), veces: aCount() }),
        otras_personas: aCount(),
        /** The newest: a hundred of each kind or, with `clase`, five thousand of that one. */
        casos: rowsOf({
          ...aCase,
          id_gasto: orNull(anId()),
          instante: aCount(),
          /** Name of the person responsible; '' without one. */
          persona: aText(),
          /** Description in Spanish, one line. */
          detalle: aText(),
        }),
      }),
      /** Cash counts of the period with a difference; `casos` has the newest five thousand. */
      arqueos: answer({
        cantidad: aCount(),
        casos: rowsOf({
          id: anId(),
          id_tienda: anId(),
          tienda: aText(),
          instante: aCount(),
          persona: aText(),
          /** Pesos; negative when cash is missing. */
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
      /** The `siguiente` of the answer before: a long period is computed in parts. */
      desde_caja: id(),
    }),
    answer: answer({
      /** Of this part; its figures add up with those of the other parts. */
      casos: aCount(),
      /** First box of the next part; null in the last one. */
      siguiente: orNull(anId()),
      /** Cases of the next parts. */
      faltan: aCount(),
      /** Actual figures, and figures under the policy. */
      antes: answer(course),
      despues: answer(course),
      /** Rejections that the policy would have missed, and their value in pesos. */
      rechazos_perdidos: aCount(),
      valor_perdido: aNumber(),
      /** Every box with a difference, largest first. */
      cajas: rowsOf({
        ...aCase,
        /** More boxes: daily sending makes one of each day with an expense. */
        cajas: aNumber(),
        decisiones: aNumber(),
        pesos: aNumber(),
        tiempo: aNumber(),
        rechazos_perdidos: aCount(),
      }),
    }),
  }),
});
