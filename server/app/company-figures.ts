/** Figures that are read from the database when somebody asks for the metrics. */
import { setTimeout as wait } from 'node:timers/promises';
import { millisecondsInMinute, millisecondsInSecond } from 'date-fns/constants';
import type { Registry } from 'prom-client';
import { lateSince } from '#machines/domain/box/box-delays.ts';
import { boxStates, type BoxStateName } from '#machines/domain/box/states.ts';
import { inSnapshot, type Trx } from '../platform/database/transactions.ts';
import { countUnsent, oldestWaiting } from '../features/outbox/outbox.repository.ts';
import { stageTargets, workingCalendar } from '../features/settings/settings.repository.ts';
import {
  type Archive,
  archive,
  countLate,
  type Follower,
  followers,
} from './watched.repository.ts';
import { gaugeOf } from './process-figures.ts';
import type { Services } from './services.ts';

/** Milliseconds after which the other metrics are answered without these: shorter than Prometheus waits. */
const LIMIT = 2 * millisecondsInSecond;

interface Figures {
  unsent: Awaited<ReturnType<typeof countUnsent>>;
  /** Epoch milliseconds. */
  oldest: number | null;
  late: ReadonlyMap<BoxStateName, number>;
  followers: Follower[] | null;
  archive: Archive | null;
}

/** Late boxes, counted once a minute: many of them take more than a glance. */
function lateCounter({ now }: Services): (trx: Trx) => Promise<Figures['late']> {
  let counted: { at: number; late: Figures['late'] } | null = null;
  return async (trx) => {
    const at = now();
    if (counted === null || at - counted.at >= millisecondsInMinute) {
      const since = lateSince(await stageTargets(trx), at, await workingCalendar(trx));
      counted = { at, late: await countLate(trx, since) };
    }
    return counted.late;
  };
}

function gauges(registry: Registry) {
  const gauge = <Label extends string = never>(
    name: string,
    help: string,
    ...labelNames: Label[]
  ) => gaugeOf(registry, name, help, { labelNames });
  return {
    answers: gauge('base_datos_responde', '1 si la base de datos respondió a tiempo, 0 si no.'),
    unsent: gauge('correos_sin_enviar', 'Correos en la bandeja de salida por estado.', 'estado'),
    oldest: gauge(
      'correo_espera_segundos',
      'Tiempo que lleva esperando el correo más antiguo; solo con SMTP_URL.',
    ),
    late: gauge(
      'cajas_demoradas',
      'Cajas que pasaron los días hábiles de su etapa, por etapa.',
      'etapa',
    ),
    lag: gauge('replica_atraso_segundos', 'Atraso de cada réplica de PostgreSQL.', 'replica'),
    behind: gauge('replica_atraso_bytes', 'Registro que cada réplica no ha aplicado.', 'replica'),
    followers: gauge('replicas', 'Réplicas conectadas, vistas desde el principal.'),
    failures: gauge('wal_archivo_fallas', 'Intentos fallidos de archivar WAL desde el principal.'),
    unarchived: gauge(
      'wal_sin_archivar_segundos',
      'Tiempo desde el último WAL archivado mientras el último intento falló; 0 si no falló.',
    ),
    ready: gauge('wal_por_archivar', 'Archivos de WAL del principal que esperan su archivo.'),
  };
}

/** @returns what brings the figures up to date; it never takes long, and never throws */
export function measureCompany(registry: Registry, services: Services): () => Promise<void> {
  const { db, database, config, log, now } = services;
  const { answers, unsent, oldest, late, lag, behind, ...others } = gauges(registry);
  const forget = () => {
    for (const gauge of [unsent, late, lag, behind]) gauge.reset();
    // A gauge without labels says 0 where nothing was set.
    for (const gauge of [oldest, ...Object.values(others)]) gauge.remove();
  };
  const countLateOnes = lateCounter(services);

  const isPostgres = database.engine === 'postgres';

  const read = (): Promise<Figures> =>
    inSnapshot(db, async (trx) => ({
      unsent: await countUnsent(trx),
      oldest: config.smtpUrl === null ? null : ((await oldestWaiting(trx, now())) ?? now()),
      late: await countLateOnes(trx),
      followers: isPostgres ? await followers(trx) : null,
      archive: isPostgres ? await archive(trx) : null,
    }));

  const show = (figures: Figures) => {
    for (const [estado, count] of Object.entries(figures.unsent)) unsent.set({ estado }, count);
    if (figures.oldest !== null) oldest.set((now() - figures.oldest) / millisecondsInSecond);
    for (const [state, count] of figures.late) late.set({ etapa: boxStates[state].nombre }, count);
    if (figures.archive !== null) {
      others.failures.set(figures.archive.fallas);
      others.unarchived.set(figures.archive.segundos);
      if (figures.archive.pendientes !== null) others.ready.set(figures.archive.pendientes);
    }
    if (figures.followers === null) return;
    others.followers.set(figures.followers.length);
    for (const { nombre, segundos, bytes } of figures.followers) {
      lag.set({ replica: nombre }, segundos);
      behind.set({ replica: nombre }, bytes);
    }
  };

  let reading: Promise<Figures> | null = null;
  return async () => {
    // Whoever asks again meanwhile waits for the same one: a database that is stuck is asked once.
    reading ??= read().finally(() => {
      reading = null;
    });
    const expired = wait(LIMIT, undefined, { ref: false }).then(() => {
      throw new Error(`no answer in ${LIMIT} ms`);
    });
    try {
      const figures = await Promise.race([reading, expired]);
      forget();
      answers.set(1);
      show(figures);
    } catch (error) {
      forget();
      answers.set(0);
      log.warn({ err: error }, 'no se pudieron leer las cifras de la base de datos');
    }
  };
}
