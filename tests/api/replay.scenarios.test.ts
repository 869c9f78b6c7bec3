/** Generated paths of the domain on a real server: the API accepts and refuses what the state machine does. */
import { beforeAll, describe, expect, test } from 'vitest';
import { boxPaths, type BoxScenario, type ScenarioStep } from '#tests/kit/domain-paths.ts';
import { replayLog } from '#machines/domain/history/replay.ts';
import { auditOf, boxRow, digest } from '#tests/kit/box-rows.ts';
import { centavosOf, must, startScene } from '#tests/kit/box-scene.ts';
import { giveWorkflow } from '#tests/kit/people.ts';
import { perFile } from '#tests/kit/per-file.ts';
import { ScenarioPlayer, sceneWorld } from '#tests/kit/scenario-player.ts';

const scene = perFile(startScene);
beforeAll(async () => {
  await giveWorkflow(scene);
});

const scenarios = boxPaths(sceneWorld);

const nameOf = (step: ScenarioStep): string =>
  step.kind === 'record' ? `record ${step.category}` : `${step.event.type} (${step.name})`;

const isRefused = (step: ScenarioStep) => step.kind !== 'record' && step.refused !== undefined;

/** An upload is refused before its file is read, with reasons of the box. */
const hasOwnReasons = (step: ScenarioStep) =>
  step.kind === 'expense' && step.event.type === 'EXPENSE.ATTACH_SUPPORT';

/** No call sends these events: an import matches invoices and a document records its opening, where allowed. */
const isAskedByNobody = (step: ScenarioStep) =>
  step.kind !== 'record' &&
  (step.event.type === 'EXPENSE.INVOICE_FOUND' || step.event.type === 'BOX.PDF_OPENED');

async function playAccepted(player: ScenarioPlayer, step: ScenarioStep): Promise<void> {
  const { status, body } = await player.play(step);
  expect(status, `${nameOf(step)}: ${JSON.stringify(body)}`).toBe(200);
  if (step.kind === 'box') {
    expect(await player.boxCode()).toBe(step.expect);
    expect(await player.codes()).toEqual(step.expenses);
  } else {
    expect((await player.codes())[step.expense] ?? null).toBe(step.expect);
  }
}

/** `before` is the digest of the database before the step. */
async function playRefused(
  player: ScenarioPlayer,
  step: Exclude<ScenarioStep, { kind: 'record' }>,
  before: string,
): Promise<void> {
  const visible = await player.sees(step);
  const { status, refusal } = await player.play(step);
  const guardias = refusal.motivos?.map(({ guardia }) => guardia);
  const expected = step.refused?.kind === 'rule' ? 422 : 409;
  expect(status, `${nameOf(step)}: ${JSON.stringify(refusal)}`).toBe(visible ? expected : 404);
  if (visible && !hasOwnReasons(step))
    expect(guardias, nameOf(step)).toEqual(step.refused?.guardias);
  expect(await digest(scene), `${nameOf(step)} changed nothing`).toBe(before);
}

/** Checks that the parts of a fund add up to its base, as a user of the store reads them. */
async function checkFund(player: ScenarioPlayer): Promise<void> {
  const id_tienda = player.store.id;
  const fund = await must(scene.browsers[2], '/obtenerDatosTiendaCaja', { id_tienda });
  const current = await must(scene.browsers[2], '/obtenerCajaActual', { id_tienda });
  const { base, disponible, reembolso, a_cargo_tienda } = fund;
  expect(centavosOf(disponible, reembolso, a_cargo_tienda, current.total)).toBe(centavosOf(base));
}

/** Box and expenses after an event. */
interface Left {
  active: number;
  codes: number[];
  version: number;
}

async function leftBy(player: ScenarioPlayer): Promise<Left> {
  const { active, version } = await boxRow(scene, player.idCaja);
  return { active, codes: Object.values(await player.codes()).toSorted(), version };
}

/** Replays the log as the browser receives it, and compares each step with the rows after that event. */
async function checkLog(id_caja: number, left: readonly Left[]): Promise<void> {
  const { eventos } = await must(scene.browsers[4], '/flujoCaja', { id_caja });
  const { steps, broken } = replayLog(eventos);
  expect(broken).toBeNull();
  const replayed = left.map(({ version }) => {
    const { active, expenses } = steps[version] ?? steps[0];
    return {
      active,
      codes: [...expenses.values()].map(({ estado }) => estado).toSorted(),
      version,
    };
  });
  expect(replayed).toEqual(left);
}

async function replayScenario(scenario: BoxScenario): Promise<void> {
  const player = await ScenarioPlayer.start(scene);
  const left: Left[] = [];
  let before = '';
  for (const step of scenario.steps) {
    if (step.kind !== 'record' && isRefused(step)) {
      if (isAskedByNobody(step)) continue;
      before ||= await digest(scene);
      await playRefused(player, step, before);
      continue;
    }
    before = '';
    await playAccepted(player, step);
    await checkFund(player);
    left.push(await leftBy(player));
  }
  expect(await player.boxCode()).toBe(scenario.end.box);
  expect(await player.codes()).toEqual(scenario.end.expenses);
  expect(await auditOf(scene, player.idCaja)).toEqual([]);
  await checkLog(player.idCaja, left);
}

describe('a generated path walked through the API', () => {
  test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    '%s ends in the states of the state machine',
    (_, scenario) => replayScenario(scenario),
  );
});
