import {
  type DdlWords,
  type Engine,
  type Trigger,
  changes,
  differ,
  triggersOf,
} from '../ddl-words.ts';

const tables = ({ int8, flag, end }: DdlWords, engine: Engine): string[] => [
  `create table conteo_caja (
    id_caja ${int8} not null references cajas (id),
    estado integer not null,
    id_tienda ${int8} not null,
    active integer not null,
    ${flag('paso_mantenimiento')},
    cantidad integer not null,
    de_mantenimiento integer not null,
    valor ${int8} not null,
    desde ${int8} not null,
    primary key (id_caja, estado)
  ${end}`,
  `create index conteo_caja_por_espera on conteo_caja
    (active, estado, desde, id_caja, id_tienda, paso_mantenimiento, cantidad)`,
  `create table conteo (
    id_tienda ${int8} not null references tiendas (id) on delete cascade,
    active integer not null,
    ${flag('paso_mantenimiento')},
    estado integer not null,
    cajas integer not null,
    cantidad integer not null,
    valor ${int8} not null,
    primary key (estado, active, id_tienda, paso_mantenimiento)
  ${end}${engine === 'sqlite' ? ', without rowid' : ''}`,
];

/**
 * Value of `conteo_caja.desde`: start of the longest wait among the expenses of a box in a state. 0 when no expense
 * matches, as while PostgreSQL still counts other rows of the same statement.
 */
const waitsSince = `coalesce((select case when min(gastos.cambio) > cajas.fecha_movimiento
      then min(gastos.cambio) else cajas.fecha_movimiento end
    from cajas inner join gastos on gastos.id_caja = cajas.id
    where cajas.id = conteo_caja.id_caja and gastos.estado = conteo_caja.estado
    group by cajas.fecha_movimiento), 0)`;

type Side = 'old' | 'new';
const signs: Record<Side, '-' | '+'> = { old: '-', new: '+' };

/** Old and new side of a change, as rows to subtract and to add. */
const bothSides = (sides: readonly Side[], row: (side: Side, sign: '-' | '+') => string): string =>
  sides.map((side) => `select ${row(side, signs[side])}`).join(' union all ');

/**
 * Adds a change to the counts of the store, in key order, so that concurrent transactions on the same store
 * cannot deadlock.
 */
const intoStore = (
  sides: readonly Side[],
  estado: (side: Side) => string,
  counted: [string, string],
) =>
  `insert into conteo (id_tienda, active, paso_mantenimiento, estado, cajas, cantidad, valor)
    select id_tienda, active, paso_mantenimiento, estado, sum(cajas), sum(cantidad), sum(valor)
    from (
      ${bothSides(
        sides,
        (side, sign) => `${side}.id_tienda as id_tienda, ${side}.active as active,
          ${side}.paso_mantenimiento as paso_mantenimiento, ${estado(side)} as estado, ${sign}1 as cajas,
          ${sign}${counted[0].replace('$', side)} as cantidad, ${sign}${counted[1].replace('$', side)} as valor`,
      )}
    ) as cambios
    group by id_tienda, active, paso_mantenimiento, estado
    order by active, paso_mantenimiento, estado
    on conflict (estado, active, id_tienda, paso_mantenimiento) do update
      set cajas = conteo.cajas + excluded.cajas, cantidad = conteo.cantidad + excluded.cantidad,
        valor = conteo.valor + excluded.valor`;

const ofBoxes = (sides: readonly Side[]) => [intoStore(sides, () => '0', ['1', '$.total'])];
const ofExpenses = (sides: readonly Side[]) => [
  intoStore(sides, (side) => `${side}.estado`, ['$.cantidad', '$.valor']),
];

/** Moves the box in `conteo`, and copies its new columns to its rows of `conteo_caja`. */
const boxMoves = [
  ...ofBoxes(['old', 'new']),
  `update conteo_caja set id_tienda = new.id_tienda, active = new.active,
      paso_mantenimiento = new.paso_mantenimiento, desde = ${waitsSince}
    where id_caja = new.id`,
];

const intoBox = (sides: readonly Side[]): string[] => [
  `insert into conteo_caja
    (id_caja, estado, id_tienda, active, paso_mantenimiento, cantidad, de_mantenimiento, valor, desde)
    select cajas.id, cambios.estado, cajas.id_tienda, cajas.active, cajas.paso_mantenimiento,
      sum(cambios.cantidad), sum(cambios.de_mantenimiento), sum(cambios.valor), 0
    from (
      ${bothSides(
        sides,
        (side, sign) => `${side}.id_caja as id_caja, ${side}.estado as estado, ${sign}1 as cantidad,
          ${sign}${side}.requiere_mantenimiento as de_mantenimiento, ${sign}${side}.valor as valor`,
      )}
    ) as cambios inner join cajas on cajas.id = cambios.id_caja
    group by cajas.id, cambios.estado
    order by cajas.id, cambios.estado
    on conflict (id_caja, estado) do update set cantidad = conteo_caja.cantidad + excluded.cantidad,
      de_mantenimiento = conteo_caja.de_mantenimiento + excluded.de_mantenimiento,
      valor = conteo_caja.valor + excluded.valor`,
  ...sides.flatMap((side) => [
    `delete from conteo_caja
      where id_caja = ${side}.id_caja and estado = ${side}.estado and cantidad = 0`,
    `update conteo_caja set desde = ${waitsSince}
      where id_caja = ${side}.id_caja and estado = ${side}.estado`,
  ]),
];

const counters: readonly Trigger[] = [
  { name: 'caja_nueva', when: 'after insert on cajas for each row', does: ofBoxes(['new']) },
  {
    name: 'caja_borrada',
    when: 'after delete on cajas for each row',
    does: [...ofBoxes(['old']), 'delete from conteo_caja where id_caja = old.id'],
  },
  {
    name: 'caja_movida',
    when: changes('cajas', 'id_tienda', 'active', 'paso_mantenimiento', 'fecha_movimiento'),
    does: boxMoves,
  },
  {
    name: 'caja_valorada',
    when: `after update of total on cajas for each row when (old.total <> new.total
      and not (${differ('id_tienda', 'active', 'paso_mantenimiento', 'fecha_movimiento')}))`,
    does: ofBoxes(['old', 'new']),
  },
  { name: 'gasto_nuevo', when: 'after insert on gastos for each row', does: intoBox(['new']) },
  { name: 'gasto_borrado', when: 'after delete on gastos for each row', does: intoBox(['old']) },
  {
    name: 'gasto_cambiado',
    when: changes('gastos', 'id_caja', 'estado', 'requiere_mantenimiento', 'valor', 'cambio'),
    does: intoBox(['old', 'new']),
  },
  {
    name: 'grupo_nuevo',
    when: 'after insert on conteo_caja for each row',
    does: ofExpenses(['new']),
  },
  {
    name: 'grupo_borrado',
    when: 'after delete on conteo_caja for each row',
    does: ofExpenses(['old']),
  },
  {
    name: 'grupo_cambiado',
    when: changes('conteo_caja', 'id_tienda', 'active', 'paso_mantenimiento', 'cantidad', 'valor'),
    does: ofExpenses(['old', 'new']),
  },
];

/**
 * Counts and values of expenses by box and state, and of boxes and expenses by store and state (`estado` 0: boxes).
 * Triggers update the counts in the transaction of every change; the audit recomputes them.
 */
export const counts = (words: DdlWords, engine: Engine): string[] => [
  ...tables(words, engine),
  ...counters.flatMap(triggersOf('cuenta', engine)),
];
