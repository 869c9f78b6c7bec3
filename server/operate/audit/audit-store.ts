/** Compares a store with what the logs of its boxes tell: its fund, its numbers, the order of its boxes. */
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { fundOf } from '#machines/domain/fund/fund.ts';
import { boxStates } from '#machines/domain/box/states.ts';
import type { Row } from '../../platform/database/schema.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import {
  boxIdsOfStore,
  storedCounts,
  storedTexts,
  type RecountedRow,
  recounts,
  storeRow,
  textsAgain,
} from '../../features/cases/audit.repository.ts';
import { fundsOfStores } from '../../features/cases/fund.repository.ts';
import { type AuditedBox, columnDifferences, readAudited } from '../../features/cases/audit.ts';
import type { ReplayedBox } from '../../features/cases/replay-log.ts';

/** The fund of the rows and the fund that the logs add up to; amounts in centavos. */
async function fundDifferences(
  trx: Trx,
  store: Row<'tiendas'>,
  logged: readonly ReplayedBox[],
): Promise<string[]> {
  const stored = (await fundsOfStores(trx, [store])).get(store.id) ?? fundOf(store.base, []);
  return columnDifferences(`tienda ${store.id}, fondo`, stored, fundOf(store.base, logged));
}

const placeOfCount = ({ id_caja, active, paso_mantenimiento, estado }: RecountedRow): string =>
  [
    ...(id_caja === null ? [] : [`caja ${id_caja}`]),
    estado === 0 ? 'cajas' : `gastos en ${estado}`,
    `de cajas en ${active}${paso_mantenimiento === 1 ? ' que pasaron por mantenimiento' : ''}`,
  ].join(', ');

/** Compares what is stored beside the rows of a store, each under its place, with what the rows say. */
function storedDifferences<Stored extends object>(
  what: string,
  placeOf: (row: Stored) => string,
  [storedRows, rightRows]: readonly [Stored[], Stored[]],
): string[] {
  const stored = new Map(storedRows.map((row) => [placeOf(row), row]));
  const right = new Map(rightRows.map((row) => [placeOf(row), row]));
  return [...new Set([...stored.keys(), ...right.keys()])].flatMap((place) => {
    const where = `${what} de ${place}`;
    const [row, counted] = [stored.get(place), right.get(place)];
    if (counted === undefined) return [`${where}: está y no hay qué contar`];
    if (row === undefined) return [`${where}: falta`];
    return columnDifferences(where, row, counted, 'las filas dicen');
  });
}

/** Compares counts and searched texts with the rows. */
async function besideTheRows(trx: Trx, idTienda: number): Promise<string[]> {
  const counts = [await storedCounts(trx, idTienda), await recounts(trx, idTienda)] as const;
  const texts = [await storedTexts(trx, idTienda), await textsAgain(trx, idTienda)] as const;
  return [
    ...storedDifferences(`tienda ${idTienda}, conteo`, placeOfCount, counts),
    ...storedDifferences(`tienda ${idTienda}, búsqueda`, ({ gasto }) => `gasto ${gasto}`, texts),
  ];
}

/** Each box but the first was opened when the one before it was sent, and follows it in the chain. */
function orderDifferences(boxes: readonly AuditedBox[]): string[] {
  return boxes.flatMap(({ box, events }, index) => {
    const before = boxes[index - 1];
    const sent = before?.events.find(({ evento }) => evento === 'BOX.SEND');
    const creada = before === undefined ? box.creada : (sent?.instante ?? null);
    const logged = { creada, fecha: creada === null ? null : dateInBogota(creada) };
    return [
      ...columnDifferences(`caja ${box.id}`, box, logged),
      ...((events[0]?.hash_previo ?? box.hash) === (sent?.hash ?? '')
        ? []
        : [`caja ${box.id}: no sigue a la caja que la tienda envió antes`]),
    ];
  });
}

function numberDifferences(
  { id, ultimo_consecutivo }: Row<'tiendas'>,
  logged: readonly ReplayedBox[],
): string[] {
  const given = logged.flatMap(({ consecutivo }) => consecutivo ?? []);
  const gaps = given.some((consecutivo, index) => consecutivo !== index + 1);
  const open = logged.filter(({ active }) => active === boxStates.open.codigo).length;
  return [
    ...columnDifferences(
      `tienda ${id}`,
      { ultimo_consecutivo },
      { ultimo_consecutivo: given.length },
    ),
    ...(gaps ? [`tienda ${id}: sus consecutivos son ${given.join(', ')}`] : []),
    ...(open === 1 ? [] : [`tienda ${id}: tiene ${open} cajas abiertas`]),
  ];
}

/**
 * Faults of a store and its boxes, one sentence for each difference. With a broken log among
 * them nothing can be said of the store as a whole.
 *
 * @param trx one snapshot: boxes that move meanwhile would look like differences
 */
export async function auditStore(
  trx: Trx,
  idTienda: number,
): Promise<{ boxes: number; differences: string[] }> {
  const store = await storeRow(trx, idTienda);
  const boxes: AuditedBox[] = [];
  for (const id of await boxIdsOfStore(trx, idTienda)) boxes.push(await readAudited(trx, id));
  const differences = boxes.flatMap((box) => box.differences);
  differences.push(...(await besideTheRows(trx, idTienda)));
  const logged = boxes.flatMap((box) => box.projected ?? []);
  if (logged.length === boxes.length)
    differences.push(
      ...(await fundDifferences(trx, store, logged)),
      ...numberDifferences(store, logged),
      ...orderDifferences(boxes),
    );
  return { boxes: boxes.length, differences };
}
