import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { Download } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import { type EventFrom, type SnapshotFrom, fromPromise } from 'xstate';
import {
  type ImportedTable,
  type ReviewedRow,
  maximumImportBytes,
  maximumImportRows,
} from '#contract/calls/imports.calls.ts';
import type { RequestOf } from '#contract/contract.ts';
import { formatCount } from '#machines/domain/values/money.ts';
import { counted } from '#machines/domain/values/texts.ts';
import {
  countOf,
  failedToImport,
  failedToReview,
  fileNameOf,
  importedMessage,
  isImporting,
  isReviewed,
  isReviewing,
  isWritten,
  problemOf,
  reviewOf,
  rowImportMachine,
} from '#machines/flows/imports/row-import.machine.ts';
import { type Refused, isPending } from '#machines/flows/steps/result.ts';
import { ProblemAlert } from '../../shell/problems/ProblemAlert.tsx';
import { useMayOpen } from '../../shell/session.ts';
import { labelOf, linkTo, pathTo, templateUrl } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { LoadingState } from '../../ui/feedback/FailedState.tsx';
import { StatusBadge } from '../../ui/feedback/StatusBadge.tsx';
import type { Tone } from '../../ui/feedback/tone.ts';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { ManyFilesField } from '../../ui/fields/ManyFilesField.tsx';
import { TextLink } from '../../ui/fields/LinkButton.tsx';
import { useLeaveGuard } from '../../ui/fields/InvalidFields.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { Section } from '../../ui/layout/Section.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { upload } from '../../wire/client.ts';
import { plainColumn, textColumn } from '../../ui/table/columns.tsx';

const changedOnDisk: Refused = {
  ok: false,
  status: 422,
  msg: 'El archivo cambió en su equipo después de elegirlo: elíjalo de nuevo.',
  motivos: [],
};

/** Uploads the current bytes of the file; refuses when it was modified on disk after it was chosen. */
async function send<Path extends '/revisarImportacion' | '/importarFilas'>(
  path: Path,
  fields: RequestOf<Path>,
  file: File,
) {
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes === null ? changedOnDisk : upload(path, fields, new File([bytes], file.name));
}

const rowImport = rowImportMachine.provide({
  actors: {
    revisarImportacion: fromPromise(({ input: { file, ...fields } }) =>
      send('/revisarImportacion', fields, file),
    ),
    importarFilas: fromPromise(({ input: { file, ...fields } }) =>
      send('/importarFilas', fields, file),
    ),
  },
});

const most = formatCount(maximumImportRows);

/** Screen, list and description of each import. */
const imports = {
  usuarios: {
    screen: 'importarUsuarios',
    list: 'listarUsuarios',
    description: `Un usuario por fila, hasta ${most}, en XLSX o CSV. Un correo que ya está se cambia.`,
  },
  tiendas: {
    screen: 'importarTiendas',
    list: 'listarTiendas',
    description: `Una tienda por fila, hasta ${most}, en XLSX o CSV. La que ya está se cambia.`,
  },
  categorias: {
    screen: 'importarCategorias',
    list: 'catalogos',
    description: `Una categoría por fila, hasta ${most}, en XLSX o CSV. Los formatos que falten se crean.`,
  },
  proveedores: {
    screen: 'importarProveedores',
    list: 'proveedores',
    description: `Un proveedor por fila, hasta ${most}, en XLSX o CSV. El documento que ya está se cambia.`,
  },
  documentos_soporte: {
    screen: 'importarDocumentosSoporte',
    list: 'documentosSoporte',
    description: `Un documento por fila, hasta ${most}, en XLSX o CSV, con la referencia del archivo exportado.`,
  },
  aperturas: {
    screen: 'importarAperturas',
    list: 'listarTiendas',
    description: `Una apertura por fila, hasta ${most}, en XLSX o CSV. Cree antes las tiendas.`,
  },
} as const satisfies Record<ImportedTable, object>;

const tables = Object.keys(imports) as ImportedTable[];

/** …/importar, …/aperturas: imports users, stores, openings, categories, suppliers or answered documents from a file, after a review of every row. */
export default function ImportRowsView({ machine = rowImport }: { machine?: typeof rowImport }) {
  const { pathname } = useLocation();
  const tabla = tables.find((name) => pathname === pathTo(imports[name].screen)) ?? 'usuarios';
  const { screen, list, description } = imports[tabla];
  const mayOpen = useMayOpen('editarTienda');
  const [snapshot, send] = useActor(machine, { input: { tabla } });
  const done = importedMessage(snapshot);
  useLeaveGuard(isPending(snapshot));
  return (
    <Page title={labelOf(screen)} back={linkTo(list)}>
      <Section title="El archivo" description={description}>
        <chakra.div mb="3">
          <TextLink href={templateUrl(tabla)} icon={Download}>
            Descargar la plantilla
          </TextLink>
          {tabla === 'tiendas' && mayOpen ? (
            <chakra.span ml="4">
              <TextLink to={pathTo('importarAperturas')}>{labelOf('importarAperturas')}</TextLink>
            </chakra.span>
          ) : null}
        </chakra.div>
        {isImporting(snapshot) ? null : (
          <ManyFilesField
            label="Archivo para importar"
            accept=".xlsx,.csv"
            maxBytes={maximumImportBytes}
            single
            onFiles={([file]) => file && send({ type: 'CHOOSE', file })}
          />
        )}
      </Section>
      {done === null ? null : (
        <InlineAlert tone="success" title="La importación terminó">
          {done}
        </InlineAlert>
      )}
      <Review snapshot={snapshot} send={send} />
    </Page>
  );
}

