/**
 * Reference figures of the workflow, computed in SQL over the whole log with window functions, where the product reads
 * slices and looks up one event for each.
 */
import { type RawBuilder, sql } from 'kysely';
import { boxStates, expenseStates } from '#machines/domain/stages/states.ts';
import type { Scene } from './box-scene.ts';

export interface Question {
  /** Of the closing; epoch milliseconds, `until` is exclusive. */
  from: number;
  until: number;
  id_tienda?: number;
  id_supervisor?: number;
}

const rows = async <Row>({ db }: Pick<Scene, 'db'>, query: RawBuilder<Row>): Promise<Row[]> =>
  (await query.execute(db)).rows;

const ofAllBoxes = ({ id_tienda, id_supervisor }: Partial<Question>) => sql`cajas.id_tienda in (
  select id from tiendas where (${id_tienda ?? 0} = 0 or id = ${id_tienda ?? 0})
    and (${id_supervisor ?? 0} = 0 or id_supervisor = ${id_supervisor ?? 0}))`;

/** Of sent boxes: the users of these tests see no others, and only count them. */
const ofStores = (question: Partial<Question>) =>
  sql`cajas.active <> 0 and ${ofAllBoxes(question)}`;

/** The boxes that were closed in the period. */
const closedBoxes = (question: Question) => sql`(
  select cierre.id_caja from evento as cierre join cajas on cajas.id = cierre.id_caja
  where cierre.evento = 'BOX.SEND_FINAL'
    and cierre.instante between ${question.from} and ${question.until - 1} and ${ofStores(question)})`;

export const boxesClosedIn = (scene: Scene, question: Question) =>
  rows<{ id_caja: number }>(scene, sql`select * from ${closedBoxes(question)} as cerradas`);

/** The events of those boxes up to the closing. */
const logged = (question: Question) => sql`(
  select evento.* from evento join evento as cierre
    on cierre.id_caja = evento.id_caja and cierre.evento = 'BOX.SEND_FINAL'
  where evento.id_caja in ${closedBoxes(question)}
    and (evento.secuencia <= cierre.secuencia or evento.evento = 'BOX.CLOSED'))`;

const chartOf = sql`case when id_gasto > 0 then 'expense' else 'box' end`;

/** Expenses whose box moved while their own state stayed: no event names them. */
const movedAlong = sql`(
  select movida.id_caja, movida.instante, anterior.id_gasto, anterior.hacia as estado, movida.llegada,
    movida.de, movida.a
  from (select id_caja, secuencia, instante, desde as de, hacia as a, case hacia
      when 'supervision' then 'BOX.SENT' when 'maintenance' then 'BOX.ENTERED_MAINTENANCE'
      when 'preliminary' then 'BOX.ENTERED_PRELIMINARY' when 'readyToShip' then 'BOX.REVIEWED'
      when 'finalAccounting' then 'BOX.SHIPPED' when 'closed' then 'BOX.CLOSED' end as llegada
    from evento where id_gasto is null and desde <> hacia and hacia <> 'open') as movida
  join evento as anterior on anterior.id_caja = movida.id_caja and anterior.id_gasto is not null
    and anterior.secuencia = (select max(e.secuencia) from evento as e
      where e.id_gasto = anterior.id_gasto and e.secuencia < movida.secuencia)
  where anterior.hacia <> 'removed' and not exists (select 1 from evento as e
    where e.id_gasto = anterior.id_gasto and e.evento = movida.llegada))`;

/** Number of expenses in the boxes that entered a state. */
export const expensesInMoves = (scene: Scene, estado: string, question: Question) =>
  rows<{ veces: number }>(
    scene,
    sql`select count(*) as veces from ${logged(question)} as evento
      join gastos on gastos.id_caja = evento.id_caja
      where evento.id_gasto is null and evento.desde <> evento.hacia and evento.hacia = ${estado}`,
  );

/** Number of events of a name. */
export const eventsNamed = (scene: Scene, evento: string, question: Question) =>
  rows<{ veces: number }>(
    scene,
    sql`select count(*) as veces from ${logged(question)} as evento where evento = ${evento}`,
  );

export const transitionsBySql = (scene: Scene, question: Question) =>
  rows(
    scene,
    sql`select maquina, evento, desde, hacia, count(*) as veces from (
      select ${chartOf} as maquina, evento, desde, hacia from ${logged(question)} as evento
      union all
      select 'box', evento, 'open', 'open' from ${logged(question)} as evento
        where evento = 'EXPENSE.RECORD'
      union all
      select 'expense', llegada, de || '.' || estado, a || '.' || estado
        from ${movedAlong} as llevados where id_caja in ${closedBoxes(question)}) as todos
      group by maquina, evento, desde, hacia`,
  );

/** Box state of an expense when an event took it out of its state. */
const placeBySql = sql`case
  when evento like 'SUPERVISOR.%' or evento = 'BOX.ENTERED_MAINTENANCE' then 'supervision.'
  when evento like 'MAINTENANCE.%' then 'maintenance.'
  when evento like 'ACCOUNTING.%' then 'preliminary.'
  when evento = 'BOX.SHIPPED' then 'readyToShip.'
  when evento like 'FINAL.%' then 'finalAccounting.'
  when evento = 'EXPENSE.CORRECT' then case desde
    when 'supervisorRejected' then 'supervision.'
    when 'maintenanceRejected' then 'maintenance.'
    else 'preliminary.' end
  else 'open.' end`;

