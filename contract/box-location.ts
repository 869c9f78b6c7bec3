/** Location of a box: the same answer beside a box and beside one of its expenses. */
import type * as yup from 'yup';
import {
  aCount,
  aNumber,
  anId,
  answer,
  aText,
  oneOfTexts,
  orNull,
  rowsOf,
  someOf,
} from './fields.ts';

/** Names a box in a row that leads to it. */
export const namedBox = {
  id_caja: anId(),
  id_tienda: anId(),
  tienda: aText(),
  consecutivo: orNull(aCount()),
  /** Code of its state. */
  active: aCount(),
};

/** Progress of a box in a stage (`situacion`). */
const stageSituations = ['completada', 'actual', 'pendiente', 'no aplica'] as const;
export type StageSituation = (typeof stageSituations)[number];

export const boxLocation = () =>
  answer({
    /** Code and name of the state. */
    active: aCount(),
    estado: aText(),
    color: aText(),
    /** Profile in charge, '—' when nobody is, and the person's name; '' where any person of the profile may go on. */
    tipo_usuario: aText(),
    encargado: aText(),
    /** «Carlos decide por Luz Marina hasta el 5 dic» while the person in charge is absent; else ''. */
    reemplazo: aText(),
    /** The people who may decide the box where it is; null where any person of the profile may. */
    decisores: orNull(someOf(anId())),
    /** Pesos by which the boxes of the store exceed its fund while this one takes from it; 0 while it is enough. */
    fondo_excedido: aNumber(),
    /** `yyyy-MM-dd HH:mm` in Colombia: since when. */
    fecha_movimiento: aText(),
    /**
     * Every stage, in their order; `desde` is '' where the box has not been, `encargado` where any person of the
     * profile may go on.
     */
    recorrido: rowsOf({
      active: aCount(),
      etapa: aText(),
      encargado: aText(),
      situacion: oneOfTexts(stageSituations),
      desde: aText(),
    }),
  });

export type BoxLocation = yup.InferType<ReturnType<typeof boxLocation>>;
