/** Changes of the funds of stores as events of their state machines, and their rows as objects. */
import {
  type CountEventType,
  countStateOf,
  countStates,
} from '#machines/domain/fund/count.machine.ts';
import type { MovementEvent } from '#machines/domain/fund/movement.machine.ts';
import {
  type MovementKind,
  movementKinds,
  movementName,
  movementStateOf,
  movementStates,
} from '#machines/domain/fund/movements.ts';
import {
  type ValeCode,
  type ValeEventType,
  valeStateOf,
  valeStates,
} from '#machines/domain/fund/vale.machine.ts';
import { eventNameOf, signInName } from '#machines/domain/history/log-words.ts';
import { administrator } from '#machines/domain/people/authority.ts';
import { isProfileId, profiles } from '#machines/domain/people/profiles.ts';
import { instantInBogota } from '#machines/domain/values/bogota-time.ts';
import { toPesos } from '#machines/domain/values/money.ts';
import { differenceOfRow } from '../fund/cash-count.repository.ts';
import { type EventFacts, system } from './event-files.ts';
import type { FundPage, FundRow, LoggedFundEvent } from './fund-log.repository.ts';

const newMovement = 'MOVEMENT.CREATE';

/** The event of a movement that ends in a state; any other state is its first one. */
const movementEvents: Readonly<Record<string, MovementEvent['type']>> = {
  [movementStates.paidIn.codigo]: 'MOVEMENT.PAY_IN',
  [movementStates.takenOver.codigo]: 'MOVEMENT.TAKE_OVER',
  [movementStates.keptBack.codigo]: 'MOVEMENT.KEEP_BACK',
  [movementStates.cancelled.codigo]: 'MOVEMENT.CANCEL',
  [movementStates.takenBack.codigo]: 'MOVEMENT.TAKE_BACK',
};

const valeEvents: Record<ValeCode, ValeEventType> = {
  [valeStates.out.codigo]: 'VALE.GIVE',
  [valeStates.used.codigo]: 'VALE.USE',
  [valeStates.returned.codigo]: 'VALE.RETURN',
  [valeStates.charged.codigo]: 'VALE.CHARGE',
};

/** How a count was settled, by the movement that settled it. */
const settlements: Readonly<Partial<Record<MovementKind, CountEventType>>> = {
  faltante: 'COUNT.CHARGE',
  sobrante: 'COUNT.HAND_OVER',
};

/** Name of a change in the machines; null for a change that follows from another event. */
function codeOf({ evento, columns, perfil }: LoggedFundEvent, row: FundRow): string | null {
  const { estado, valor } = columns;
  const isNew = evento === 'CREATE';
  if (row.tabla === 'giro') return evento;
  if (row.tabla === 'arqueo') {
    if (isNew) return 'COUNT.SAVE';
    if (estado === undefined) return 'COUNT.EXPLAIN';
    return (row.movimiento && settlements[row.movimiento]) ?? 'COUNT.CORRECT';
  }
  // A part of the receipts of an opening, or of a box from before it.
  if (estado === undefined && valor !== undefined)
    return row.tabla === 'vale' ? 'VALE.USE' : 'MOVEMENT.GRANT_LESS';
  if (estado === undefined) return null;
  if (row.tabla === 'vale')
    return estado === valeStates.returned.codigo && perfil === administrator
      ? 'VALE.TAKE_BACK'
      : valeEvents[estado as ValeCode];
  return isNew ? newMovement : (movementEvents[String(estado)] ?? 'MOVEMENT.GRANT_LESS');
}

const stateNames: Record<Exclude<FundRow['tabla'], 'giro'>, (codigo: string) => string> = {
  movimiento_fondo: (codigo) => movementStates[movementStateOf(codigo)].nombre,
  vale: (codigo) => valeStates[valeStateOf(codigo)].nombre,
  arqueo: (codigo) => countStates[countStateOf(codigo)].nombre,
};

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

export interface FundEvent {
  secuencia: number;
  facts: EventFacts;
  row: FundRow;
}

function factsOf(event: LoggedFundEvent, row: FundRow, codigo: string): EventFacts {
  const { columns, perfil, id_actor } = event;
  const estado = textIn(columns.estado);
  return {
    instante: instantInBogota(event.instante),
    evento:
      row.tabla === 'movimiento_fondo' && codigo === newMovement
        ? movementKinds[row.tipo]
        : eventNameOf(codigo),
    codigo,
    desde: '',
    hacia: row.tabla === 'giro' || estado === '' ? '' : stateNames[row.tabla](estado),
    persona: event.actor ?? system,
    id_persona: id_actor,
    perfil: isProfileId(perfil) ? profiles[perfil].nombre : system,
    observacion: textIn(columns.nota),
    motivo: textIn(columns.motivo),
    ingreso: id_actor === null ? '' : signInName(event.ingreso),
  };
}

/** The events of a page, without the changes that follow from them. */
export function fundEventsIn({ events, rows }: FundPage): FundEvent[] {
  const byKey = new Map(rows.map((row) => [`${row.tabla} ${row.id}`, row]));
  return events.flatMap((event) => {
    const row = byKey.get(`${event.tabla} ${event.id}`);
    const codigo = row && codeOf(event, row);
    return row && codigo
      ? { secuencia: event.secuencia, facts: factsOf(event, row, codigo), row }
      : [];
  });
}

/** An object of a fund, and the ids of the objects to which it is related. */
export function fundObjectOf(row: FundRow) {
  switch (row.tabla) {
    case 'giro': {
      const { id_lote: lote, via, valor, id_movimiento } = row;
      const values = { lote, via, valor: toPesos(valor) };
      return { type: 'giro', values, related: [['paga', 'movimiento', id_movimiento]] } as const;
    }
    case 'movimiento_fondo': {
      const { tipo, estado, valor, motivo, id_gasto, id_caja, id_arqueo, id_movimiento } = row;
      const isPart = tipo === 'apertura';
      const values = {
        tipo: movementName(tipo, row.caja_externa),
        estado: stateNames.movimiento_fondo(estado),
        valor: toPesos(valor),
        motivo,
      };
      const related = [
        ['asume', 'gasto', id_gasto],
        [isPart ? 'parte de' : 'asume', 'movimiento', id_movimiento],
        ['retenido de', 'caja', id_caja],
        ['resuelve', 'arqueo', id_arqueo],
      ] as const;
      return { type: 'movimiento', values, related } as const;
    }
    case 'vale': {
      const { estado, valor, persona, motivo, id_gasto } = row;
      const values = { estado: stateNames.vale(estado), valor: toPesos(valor), persona, motivo };
      const related = [
        ['legalizado con', 'gasto', id_gasto],
        ['parte de', 'movimiento', row.id_movimiento],
      ] as const;
      return { type: 'vale', values, related } as const;
    }
    case 'arqueo': {
      const { estado, efectivo } = row;
      const diferencia = toPesos(differenceOfRow(row));
      const values = { estado: stateNames.arqueo(estado), efectivo: toPesos(efectivo), diferencia };
      return { type: 'arqueo', values, related: [] } as const;
    }
  }
}
