import type { AnswerOf } from '#contract/contract.ts';
import { countBoxes, nextBoxes } from './workflow-log.repository.ts';
import { readAudited } from '../cases/audit.ts';
import type { LongRead } from '../../platform/http/operation.ts';
import { wholeScope } from './workflow-scope.ts';

/** /flujoConformidad: a snapshot for each box, none of which is retained for long. */
export const conformity: LongRead<'/flujoConformidad'> = async ({ despues, cantidad }, context) => {
  const scope = wholeScope(context.session);
  const { total, boxes } = await context.read(async (trx) => ({
    total: await countBoxes(trx, scope),
    boxes: await nextBoxes(trx, scope, despues, cantidad),
  }));
  const hallazgos: AnswerOf<'/flujoConformidad'>['hallazgos'] = [];
  for (const { id, tienda, consecutivo } of boxes) {
    const { findings } = await context.read((trx) => readAudited(trx, id));
    hallazgos.push(...findings.map((found) => ({ id_caja: id, tienda, consecutivo, ...found })));
  }
  return {
    total,
    revisadas: boxes.length,
    conformes: boxes.length - new Set(hallazgos.map(({ id_caja }) => id_caja)).size,
    siguiente: boxes.length < cantidad ? null : (boxes.at(-1)?.id ?? null),
    hallazgos,
  };
};