/** A stay of an expense in a state of its chart; instants. */
export interface ExpenseStay {
  estado: string;
  entro: number;
  salio: number;
}

export const expenseStaysBySql = (scene: Scene, question: Question) =>
  rows<ExpenseStay>(
    scene,
    sql`with pasos as (
      select evento.*,
        lag(instante) over (partition by id_gasto order by secuencia) as entro,
        coalesce((select max(movida.instante) from evento as movida
          where movida.id_caja = evento.id_caja and movida.id_gasto is null and movida.evento <> 'BOX.PDF_OPENED'
            and movida.secuencia < evento.secuencia
            and (evento.evento not like 'BOX.%' or movida.instante < evento.instante)), 0) as llego
      from ${logged(question)} as evento where id_gasto is not null and desde <> hacia
    )
    select ${placeBySql} || desde as estado, instante as salio,
      case when entro > llego then entro else llego end as entro
    from pasos where desde <> 'recording'`,
  );

const stagesBySql = sql`case
  when evento like 'SUPERVISOR.%' then 'supervisor'
  when evento like 'MAINTENANCE.%' then 'maintenance'
  when evento like 'ACCOUNTING.%' then 'accounting'
  when evento like 'FINAL.%' then 'final' end`;

export const decisionsBySql = (scene: Scene, question: Question) =>
  rows(
    scene,
    sql`select ${stagesBySql} as etapa, count(*) as decisiones,
        sum(case when hacia like '%Rejected' then 1 else 0 end) as rechazos
      from ${logged(question)} as evento where ${stagesBySql} is not null
      group by ${stagesBySql}`,
  );

export const reasonsBySql = (scene: Scene, question: Question) => {
  const reason =
    scene.database.engine === 'sqlite'
      ? sql`json_extract(payload, '$.id_rechazo')`
      : sql`cast(payload::json ->> 'id_rechazo' as integer)`;
  return rows(
    scene,
    sql`select ${stagesBySql} as etapa, motivo_rechazo.id as id_rechazo, nombre, count(*) as veces
      from ${logged(question)} as evento join motivo_rechazo on motivo_rechazo.id = ${reason}
      group by ${stagesBySql}, motivo_rechazo.id, nombre`,
  );
};

/** Since when an expense is in its state and box state: `ultimo` is its own last change. */
const placedSince = sql`case
  when ultimo.instante > cajas.fecha_movimiento then ultimo.instante else cajas.fecha_movimiento end`;

/** Condition for a state of the expense chart such as `supervision.unreviewed`. */
const inPlace = (estado: string) => {
  const [place = '', stored = ''] = estado.split('.');
  return sql`cajas.active = ${boxStates[place as keyof typeof boxStates].codigo}
    and estado = ${expenseStates[stored as keyof typeof expenseStates].codigo}`;
};

interface PresentRow {
  maquina: string;
  /** State code of the box; in a row of boxes, its own. */
  active: number;
  estado: number;
  cantidad: number;
  /** Centavos. */
  valor: number;
  desde: number | null;
}

/** By the codes of box and object; `desde` is null for open and closed boxes. */
export const presentBySql = (scene: Scene, question: Omit<Question, 'from' | 'until'>) =>
  rows<PresentRow>(
    scene,
    sql`select 'box' as maquina, active, active as estado, count(*) as cantidad, sum(total) as valor,
        min(case when active in (0, 5) then null
          else coalesce((select max(instante) from evento
            where id_caja = cajas.id and id_gasto is null), creada) end) as desde
      from cajas where ${ofAllBoxes(question)} group by active
      union all
      select 'expense', cajas.active, estado, count(*), sum(valor),
        min(case when cajas.active in (0, 5) then null else ${placedSince} end)
      from gastos
        join cajas on cajas.id = gastos.id_caja
        join (select id_gasto, max(instante) as instante from evento
          where desde <> hacia group by id_gasto) as ultimo on ultimo.id_gasto = gastos.id
      where ${ofAllBoxes(question)} group by cajas.active, estado`,
  );

/** Boxes in a state or with expenses in it, and since when. */
export const boxesInStateBySql = (
  scene: Scene,
  maquina: 'box' | 'expense',
  estado: string,
  question: Omit<Question, 'from' | 'until'>,
) =>
  maquina === 'box'
    ? rows<{ id_caja: number; desde: number; gastos: number }>(
        scene,
        sql`select id as id_caja, 0 as gastos, coalesce((select max(instante) from evento
            where id_caja = cajas.id and id_gasto is null), creada) as desde
          from cajas
          where active = ${boxStates[estado as keyof typeof boxStates].codigo} and ${ofStores(question)}`,
      )
    : rows<{ id_caja: number; desde: number; gastos: number }>(
        scene,
        sql`select cajas.id as id_caja, count(*) as gastos, min(${placedSince}) as desde
          from gastos
            join cajas on cajas.id = gastos.id_caja
            join (select id_gasto, max(instante) as instante from evento
              where desde <> hacia group by id_gasto) as ultimo on ultimo.id_gasto = gastos.id
          where ${inPlace(estado)} and ${ofStores(question)}
          group by cajas.id`,
      );
