/** The consolidated workbook: its address, and what may be asked in it. */
import type { FastifyInstance } from 'fastify';
import { documents } from '#contract/contract.ts';
import { isDateText } from '#machines/domain/dates.ts';
import { rangeRefusals } from '#machines/flows/date-range.form.ts';
import { consolidatedOf } from '../documents/consolidated/consolidated.ts';
import { Refusal } from '../refusal.ts';
import type { ConsolidatedFilter } from '../repositories/consolidated.repository.ts';
import { sessionContext } from './document-access.ts';
import { dearDocument } from './rate-limit.ts';
import type { Services } from './services.ts';

type Query = Record<string, unknown>;

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const malformed = (msg?: string): Refusal => new Refusal(400, msg === undefined ? {} : { msg });

/** A day in an address; absent or '' is none. */
function dayIn(query: Query, name: 'desde' | 'hasta'): string | null {
  const { [name]: day = '' } = query;
  if (day === '') return null;
  if (typeof day === 'string' && isDateText(day)) return day;
  throw malformed(`La fecha «${name}» debe existir y tener la forma aaaa-mm-dd.`);
}

function idIn(query: Query, name: 'id_responsable' | 'id_supervisor'): number | null {
  const { [name]: id = '' } = query;
  if (id === '') return null;
  if (typeof id === 'string' && /^[1-9]\d{0,14}$/.test(id)) return Number(id);
  throw malformed(`«${name}» debe ser el número de un usuario.`);
}

/** @throws Refusal 400 for what is no day, no span or no key */
function filterIn(query: Query): ConsolidatedFilter {
  const filter = {
    desde: dayIn(query, 'desde'),
    hasta: dayIn(query, 'hasta'),
    idResponsable: idIn(query, 'id_responsable'),
    idSupervisor: idIn(query, 'id_supervisor'),
  };
  const [refusal] = rangeRefusals({ desde: filter.desde ?? '', hasta: filter.hasta ?? '' });
  if (refusal) throw malformed(refusal.mensaje);
  return filter;
}

export function registerConsolidated(app: FastifyInstance, services: Services): void {
  const { path, who } = documents.consolidated;
  app.get<{ Querystring: Query }>(
    path,
    // A HEAD would make the whole workbook to throw it away.
    { exposeHeadRoute: false, ...dearDocument },
    async (request, reply) => {
      const context = sessionContext(services, request, reply, who);
      const { filename, stream } = await consolidatedOf(context, filterIn(request.query));
      stream.on('error', (error) => {
        if (!request.raw.destroyed)
          context.log.error({ err: error }, 'falló el consolidado mientras se enviaba');
      });
      return reply
        .header('Content-Disposition', `attachment; filename="${filename}"`)
        .header('Cache-Control', 'private, no-store')
        .type(workbookType)
        .send(stream);
    },
  );
}
