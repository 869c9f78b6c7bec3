/** Actions of the reviewers on a sent box. */
import { documentClass, reason, tax } from '#tests/kit/box-scene.ts';
import type { Facts } from './ledger.ts';
import { grantedOf } from './payment-actions.ts';
import { type Box, type Desk, type Expense, needsMaintenance } from './store-actions.ts';
import type { Action } from './worker.ts';

/** One of two decisions, the first twice as often. */
function decision<Yes extends number, No extends number>(desk: Desk, yes: Yes, no: No) {
  const estado: Yes | No = desk.random.chance(2 / 3) ? yes : no;
  return {
    estado,
    observacion: `Revisado contra el soporte ${desk.count()}`,
    id_rechazo: estado === no ? reason : null,
  };
}

const send = (call: Action['send'], facts: Facts): Action[] => [{ weight: 3, send: call, facts }];

export function supervisorActions(desk: Desk, box: Box): Action[] {
  const pending = box.expenses.filter(({ estado }) => estado === 1);
  // Decided expenses, and those that wait for maintenance, may be decided again.
  const marked = pending.length > 0 ? pending : box.expenses.slice(0, 1);
  const actions = marked.map(({ name, id }): Action => {
    const made = decision(desk, 3, 4);
    const body = { id_caja: box.id, id_gasto: id, item: 0 as const, ...made };
    return {
      weight: 2,
      send: () => desk.team.supervisor.call('/guardarSupervisor', body),
      facts: { [name]: { estado: made.estado, obs_supervisor: made.observacion } },
    };
  });
  return pending.length > 0 ? actions : [...actions, ...supervisorSend(desk, box)];
}

/** Expenses that need maintenance go there with their box. */
function supervisorSend({ team }: Desk, { id, expenses }: Box): Action[] {
  const moved = expenses.filter(
    (expense) => expense.estado === 2 || (expense.estado === 3 && needsMaintenance(expense)),
  );
  const facts: Facts = { [`caja ${id}`]: { active: moved.length > 0 ? 1 : 9 } };
  for (const { name } of moved) facts[name] = { estado: 13 };
  return send(() => team.supervisor.call('/enviarCajaSupervisor', { id_caja: id }), facts);
}

export function maintenanceActions(desk: Desk, { id: id_caja, expenses }: Box): Action[] {
  const { maintenance } = desk.team;
  const waiting = expenses.filter(({ estado }) => estado === 13);
  if (waiting.length === 0)
    return send(() => maintenance.call('/enviarCajaMantenimiento', { id_caja }), {
      [`caja ${id_caja}`]: { active: 9 },
    });
  return waiting.map(({ name, id }): Action => {
    const made = decision(desk, 9, 10);
    const body = { id_caja, id_gasto: id, item: 0 as const, ...made };
    return {
      weight: 2,
      send: () => maintenance.call('/guardarMantenimiento', body),
      facts: { [name]: { estado: made.estado, obs_mantenimiento: made.observacion } },
    };
  });
}

/** The itemisation of an expense over its categories, in centavos and as request fields. */
function split({ valor, categorias }: Expense) {
  const rest = categorias.slice(1).map(() => 100);
  const items = [valor - rest.length * 100, ...rest];
  return {
    items,
    fields: {
      item: 1 as const,
      indicadorImpuesto: documentClass,
      item_texto: 'Compra menor',
      item_valor: items.map((centavos) => centavos / 100),
      iva_item: items.map(() => tax),
      categorias: [...categorias],
      categorias_nuevas: [],
      tipo_persona: 'PJ' as const,
    },
  };
}

export function preliminaryActions(desk: Desk, { id: id_caja, expenses }: Box): Action[] {
  const { accounting } = desk.team;
  const waiting = expenses.filter(({ estado }) => estado === 3 || estado === 9);
  if (waiting.length === 0)
    return send(() => accounting.call('/enviarCajaContabilidadPrevia', { id_caja }), {
      [`caja ${id_caja}`]: { active: 3 },
    });
  return waiting.map((expense): Action => {
    const made = decision(desk, 6, 7);
    const { items, fields } = split(expense);
    const itemised = made.estado === 6;
    const body = {
      id_caja,
      id_gasto: expense.id,
      ...made,
      ...(itemised ? fields : { item: 0 as const }),
    };
    return {
      weight: 2,
      send: () => accounting.call('/guardarContabilidad', body),
      facts: {
        [expense.name]: {
          estado: made.estado,
          obs_contabilidad: made.observacion,
          ...(itemised && { items }),
        },
      },
    };
  });
}

export function finalActions(desk: Desk, box: Box): Action[] {
  const { accounting } = desk.team;
  const { id: id_caja, expenses } = box;
  const waiting = expenses.filter(({ estado }) => estado === 3);
  if (waiting.length === 0)
    return send(() => accounting.call('/enviarCajaContabilidad', { id_caja }), {
      [`caja ${id_caja}`]: { active: 5, giro: grantedOf(box) > 0 ? 'porGirar' : null },
    });
  return waiting.map(({ name, id }): Action => {
    const made = decision(desk, 15, 16);
    return {
      weight: 2,
      send: () => accounting.call('/guardarContabilidadFinal', { id_gasto: id, ...made }),
      facts: { [name]: { estado: made.estado, obs_contabilidad_dos: made.observacion } },
    };
  });
}
