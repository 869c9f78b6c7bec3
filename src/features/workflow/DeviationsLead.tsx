/** Deviations: names, and a summary of their counts. */
import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { millisecondsInDay } from 'date-fns/constants';
import { Eye } from 'lucide-react';
import type { DeviationKind } from '#contract/calls/figures.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import { dateInBogota } from '#machines/domain/values/bogota-time.ts';
import { dataOf } from '#machines/flows/steps/result.ts';
import { countOf } from '#machines/domain/values/texts.ts';
import { LoadProblem, loadOf } from '../../shell/problems/LoadProblem.tsx';
import { deviationsPath, usualDays } from '../../shell/screens/paths.ts';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { detailOf } from '../../wire/looking.actors.ts';
import { serverNow, serverToday } from '../../wire/server-clock.ts';

/** Name and description of each deviation, and the unit of its threshold. */
export const deviations: Record<
  DeviationKind,
  readonly [name: string, what: string, unit?: string]
> = {
  rapidas: ['Decisiones muy seguidas', 'De una persona, sin aprobación conjunta.', 'segundos'],
  mismas_manos: ['Las dos revisiones de una persona', 'Contabilidad, primera y final.'],
  corregido: ['Corregido muchas veces', 'Un gasto que la tienda cambió más veces.', 'veces'],
  repetido: ['Rechazado y registrado igual', 'El mismo gasto otra vez, sin cambios.'],
  tarde: ['Meta superada', 'Una etapa que duró más que su meta.'],
  fraccionado: ['Compra fraccionada', 'Un proveedor, varios gastos bajo un tope.', 'días'],
  bajo_tope: ['Justo bajo un tope', 'Un valor que casi llega a un límite.', '%'],
  persona_tiendas: ['Persona en muchas tiendas', 'Persona natural que varias pagan.', 'tiendas'],
  novedad: ['Gastos con novedad', 'Un gasto que quedó marcado al registrarlo.'],
};

export const differingCounts = 'Arqueos con diferencia';

export const deviationFigures = detailOf('/flujoDesviaciones');

export interface DeviationsLeadProps {
  machine?: typeof deviationFigures | undefined;
}

/** Counts of deviations in the last days, each with a link to its list. */
export function DeviationsLead({ machine = deviationFigures }: DeviationsLeadProps) {
  // date-fns is too large for the first page; in Colombia every day has 24 hours.
  const first = serverNow() - (usualDays - 1) * millisecondsInDay;
  const period = { desde: dateInBogota(first), hasta: serverToday() };
  const [snapshot, send] = useActor(machine, { input: { key: period } });
  const { failed, ...load } = loadOf(snapshot, send);
  return (
    <Section
      title={`Qué mirar de los últimos ${usualDays} días`}
      actions={
        <LinkButton to={deviationsPath()} icon={Eye} size="sm">
          Ver desviaciones
        </LinkButton>
      }
    >
      {failed ? <LoadProblem {...load} /> : <Found answer={dataOf(snapshot)} />}
    </Section>
  );
}

function Found({ answer }: { answer: AnswerOf<'/flujoDesviaciones'> | null }) {
  if (answer === null) return <LoadingState size="inline" />;
  const found = [
    ...answer.clases.map(({ clase, cantidad }) => [deviations[clase][0], cantidad, clase] as const),
    [differingCounts, answer.arqueos.cantidad, ''] as const,
  ].filter(([, cantidad]) => cantidad > 0);
  if (found.length === 0) return 'Ninguna caja se desvía';
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="2">
      {found.map(([name, cantidad, clase]) => (
        <LinkButton key={name} to={deviationsPath(clase)} size="sm" variant="outline">
          {`${name}: ${countOf(cantidad)}`}
        </LinkButton>
      ))}
    </chakra.div>
  );
}
