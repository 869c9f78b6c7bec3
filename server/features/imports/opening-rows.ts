/** Openings of stores from a file: a store by its name, its opening, and the account that is proposed for it. */
import { addDays, lightFormat, parseISO } from 'date-fns';
import { calls, type RequestOf } from '#contract/contract.ts';
import type { Reason } from '#contract/errors.ts';
import { explainMovement, movementMachine } from '#machines/domain/fund/movement.machine.ts';
import { openingOfForm, restOf } from '#machines/domain/fund/opening.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { typedDate } from '#machines/domain/values/dates.ts';
import { grouped } from '#machines/domain/values/grouped.ts';
import { formatMoney, typedPesos } from '#machines/domain/values/money.ts';
import { sameText } from '#machines/domain/values/texts.ts';
import { refusalsOfSchema } from '#machines/flows/steps/date-range.form.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import { type SessionContext, actorOf } from '../../platform/http/operation.ts';
import { openingOf } from '../cases/stored-movement.ts';
import { lockFunds } from '../cases/fund.repository.ts';
import { factsOfBeginning, writeOpening } from '../fund/openings.ts';
import { quoted } from '../invoices/xml/refused-file.ts';
import { allBanks } from '../payments/payments.repository.ts';
import { proposeAccount } from '../payments/store-account.operations.ts';
import { storesToOpen } from '../stores/store.repository.ts';
import { accountIn, accountRules, type ProposedAccount } from './account-cells.ts';
import {
  type FieldFaults,
  NOTHING,
  type OpeningField,
  openingBoxes,
  openingColumns,
  type RowKind,
} from './import-rows.ts';

export interface OpeningForm {
  opening: RequestOf<'/abrirFondo'>;
  /** Null without one. */
  account: ProposedAccount | null;
}

/** The days of a spreadsheet begin on this one. */
const firstDay = '1899-12-30';

/** A day as people write it, or its number in a spreadsheet; '' for any other text. */
const dayIn = (text: string, max: string): string =>
  /^\d{5}$/.test(text)
    ? lightFormat(addDays(parseISO(firstDay), Number(text)), 'yyyy-MM-dd')
    : (typedDate(text, { max }) ?? '');

type Cells = Readonly<Record<OpeningField, string>>;

/** The boxes under way of a row; a row has all three cells of a box or none. */
function boxesIn(cells: Cells, faults: FieldFaults<OpeningField>, today: string) {
  return openingBoxes.flatMap((place) => {
    const [number, value, day] = [`numero_${place}`, `valor_${place}`, `dia_${place}`] as const;
    const given = [number, value, day].filter((field) => cells[field] !== '');
    if (given.length === 0) return [];
    const box = {
      numero: /^\d{1,7}$/.test(cells[number]) ? Number(cells[number]) : 0,
      valor: typedPesos(cells[value]) ?? 0,
      dia: dayIn(cells[day], today),
    };
    if (box.numero === 0) faults[number] = 'no es un número de caja.';
    if (box.valor <= 0) faults[value] = 'no son pesos.';
    if (box.dia === '') faults[day] = 'no es un día hasta hoy.';
    return [box];
  });
}

/** @param locks true when the openings will be written: locks the funds of their stores until then */
export async function openingRows(
  trx: Trx,
  context: SessionContext,
  locks: boolean,
): Promise<RowKind<OpeningField, OpeningForm>> {
  const by = { actor: actorOf(context.session), now: context.now() };
  const { actor, now } = by;
  const stores = await storesToOpen(trx);
  if (locks) await lockFunds(trx);
  const banks = await allBanks(trx);
  const byName = grouped(
    stores,
    ({ nombre }) => sameText(nombre),
    (store) => store,
  );
  const byId = new Map(stores.map((store) => [store.id, store]));
  const storeIn = ({ nombre, centro_costo }: Cells, faults: FieldFaults<OpeningField>): number => {
    const named = (byName.get(sameText(nombre)) ?? []).filter(
      (store) => centro_costo === '' || sameText(store.centro_costo) === sameText(centro_costo),
    );
    const [only] = named;
    if (only !== undefined && named.length === 1) return only.id;
    faults.nombre =
      only === undefined
        ? `no existe ${quoted(nombre)}.`
        : `hay ${named.length} tiendas ${quoted(nombre)}; escriba su centro de costo.`;
    return NOTHING;
  };
  return {
    columns: openingColumns,
    read: (cells) => {
      const faults: FieldFaults<OpeningField> = {};
      const moneyIn = (field: 'base' | 'efectivo' | 'debe' | 'sin_registrar'): number => {
        const amount = cells[field] === '' ? 0 : typedPesos(cells[field]);
        if (amount === undefined) faults[field] = `${quoted(cells[field])} no son pesos.`;
        return amount ?? 0;
      };
      const id_tienda = storeIn(cells, faults);
      if (!/^\d{1,7}$/.test(cells.siguiente)) faults.siguiente = 'no es un número de caja.';
      const opening = {
        id_tienda,
        base: moneyIn('base'),
        efectivo: moneyIn('efectivo'),
        debe: moneyIn('debe'),
        sin_registrar: moneyIn('sin_registrar'),
        siguiente: Number(cells.siguiente) || 0,
        cajas: boxesIn(cells, faults, dateInBogota(now)),
      };
      return { form: { opening, account: accountIn(cells, id_tienda, banks, faults) }, faults };
    },
    rules: ({ opening, account }) => [
      ...refusalsOfSchema(calls['/abrirFondo'].body, opening),
      ...accountRules(account),
    ],
    keys: ({ opening }) => [{ key: `tienda ${opening.id_tienda}`, what: 'La tienda' }],
    registered: async ({ opening }) =>
      (await openingOf(trx, opening.id_tienda)) === undefined ? null : 'fixed',
    reasons: async ({ opening: form }): Promise<Reason[]> => {
      const store = byId.get(form.id_tienda);
      if (store === undefined) return [];
      const context = await factsOfBeginning(trx, store, now);
      const snapshot = movementMachine.resolveState({ value: 'unopened', context });
      const opening = openingOfForm(form);
      return explainMovement(snapshot, { type: 'MOVEMENT.OPEN', actor, opening }).map(
        ({ guardia, mensaje, detalle }) => ({
          guardia,
          mensaje: detalle === undefined ? mensaje : `${mensaje} ${[detalle].flat().join(', ')}.`,
        }),
      );
    },
    notes: ({ opening, account }) => {
      const form = openingOfForm(opening);
      const base = byId.get(opening.id_tienda)?.base ?? form.base;
      return [
        `Por girar ${formatMoney(restOf(form))}`,
        ...(form.boxes.length === 0 ? [] : [`más ${form.boxes.length} en camino`]),
        ...(base === form.base ? [] : [`Fondo ${formatMoney(base)} → ${formatMoney(form.base)}`]),
        ...(account === null ? [] : ['Propone su cuenta']),
      ];
    },
    write: async ({ opening, account }) => {
      await writeOpening(trx, opening.id_tienda, openingOfForm(opening), by);
      if (account !== null) await proposeAccount(trx, context, account);
    },
  };
}
