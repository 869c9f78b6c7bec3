/** The log of one box: events are chained in memory and appended together. */
import { boxMachineVersion } from '#machines/domain/box/box.machine.ts';
import type { Person } from '#machines/domain/people/profiles.ts';
import type { Trx } from '../../platform/database/transactions.ts';
import type { BoxRow } from './box.repository.ts';
import { chainEvent, type EventToAppend, insertEvents } from './event.repository.ts';

interface LoggedEvent {
  idGasto: number | null;
  event: { type: string; actor: Person };
  from: string;
  to: string;
  /** Columns that changed with the event. */
  cambios: object;
  /** Facts that neither the event nor the columns carry but a replay needs. */
  facts?: object;
}

/** `version` and `hash` of a box: those of its last event. */
type LogHead = Pick<BoxRow, 'version' | 'hash'>;

export class BoxLog {
  private readonly box: Pick<BoxRow, 'id' | 'id_tienda'>;
  private readonly now: number;
  private last: LogHead;
  private waiting: EventToAppend[] = [];

  constructor(box: LogHead & Pick<BoxRow, 'id' | 'id_tienda'>, now: number) {
    this.box = box;
    this.now = now;
    this.last = { version: box.version, hash: box.hash };
  }

  get head(): LogHead {
    return this.last;
  }

  /** @param at another instant than that of this log */
  append({ idGasto, event, from, to, cambios, facts }: LoggedEvent, at = this.now): void {
    const { type, actor, ...carried } = event;
    const chained = chainEvent({
      hash_previo: this.last.hash,
      id_caja: this.box.id,
      id_tienda: this.box.id_tienda,
      secuencia: this.last.version + 1,
      id_gasto: idGasto,
      evento: type,
      desde: from,
      hacia: to,
      id_actor: actor.id,
      perfil: actor.profile,
      ingreso: actor.ingreso ?? 'clave',
      instante: at,
      version_maquina: String(boxMachineVersion),
      payload: JSON.stringify({
        ...carried,
        ...(actor.enNombreDe !== undefined && { enNombreDe: actor.enNombreDe }),
        cambios,
        ...(facts && { facts }),
      }),
    });
    this.waiting.push(chained);
    this.last = { version: chained.secuencia, hash: chained.hash };
  }

  /** What was appended since the last time, to be written by the caller. */
  take(): EventToAppend[] {
    const taken = this.waiting;
    this.waiting = [];
    return taken;
  }

  write(trx: Trx): Promise<void> {
    return insertEvents(trx, this.take());
  }
}
