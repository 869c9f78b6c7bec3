import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef } from '@xstate/react';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  type ImportedTable,
  maximumImportBytes,
  type ReviewedRow,
} from '#contract/calls/import.calls.ts';
import { isPending } from '#machines/flows/flow.selectors.ts';
import type { rowImportMachine } from '#machines/flows/imports/row-import.machine.ts';
import {
  countsOf,
  failedToImport,
  failedToReview,
  fileNameOf,
  importedMessage,
  isImporting,
  isReviewed,
  isReviewing,
  problemOf,
  reviewOf,
} from '#machines/flows/imports/row-import.selectors.ts';
import { rowImport } from '../../actors/row-import.actors.ts';
import { DataTable } from '../../components/DataTable.tsx';
import { GuardedButton } from '../../components/GuardedButton.tsx';
import { InlineAlert } from '../../components/InlineAlert.tsx';
import { LoadingState } from '../../components/LoadingState.tsx';
import { ManyFilesField } from '../../components/ManyFilesField.tsx';
import { Page } from '../../components/Page.tsx';
import { Section } from '../../components/Section.tsx';
import { TextLink } from '../../components/TextLink.tsx';
import { useLeaveGuard } from '../../components/use-leave-guard.ts';
import { useSnapshot } from '../../components/use-snapshot.ts';
import { labelOf } from '../../screens/labels.ts';
import { linkTo, templateUrl } from '../../screens/paths.ts';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import type { DataTableColumn } from '../../components/data-table-props.ts';
import { StatusBadge } from '../../components/StatusBadge.tsx';
import type { Tone } from '../../components/tone.ts';
import { textColumn } from '../records/table-columns.tsx';

interface ImportRowsPageProps {
  tabla: ImportedTable;
  screen: 'importarUsuarios' | 'importarTiendas';
  list: 'listarUsuarios' | 'listarTiendas';
  /** Says which rows the file holds. */
  description: ReactNode;
  machine?: typeof rowImport;
}

/** A file with users or stores: reviewed row by row, then written. */
export function ImportRowsPage({
  tabla,
  screen,
  list,
  description,
  machine = rowImport,
}: ImportRowsPageProps) {
  const importing = useActorRef(machine, { input: { tabla } });
  const snapshot = useSnapshot(importing);
  const done = importedMessage(snapshot);
  useLeaveGuard(isPending(snapshot));
  return (
    <Page title={labelOf(screen)} back={linkTo(list)}>
      <Section title="El archivo" description={description}>
        <chakra.div mb="3">
          <TextLink href={templateUrl(tabla)} icon={Download}>
            Descargar la plantilla
          </TextLink>
        </chakra.div>
        {isImporting(snapshot) ? null : (
          <ManyFilesField
            label="Archivo para importar"
            accept=".xlsx,.csv"
            maxBytes={maximumImportBytes}
            single
            onFiles={([file]) => file && importing.send({ type: 'CHOOSE', file })}
          />
        )}
      </Section>
      {done === null ? null : (
        <InlineAlert tone="success" title="La importación terminó">
          {done}
        </InlineAlert>
      )}
      <Review importing={importing} />
    </Page>
  );
}

interface ReviewProps {
  importing: ActorRefFrom<typeof rowImportMachine>;
}

/** The review of the chosen file, and the next step. */
function Review({ importing }: ReviewProps) {
  const snapshot = useSnapshot(importing);
  const problem = problemOf(snapshot);
  const name = fileNameOf(snapshot);
  const retry = () => importing.send({ type: 'RETRY' });
  if (isReviewing(snapshot)) return <LoadingState label={`Revisando «${name}»…`} />;
  if (failedToReview(snapshot))
    return (
      <ProblemAlert problem={problem} title={`No se pudo revisar «${name}»`}>
        <GuardedButton variant="outline" onClick={retry}>
          Revisar de nuevo
        </GuardedButton>
      </ProblemAlert>
    );
  if (failedToImport(snapshot))
    return (
      <ProblemAlert
        problem={problem}
        title={problem?.status ? 'No se creó ninguna fila' : 'No se sabe si las filas se crearon'}
      >
        <GuardedButton onClick={retry}>Revisar de nuevo</GuardedButton>
      </ProblemAlert>
    );
  return isReviewed(snapshot) || isImporting(snapshot) ? (
    <ReviewedRows importing={importing} />
  ) : null;
}

