import { chakra } from '@chakra-ui/react/styled-system';
import { Skeleton } from '@chakra-ui/react/skeleton';
import { Gauge } from 'lucide-react';
import {
  bottleneckSentence,
  type History,
  reasonsOf,
  rejectionsOf,
  staysOf,
  transitionsOf,
} from '#machines/domain/workflow-history.ts';
import { TableSection } from '../../components/TableSection.tsx';
import { Section } from '../../components/Section.tsx';
import type { WorkflowPlace } from '../../screens/use-workflow-address.ts';
import { ChartViews } from './drawing/ChartViews.tsx';
import { chartOf } from './drawing/drawn.ts';
import {
  reasonColumns,
  rejectionColumns,
  stayColumns,
  transitionColumnsOf,
} from './history-columns.tsx';
import { DrawingLegend } from './DrawingLegend.tsx';
import { DrawnBeside } from './DrawnBeside.tsx';
import { lawOf } from './law-of.ts';
import { MachineSwitch } from './MachineSwitch.tsx';
import { historyMarks } from './figure-marks.ts';

export interface HistoryFiguresProps {
  place: WorkflowPlace;
  /** Null until it came once. */
  history: History | null;
  loading: boolean;
}

/** A period on the drawing, in a sentence and as tables. */
export function HistoryFigures({ place, history, loading }: HistoryFiguresProps) {
  const maquina = lawOf(place.address);
  const status = loading ? 'loading' : 'ready';
  return (
    <>
      <Section
        title="Lo que pasó en el periodo"
        actions={<MachineSwitch place={place} maquina={maquina} />}
      >
        <chakra.div display="grid" gridTemplateColumns="minmax(0, 1fr)" gap="5" aria-busy={loading}>
          <Bottleneck
            sentence={history === null ? null : bottleneckSentence(history, maquina)}
            loading={history === null}
          />
          <DrawnBeside
            maquina={maquina}
            drawing={
              <ChartViews
                chart={chartOf(maquina)}
                marks={
                  history === null ? undefined : historyMarks(history, chartOf(maquina), maquina)
                }
              />
            }
          >
            <DrawingLegend colour="allí se fue más tiempo" thickness="ocurrió más veces" />
          </DrawnBeside>
        </chakra.div>
      </Section>
      <TableSection
        title="Tiempo en cada estado"
        description={timeNotes[maquina]}
        columns={stayColumns}
        rows={history === null ? [] : staysOf(history, maquina)}
        rowKey={(row) => row.estado}
        status={status}
        searchable={false}
        initialPageSize={25}
        emptyTitle="Ninguna salió de un estado en el periodo"
      />
      <TableSection
        title="Transiciones"
        description="Cuántas veces ocurrió cada una en el periodo."
        columns={transitionColumnsOf(maquina)}
        rows={history === null ? [] : transitionsOf(history, maquina)}
        rowKey={({ evento, desde, hacia }) => `${evento} ${desde} ${hacia}`}
        status={status}
        searchable={false}
        initialSort={{ id: 'veces', direction: 'desc' }}
        initialPageSize={25}
        emptyTitle="No hubo transiciones en el periodo"
      />
      <chakra.div
        display="grid"
        gap="6"
        alignItems="start"
        gridTemplateColumns={{ base: 'minmax(0, 1fr)', '2xl': 'repeat(2, minmax(0, 1fr))' }}
      >
        <TableSection
          title="Rechazos por etapa"
          description="De las decisiones tomadas en cada etapa, también las que se cambiaron después."
          columns={rejectionColumns}
          rows={history === null ? [] : rejectionsOf(history)}
          rowKey={(row) => row.etapa}
          status={status}
          searchable={false}
        />
        <TableSection
          title="Rechazos por motivo"
          description="Parte de todos los rechazos del periodo que dio cada motivo."
          columns={reasonColumns}
          rows={history === null ? [] : reasonsOf(history)}
          rowKey={(row) => row.clave}
          status={status}
          searchable={false}
          initialSort={{ id: 'veces', direction: 'desc' }}
          emptyTitle="No hubo rechazos en el periodo"
        />
      </chakra.div>
    </>
  );
}

const percentiles =
  'La mitad de las estancias que terminaron en el periodo duró menos que la mediana; una de cada diez, más que el percentil 90. Ambos pueden diferir en un 1 % de lo que duró esa estancia.';

const timeNotes = {
  box: `${percentiles} El tiempo se reparte desde el envío: una caja abierta no espera a nadie.`,
  expense: percentiles,
} as const;

/** Names the bottleneck in one sentence that can be read aloud. */
function Bottleneck({ sentence, loading }: { sentence: string | null; loading: boolean }) {
  return (
    <chakra.div
      display="flex"
      gap="3"
      alignItems="flex-start"
      minH="14"
      px="4"
      py="3.5"
      borderRadius="l2"
      bg="teal.50"
      borderWidth="1px"
      borderColor="teal.200"
      fontSize="lg"
      lineHeight="1.45"
    >
      <chakra.span color="teal.700" flexShrink="0" mt="0.5">
        <Gauge size={22} aria-hidden="true" />
      </chakra.span>
      {loading ? (
        <Skeleton height="6" width="full" aria-hidden="true" />
      ) : (
        <chakra.p>
          {sentence ?? 'Ninguna estancia terminó en el periodo: no hay cuello de botella.'}
        </chakra.p>
      )}
    </chakra.div>
  );
}
