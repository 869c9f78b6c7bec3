/** Answers of the server in the tests of the flows. Dates belong to one imagined day, never to today. */
import type { ExpenseRow } from '#contract/calls/boxes.calls.ts';
import type { Expense, BoxLocation } from '#contract/calls/expenses.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { boxStages } from '#machines/domain/box/lifecycle.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import { boxStateOf, boxStates } from '#machines/domain/stages/states.ts';
import type { BoxFacts } from '#machines/flows/boxes/box-send.machine.ts';
import type { RejectionReasonRow } from '#machines/flows/expenses/expense-facts.ts';
import type { Refused } from '#machines/flows/steps/result.ts';

/** The date in the tests of the flows. */
export const imaginedToday = '2030-05-20';

export const people = {
  store: { id: 20, profile: 2 },
  supervisor: { id: 30, profile: 3 },
  maintenance: { id: 50, profile: 5 },
  accounting: { id: 60, profile: 6 },
} as const satisfies Record<string, Person>;

export const refused = (
  status: number,
  msg: string,
  motivos: Refused['motivos'] = [],
): Refused => ({ ok: false, status, msg, motivos });

/** Every refusal that the flows distinguish. */
export const refusedBy = {
  session: refused(401, 'Su sesión terminó. Inicie sesión de nuevo.'),
  permission: refused(403, 'No tiene permiso para hacer esto.'),
  absence: refused(404, 'No se encontró lo que busca.'),
  change: refused(409, 'La información cambió mientras la revisaba. Actualice la página.'),
  rule: refused(422, 'Por favor complete todos los campos', [
    { guardia: 'recibo', mensaje: 'Recuerda que solo se aceptan letras y números' },
  ]),
} as const;

export const written = (msg = 'Datos almacenados') => [{ status: '200' as const, msg }];

export const reasons: RejectionReasonRow[] = [
  { id: 1, nombre: 'Soporte ilegible' },
  { id: 2, nombre: 'No corresponde a caja menor' },
];

/** Location of a box in a state, as the server answers; maintenance is included only in that state. */
function locationIn(active: number): BoxLocation {
  const current = boxStages.indexOf(boxStateOf(active));
  const { nombre, color, tipo_usuario } = boxStates[boxStateOf(active)];
  return {
    active,
    estado: nombre,
    color,
    tipo_usuario,
    encargado: tipo_usuario === 'Supervisor' ? 'Carlos Pérez' : '',
    reemplazo: '',
    fondo_excedido: 0,
    decisores: null,
    fecha_movimiento: '2030-05-11 09:10',
    recorrido: boxStages.map((state, index) => ({
      active: boxStates[state].codigo,
      etapa: boxStates[state].etapa,
      encargado: state === 'supervision' ? 'Carlos Pérez' : '',
      situacion:
        index === current
          ? 'actual'
          : state === 'maintenance'
            ? 'no aplica'
            : index < current
              ? 'completada'
              : 'pendiente',
      desde: index <= current && state !== 'maintenance' ? '2030-05-11 09:10' : '',
    })),
  };
}

export const anExpense = (changes: Partial<Expense> = {}): Expense => ({
  id: 7,
  id_caja: 12,
  id_tienda: 3,
  tienda: 'Tienda Centro',
  consecutivo: 4,
  active: 2,
  version: 5,
  fecha_gasto: '2030-05-10',
  recibo: 'R100',
  valor: 12_500,
  valor_f: '$ 12.500',
  concepto: 'Papelería',
  factura_elec: 1,
  numero_factura: 'FE1',
  enlace_factura: '',
  data_factura: [
    {
      numero_factura: 'FE1',
      url: 'https://facturas.test/1',
      nit: '900373923',
      fecha: '2030-05-10',
      valor: 12_500,
    },
    {
      numero_factura: 'FE2',
      url: 'https://facturas.test/2',
      nit: '900373923',
      fecha: '2030-05-11',
      valor: 12_000.5,
    },
  ],
  factura: null,
  avisos_facturas: [],
  soporte: 'abc.pdf',
  soporte_tipo: 'pdf',
  estado: 1,
  nombre_estado: 'Sin revisar',
  color: 'neutral',
  item: 0,
  requiere_mantenimiento: 0,
  informe_novedad: '',
  encargado: '',
  id_usuario_registro: people.store.id,
  registrado_por: 'Tienda',
  cambiado_por: 'Tienda',
  id_usuario_cambio: people.store.id,
  fecha_cambio: '2030-05-11 09:15',
  id_rechazo_supervisor: null,
  id_rechazo_mantenimiento: null,
  id_rechazo_contabilidad: null,
  id_rechazo_contabilidad_dos: null,
  obs_supervisor: '',
  obs_mantenimiento: '',
  obs_contabilidad: '',
  obs_contabilidad_dos: '',
  fecha_supervisor: '',
  fecha_mantenimiento: '',
  fecha_contabilidad: '',
  fecha_contabilidad_dos: '',
  reembolsar: null,
  indicador: null,
  tipo_persona: null,
  item_texto: '',
  fecha_registro: '2030-05-10',
  motivo_rechazo: '',
  correccion: null,
  origen: null,
  registrado_de_nuevo: null,
  asumido: 0,
  id_proveedor: 9,
  repetidos: [],
  ultima_vez: null,
  proveedor: { num_doc: '900373923', digito: '8', nombre: 'Papelería Norte' },
  categorias: [
    {
      id: 1,
      nombre: 'Papelería',
      cuenta: '519530',
      valor_item: null,
      iva_item: null,
      deducible: null,
    },
  ],
  categorias_propias: (changes.categorias ?? [{ id: 1 }]).map(({ id }) => id),
  ubicacion: locationIn(changes.active ?? 2),
  ...changes,
});