const summaryOf = ({ correcta, registrada, error }: ReturnType<typeof countsOf>): string =>
  [
    `${correcta} ${correcta === 1 ? 'correcta' : 'correctas'}`,
    ...(registrada > 0
      ? [`${registrada} ya ${registrada === 1 ? 'registrada' : 'registradas'}`]
      : []),
    `${error} con errores`,
  ].join(' · ');

/** Every row with its result; those that are right can be written. */
function ReviewedRows({ importing }: ReviewProps) {
  const snapshot = useSnapshot(importing);
  const review = reviewOf(snapshot);
  const busy = isImporting(snapshot);
  const blocked = !snapshot.can({ type: 'IMPORT' });
  if (review === null) return null;
  const counts = countsOf(review.filas);
  return (
    <>
      <InlineAlert
        tone={counts.error > 0 ? 'warning' : 'info'}
        title={`«${fileNameOf(snapshot)}»: ${summaryOf(counts)}`}
        reasons={review.avisos}
        action={
          <GuardedButton
            reasons={blocked && !busy ? ['Ninguna fila del archivo se puede crear.'] : []}
            busy={busy && 'Importando…'}
            onClick={() => importing.send({ type: 'IMPORT' })}
          >
            {counts.correcta === 1
              ? 'Importar la correcta'
              : `Importar las ${counts.correcta} correctas`}
          </GuardedButton>
        }
      >
        {counts.error > 0
          ? 'Todavía no se ha creado nada. Corrija el archivo y elíjalo de nuevo, o importe solo las filas correctas.'
          : 'Todavía no se ha creado nada.'}
      </InlineAlert>
      <DataTable
        caption="Resultado de cada fila"
        columns={reviewColumns}
        rows={review.filas}
        rowKey={(row) => row.fila}
        initialSort={{ id: 'resultado', direction: 'asc' }}
        initialPageSize={50}
        searchPlaceholder="Buscar por nombre, resultado o error"
      />
    </>
  );
}

interface Outcome {
  label: string;
  tone: Tone;
}

const outcomes: Record<ReviewedRow['resultado'], Outcome> = {
  correcta: { label: 'Correcta', tone: 'success' },
  registrada: { label: 'Ya registrada', tone: 'neutral' },
  error: { label: 'Con errores', tone: 'danger' },
};

/** Errors come first, whatever their place in the file. */
const order: readonly ReviewedRow['resultado'][] = ['error', 'correcta', 'registrada'];

const messagesOf = ({ mensajes }: ReviewedRow): string => mensajes.join(' · ');

const reviewColumns: readonly DataTableColumn<ReviewedRow>[] = [
  {
    id: 'fila',
    header: 'Fila',
    cell: ({ fila }) => `Fila ${fila}`,
    sortValue: ({ fila }) => fila,
    isRowHeader: true,
    nowrap: true,
  },
  textColumn('nombre', 'Nombre', ({ nombre }) => nombre),
  {
    id: 'resultado',
    header: 'Resultado',
    cell: ({ resultado }) => <StatusBadge {...outcomes[resultado]} />,
    sortValue: ({ resultado }) => order.indexOf(resultado),
    searchValue: ({ resultado }) => outcomes[resultado].label,
    nowrap: true,
  },
  {
    id: 'mensajes',
    header: 'Qué falta corregir',
    cell: (row) => messagesOf(row) || '—',
    searchValue: messagesOf,
  },
];
