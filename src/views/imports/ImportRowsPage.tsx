import { chakra } from '@chakra-ui/react/styled-system';
import { useActorRef, useSelector } from '@xstate/react';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ActorRefFrom } from 'xstate';
import { type ImportedTable, maximumImportBytes } from '#contract/calls/import.calls.ts';
import { isPending } from '#machines/flows/flow.selectors.ts';
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
  type rowImportMachine,
} from '#machines/flows/imports/row-import.machine.ts';
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
import { labelOf } from '../../screens/labels.ts';
import { linkTo, templateUrl } from '../../screens/paths.ts';
import { ProblemAlert } from '../problems/ProblemAlert.tsx';
import { reviewColumns } from './review-columns.tsx';

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
  useLeaveGuard(useSelector(importing, isPending));
  const busy = useSelector(importing, isImporting);
  const done = useSelector(importing, importedMessage);
  return (
    <Page title={labelOf(screen)} back={linkTo(list)}>
      <Section title="El archivo" description={description}>
        <chakra.div mb="3">
          <TextLink href={templateUrl(tabla)} icon={Download}>
            Descargar la plantilla
          </TextLink>
        </chakra.div>
        {busy ? null : (
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
  const reviewing = useSelector(importing, isReviewing);
  const unreviewed = useSelector(importing, failedToReview);
  const unimported = useSelector(importing, failedToImport);
  const reviewed = useSelector(importing, isReviewed);
  const busy = useSelector(importing, isImporting);
  const problem = useSelector(importing, problemOf);
  const name = useSelector(importing, fileNameOf);
  const retry = () => importing.send({ type: 'RETRY' });
  if (reviewing) return <LoadingState label={`Revisando «${name}»…`} />;
  if (unreviewed)
    return (
      <ProblemAlert problem={problem} title={`No se pudo revisar «${name}»`}>
        <GuardedButton variant="outline" onClick={retry}>
          Revisar de nuevo
        </GuardedButton>
      </ProblemAlert>
    );
  if (unimported)
    return (
      <ProblemAlert
        problem={problem}
        title={problem?.status ? 'No se creó ninguna fila' : 'No se sabe si las filas se crearon'}
      >
        <GuardedButton onClick={retry}>Revisar de nuevo</GuardedButton>
      </ProblemAlert>
    );
  return reviewed || busy ? <ReviewedRows importing={importing} /> : null;
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
  const review = useSelector(importing, reviewOf);
  const busy = useSelector(importing, isImporting);
  const name = useSelector(importing, fileNameOf);
  const blocked = useSelector(importing, (snapshot) => !snapshot.can({ type: 'IMPORT' }));
  if (review === null) return null;
  const counts = countsOf(review.filas);
  return (
    <>
      <InlineAlert
        tone={counts.error > 0 ? 'warning' : 'info'}
        title={`«${name}»: ${summaryOf(counts)}`}
        reasons={review.avisos}
        action={
          <GuardedButton
            reasons={blocked && !busy ? ['Ninguna fila del archivo se puede crear.'] : []}
            loading={busy}
            loadingLabel="Importando…"
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