interface ReviewProps {
  snapshot: SnapshotFrom<typeof rowImport>;
  send: (event: EventFrom<typeof rowImport>) => void;
}

/** State of the review, and the next action. */
function Review({ snapshot, send }: ReviewProps) {
  const problem = problemOf(snapshot);
  const name = fileNameOf(snapshot);
  const retry = () => send({ type: 'RETRY' });
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
        title={
          problem?.status ? 'No se escribió ninguna fila' : 'No se sabe si las filas se escribieron'
        }
      >
        <GuardedButton onClick={retry}>Revisar de nuevo</GuardedButton>
      </ProblemAlert>
    );
  return isReviewed(snapshot) || isImporting(snapshot) ? (
    <ReviewedRows snapshot={snapshot} send={send} />
  ) : null;
}

const summaryOf = (rows: readonly ReviewedRow[]): string =>
  order
    .map((result) => ({ result, count: countOf(rows, result) }))
    .filter(({ result, count }) => count > 0 || result === 'error')
    .map(({ result, count }) => counted(count, ...outcomes[result].words))
    .join(' · ');

/** Result of every row; the valid rows can be imported. */
function ReviewedRows({ snapshot, send }: ReviewProps) {
  const review = reviewOf(snapshot);
  const busy = isImporting(snapshot);
  const blocked = !snapshot.can({ type: 'IMPORT' });
  if (review === null) return null;
  const wrong = countOf(review.filas, 'error');
  const right = review.filas.filter(({ resultado }) => isWritten(resultado)).length;
  return (
    <>
      <InlineAlert
        tone={wrong > 0 ? 'warning' : 'info'}
        title={`«${fileNameOf(snapshot)}»: ${summaryOf(review.filas)}`}
        reasons={review.avisos}
        action={
          <GuardedButton
            reasons={blocked && !busy ? ['Ninguna fila del archivo crea o cambia algo.'] : []}
            busy={busy && 'Importando…'}
            onClick={() => send({ type: 'IMPORT' })}
          >
            {right === 1 ? 'Importar la correcta' : `Importar las ${right} correctas`}
          </GuardedButton>
        }
      >
        {wrong > 0
          ? 'Todavía no se ha escrito nada. Corrija el archivo y elíjalo de nuevo, o importe solo las filas correctas.'
          : 'Todavía no se ha escrito nada.'}
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
  /** For one row and for several. */
  words: [one: string, many: string];
}

const outcomes: Record<ReviewedRow['resultado'], Outcome> = {
  error: { label: 'Con errores', tone: 'danger', words: ['con errores', 'con errores'] },
  correcta: { label: 'Nueva', tone: 'success', words: ['nueva', 'nuevas'] },
  cambia: { label: 'Cambia', tone: 'warning', words: ['cambia', 'cambian'] },
  igual: { label: 'Igual', tone: 'neutral', words: ['igual', 'iguales'] },
  registrada: {
    label: 'Ya registrada',
    tone: 'neutral',
    words: ['ya registrada', 'ya registradas'],
  },
};

/** Sort order of the results: errors come first. */
const order = Object.keys(outcomes) as ReviewedRow['resultado'][];

const messagesOf = ({ mensajes }: ReviewedRow): string => mensajes.join(' · ');

const reviewColumns: readonly DataTableColumn<ReviewedRow>[] = [
  plainColumn('fila', 'Fila', ({ fila }) => `Fila ${fila}`, {
    sortValue: ({ fila }) => fila,
    isRowHeader: true,
    nowrap: true,
  }),
  textColumn('nombre', 'Nombre', ({ nombre }) => nombre),
  textColumn('resultado', 'Resultado', ({ resultado }) => outcomes[resultado].label, {
    cell: ({ resultado }) => {
      const { label, tone } = outcomes[resultado];
      return <StatusBadge label={label} tone={tone} />;
    },
    sortValue: ({ resultado }) => order.indexOf(resultado),
    nowrap: true,
  }),
  plainColumn('mensajes', 'Qué dice la revisión', (row) => messagesOf(row) || '—', {
    searchValue: messagesOf,
  }),
];