export const anExpenseRow = (changes: Partial<ExpenseRow> = {}): ExpenseRow => ({
  id: 7,
  recibo: 'R100',
  numero_factura: '',
  proveedor_doc: '900373923',
  proveedor_nombre: 'Papelería Norte',
  categorias: 'Papelería',
  valor: 12_500,
  valor_f: '$ 12.500',
  reembolsar: null,
  soporte: 'abc.pdf',
  icono: 'pending',
  icono2: '',
  estado: 1,
  nombre_estado: 'Sin revisar',
  color: 'neutral',
  informe_novedad: '',
  requiere_mantenimiento: 0,
  id_usuario_registro: people.store.id,
  categorias_propias: [1],
  enlace_factura: '',
  facturas: [],
  decisiones: [],
  motivo_rechazo: '',
  corregido: '',
  id_usuario_correccion: null,
  registrado_de_nuevo: null,
  asumido: 0,
  fecha: '2030-05-11',
  fecha_gasto: '2030-05-10',
  tienda: 'Tienda Centro',
  consecutivo: null,
  version: 5,
  ...changes,
});

export const aBox = (
  changes: Partial<AnswerOf<'/obtenerCaja'>> = {},
): AnswerOf<'/obtenerCaja'> => ({
  id: 12,
  active: 0,
  consecutivo: null,
  fecha: '2030-05-11',
  total: 12_500,
  total_aprobado: 12_500,
  por_decidir: 12_500,
  estado: 'Abierta',
  color: 'neutral',
  tipo_usuario: 'Tienda',
  fecha_movimiento: '2030-05-11',
  movida_por: '',
  tienda: 'Tienda Centro',
  id_ciudad_tienda: 5,
  id_tienda: 3,
  version: 8,
  ubicacion: locationIn(changes.active ?? 0),
  dias_siguiente: null,
  empresa_anterior: null,
  pdf_abierto: 0,
  ...changes,
});

/** For a store without recorded expenses. */
export const noSuggestions: AnswerOf<'/sugerenciasGasto'> = {
  proveedores: [],
  categorias: [],
  topes: [],
  departamento: null,
  ciudad: null,
};

export const aFund: AnswerOf<'/obtenerDatosTiendaCaja'> = {
  active_: 1,
  id_tienda: 3,
  tienda: 'Tienda Centro',
  base: 500_000,
  disponible: 487_500,
  porcentaje: 97.5,
  reembolso: 0,
  en_proceso: 0,
  por_girar: 0,
  a_cargo_tienda: 0,
  id_formato: 1,
  exceso_fondo: 'avisar',
  vales: [],
};

/** A box with one expense for each row given. */
export const boxFacts = (
  box: Partial<AnswerOf<'/obtenerCaja'>>,
  ...rows: Partial<ExpenseRow>[]
): BoxFacts => {
  const whole = aBox(box);
  return {
    box: whole,
    rows: [...rows.map(anExpenseRow), { total: 12_500 * rows.length, estadoCaja: whole.active }],
    fund: whole.active === 0 ? aFund : null,
    exceedsMaximum: false,
    shipping: {},
  };
};
