/** Boxes with a history: scenarios played through the product with varied pauses, and years of generated boxes. */
import { sql } from 'kysely';
import { type Scene, startScene } from './box-scene.ts';
import { boxPaths } from './domain-paths.ts';
import { addManyBoxes } from './many-boxes.ts';
import { ScenarioPlayer, sceneWorld } from './scenario-player.ts';

const HOUR = 3_600_000;

export interface WorkflowScene extends Scene {
  /** Stores and boxes of the played scenarios, in order. */
  played: { id_tienda: number; id_caja: number }[];
  stores: number[];
  supervisors: number[];
}

/** Advances the clock without expiring sessions. */
export async function passTime({ db, clock }: Scene, milliseconds: number): Promise<void> {
  clock.advance(milliseconds);
  await sql`update sesion set vista = ${clock.now()}, vence = ${clock.now() + 12 * HOUR}`.execute(
    db,
  );
}

/** Minutes between two user actions: varied, and the same each time. */
const pauses = [3, 41, 7, 190, 12, 75, 1, 333, 26, 58, 17, 140, 5];

/**
 * Plays every generated path, one step of each in turn, so that their times overlap; then half of the stores get
 * another supervisor.
 */
export async function startWorkflowScene(boxes = 60): Promise<WorkflowScene> {
  const scene = await startScene();
  const made = await addManyBoxes(scene, { boxes, stores: 10, days: 200, supervisors: 3 });
  const lives = await Promise.all(
    boxPaths(sceneWorld, false).map(async ({ steps }) => ({
      player: await ScenarioPlayer.start(scene),
      steps,
    })),
  );
  const longest = Math.max(...lives.map(({ steps }) => steps.length));
  let turn = 0;
  for (let at = 0; at < longest; at += 1)
    for (const { player, steps } of lives) {
      const step = steps[at];
      if (step === undefined) continue;
      turn += 1;
      await passTime(scene, (pauses[turn % pauses.length] ?? 1) * 60_000 + turn * 997);
      const { status, body } = await player.play(step);
      if (status !== 200) throw new Error(`a step was refused: ${JSON.stringify(body)}`);
    }
  const played = lives.map(({ player }) => ({
    id_tienda: player.store.id,
    id_caja: player.idCaja,
  }));
  await scene.db
    .updateTable('tiendas')
    .set({ id_supervisor: scene.others.supervisor.id })
    .where(
      'id',
      'in',
      played.filter((_, index) => index % 2 === 0).map(({ id_tienda }) => id_tienda),
    )
    .execute();
  return { ...scene, played, stores: made.stores, supervisors: made.supervisors };
}
