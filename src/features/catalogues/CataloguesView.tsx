import { chakra } from '@chakra-ui/react/styled-system';
import { useActor } from '@xstate/react';
import { FileUp, Gauge, LayoutTemplate, Pencil, Plus } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import {
  type CatalogueColumn,
  type CatalogueTable,
  catalogueColumns,
  catalogueTables,
} from '#contract/calls/reference.calls.ts';
import {
  type CatalogueFormFacts,
  catalogueKindOf,
  initialCatalogueValues,
  switchReasons,
  whyFixed,
} from '#machines/flows/catalogues/catalogue.form.ts';
import { answerOf, isConfirming, isDone } from '#machines/flows/records/command.machine.ts';
import { noticeOf } from '#machines/flows/records/record-form.machine.ts';
import { isPending, messageOf, problemOf } from '#machines/flows/steps/result.ts';
import { useFirstStepDone } from '../../shell/first-steps.ts';
import { firstPage } from '../../shell/screens/first-lists.ts';
import { labelOf, pathTo } from '../../shell/screens/paths.ts';
import { useListAddress } from '../../shell/screens/use-list-address.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { ButtonRow } from '../../ui/fields/FieldGrid.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { LinkButton } from '../../ui/fields/LinkButton.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { CheckboxGroupField, RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { TextField } from '../../ui/fields/TextField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { TabLinks } from '../../ui/layout/TabLinks.tsx';
import { ConfirmDialog, TitledDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { RecordForm, useRecordForm } from '../records/RecordForm.tsx';
import { RecordChange, toggleColumn } from '../records/RecordList.tsx';
import { iconColumn, plainColumn, textColumn } from '../../ui/table/columns.tsx';
import { useListTable } from '../../shell/screens/list-table.ts';
import { optionsOf } from '../../ui/fields/FormField.tsx';
import {
  type ListedRow,
  catalogueForms,
  catalogueLists,
  templateCommand,
} from './catalogue.actors.ts';
import { cataloguePath, useCatalogue } from './catalogue-address.ts';

interface CatalogueWords {
  /** Label of the tab. */
  name: string;
  /** Label of the button and title of the dialog for a new row. */
  create: string;
  edit: string;
  /** Advice for editing rows. */
  help: string;
}

const catalogueWords: Record<CatalogueTable, CatalogueWords> = {
  categoria_gasto: {
    name: 'Categorías de gasto',
    create: 'Crear categoría',
    edit: 'Editar categoría',
    help: 'Una sola cuenta en todos sus formatos. Los gastos de antes conservan lo inactivo.',
  },
  formato_tienda: {
    name: 'Formatos',
    create: 'Crear formato',
    edit: 'Editar formato',
    help: 'Dicen qué categorías ofrece una tienda. Las tiendas de antes conservan lo inactivo.',
  },
  motivo_rechazo: {
    name: 'Motivos de rechazo',
    create: 'Crear motivo',
    edit: 'Editar motivo',
    help: 'Corrija la redacción, no el sentido: también los rechazos de antes muestran este texto.',
  },
  impuestos: {
    name: 'Impuestos',
    create: 'Crear impuesto',
    edit: 'Editar impuesto',
    help: 'Lo que se desactiva ya no se puede elegir; los gastos de antes lo conservan.',
  },
  indicadores: {
    name: 'Clases de documento',
    create: 'Crear clase',
    edit: 'Editar clase',
    help: 'Lo que se desactiva ya no se puede elegir; los gastos de antes la conservan.',
  },
};

const nameOf = ({ nombre }: ListedRow): string => nombre;

const nombre = textColumn<ListedRow>('nombre', 'Nombre', (row) => row.nombre, {
  isRowHeader: true,
});

const FormatChips = ({ formats }: { formats: readonly string[] }) => (
  <chakra.span display="inline-flex" flexWrap="wrap" rowGap="1">
    {formats.map((format) => (
      <chakra.span key={format} px="2" me="1" borderRadius="l2" bg="bg.muted" textStyle="sm">
        {format}
      </chakra.span>
    ))}
  </chakra.span>
);

/** Columns of each list; an id is the field by which the server sorts. */
const catalogueListColumns: Record<CatalogueTable, readonly DataTableColumn<ListedRow>[]> = {
  categoria_gasto: [
    nombre,
    plainColumn('formatos', 'Formatos', ({ formats = [] }) => <FormatChips formats={formats} />, {
      card: 'line',
    }),
    textColumn('cuenta', 'Cuenta', (row) => row.cuenta, { card: 'state' }),
    textColumn('mantenimiento', 'Revisión de mantenimiento', (row) =>
      row.mantenimiento === 1 ? 'Sí' : 'No',
    ),
  ],
  formato_tienda: [nombre],
  motivo_rechazo: [nombre],
  impuestos: [
    nombre,
    textColumn('porcentaje', 'Porcentaje', (row) => `${row.porcentaje} %`, { card: 'state' }),
    plainColumn('cuenta_retencion', 'Cuenta de retención', (row) => row.cuenta_retencion),
  ],
  indicadores: [nombre, textColumn('codigo', 'Código', (row) => row.codigo, { card: 'state' })],
};

interface CatalogueDialogProps {
  tabla: CatalogueTable;
  /** Null for a new row. */
  id: number | null;
  machine: (typeof catalogueForms)[CatalogueTable];
  /** Called after a save, with the success message. */
  onSaved: (notice: string) => void;
  onClose: () => void;
}

/** Dialog that edits one row of a catalogue. */
function CatalogueDialog({ tabla, id, ...props }: CatalogueDialogProps) {
  const { create, edit } = catalogueWords[tabla];
  return (
    <TitledDialog title={id === null ? create : edit} open size="md" onClose={props.onClose}>
      <CatalogueForm tabla={tabla} id={id} {...props} />
    </TitledDialog>
  );
}

function CatalogueForm({ tabla, id, machine, onSaved }: CatalogueDialogProps) {
  const kind = catalogueKindOf(tabla);
  const flow = useRecordForm(machine, kind, id);
  const notice = noticeOf(flow.snapshot);
  const notifySaved = useEffectEvent(onSaved);
  useEffect(() => {
    if (notice !== null) notifySaved(notice);
  }, [notice]);
  return (
    <RecordForm
      flow={flow}
      kind={kind}
      initialValues={initialCatalogueValues}
      label={catalogueWords[tabla].edit}
      saveLabel="Guardar"
      refusedTitle="No se guardó"
    >
      {(facts) => <CatalogueFields facts={facts} />}
    </RecordForm>
  );
}

type FieldProps = { name: CatalogueColumn; facts: CatalogueFormFacts; disabled: boolean } & {
  help?: string;
};

const textField =
  (label: string, maxLength: number, inputMode: 'text' | 'numeric' = 'text') =>
  ({ facts: _, ...props }: FieldProps) => (
    <TextField {...props} label={label} maxLength={maxLength} inputMode={inputMode} required />
  );

const fields: Record<CatalogueColumn, (props: FieldProps) => React.ReactNode> = {
  nombre: textField('Nombre', 80),
  cuenta: textField('Cuenta contable', 10, 'numeric'),
  codigo: textField('Código', 10),
  porcentaje: textField('Porcentaje', 3, 'numeric'),
  cuenta_retencion: ({ facts: _, ...props }) => (
    <TextField
      help="Solo de una retención: en la itemización se resta, y el asiento acredita esta cuenta."
      {...props}
      label="Cuenta de la retención"
      maxLength={10}
      inputMode="numeric"
    />
  ),
  formatos: ({ facts, ...props }) => (
    <CheckboxGroupField
      {...props}
      label="Formatos"
      columns={2}
      required
      options={optionsOf(facts.formats)}
    />
  ),
  mantenimiento: ({ facts: _, ...props }) => (
    <RadioGroupField
      {...props}
      label="La revisa mantenimiento"
      variant="inline"
      options={[
        { value: '0', label: 'No' },
        { value: '1', label: 'Sí' },
      ]}
    />
  ),
};

/** Fields of a row; a field that cannot be changed explains why. */
function CatalogueFields({ facts }: { facts: CatalogueFormFacts }) {
  return catalogueColumns[facts.tabla].map((name: CatalogueColumn) => {
    const Field = fields[name];
    const fixed = whyFixed(facts, name);
    return (
      <Field
        key={name}
        name={name}
        facts={facts}
        disabled={fixed !== undefined}
        {...(fixed !== undefined && { help: fixed })}
      />
    );
  });
}

interface Machines {
  lists: typeof catalogueLists;
  forms: typeof catalogueForms;
  template: typeof templateCommand;
}

const ask = { type: 'ASK' } as const;
const useIt = { type: 'SEND', request: {} } as const;

/** For a company without categories: the template, after a confirmation, since its formats stay. */
function TemplateButton({
  machine,
  onSaved,
}: {
  machine: typeof templateCommand;
  onSaved: (notice: string) => void;
}) {
  const [snapshot, send] = useActor(machine, { input: { key: null, once: true } });
  const answer = answerOf(snapshot);
  const notice = isDone(snapshot) && answer !== null ? messageOf(answer) : null;
  useFirstStepDone(isDone(snapshot));
  const notifySaved = useEffectEvent(onSaved);
  useEffect(() => {
    if (notice !== null) notifySaved(notice);
  }, [notice]);
  return (
    <>
      <GuardedButton
        variant="outline"
        icon={LayoutTemplate}
        waiting={!snapshot.can(ask)}
        onClick={() => send(ask)}
      >
        Usar la plantilla de seis formatos
      </GuardedButton>
      <ConfirmDialog
        open={isConfirming(snapshot)}
        title="¿Usar la plantilla?"
        confirmLabel="Usar la plantilla"
        busy={isPending(snapshot) && 'Creando…'}
        error={problemOf(snapshot)?.msg}
        onConfirm={() => send(useIt)}
        onCancel={() => send({ type: 'DISMISS' })}
      >
        Crea seis formatos y 108 categorías con sus cuentas. Después se cambian o se desactivan,
        pero no se borran.
      </ConfirmDialog>
    </>
  );
}

/** catalogos: the reference data from which stores, reviewers and accounting choose. */
export default function CataloguesView({
  machines = { lists: catalogueLists, forms: catalogueForms, template: templateCommand },
}: {
  machines?: Machines;
}) {
  const tabla = useCatalogue();
  return (
    <Page title={labelOf('catalogos')} subtitle={catalogueWords[tabla].help}>
      <TabLinks
        label="Catálogos"
        tabs={catalogueTables.map((one) => ({
          to: cataloguePath(one),
          label: catalogueWords[one].name,
          active: one === tabla,
        }))}
      />
      <Catalogue key={tabla} tabla={tabla} machines={machines} />
    </Page>
  );
}

/** Id of the row being edited: null for a new one, undefined for none. */
type Written = number | null | undefined;

const editColumn = (edit: (id: number) => void): DataTableColumn<ListedRow> =>
  iconColumn(
    'edit',
    'Editar',
    (row) => (
      <IconButton label={`Editar ${nameOf(row)}`} icon={Pencil} onClick={() => edit(row.id)} />
    ),
    { card: 'figure' },
  );

function Catalogue({ tabla, machines }: { tabla: CatalogueTable; machines: Machines }) {
  const facts = catalogueListColumns[tabla];
  const begins = { tabla, ...firstPage, orden: 'nombre', direccion: 'asc' } as const;
  const place = useListAddress(begins, facts);
  const [snapshot, send] = useActor(machines.lists[tabla], { input: { query: place.query } });
  const listed = useListTable(snapshot, send, place);
  const [edited, setEdited] = useState<Written>(undefined);
  const [saved, setSaved] = useState<string | null>(null);
  const refresh = (notice: string) => {
    setSaved(notice);
    setEdited(undefined);
    send({ type: 'REFRESH' });
  };
  const ofStores = tabla === 'categoria_gasto' || tabla === 'formato_tienda';
  const open = (row: number | null) => {
    setSaved(null);
    setEdited(row);
  };
  const creating = (variant: 'solid' | 'outline') => (
    <GuardedButton icon={Plus} variant={variant} onClick={() => open(null)}>
      {catalogueWords[tabla].create}
    </GuardedButton>
  );
  return (
    <>
      <ButtonRow inBar>
        {creating('solid')}
        {ofStores ? (
          <LinkButton to={pathTo('importarCategorias')} icon={FileUp} variant="outline">
            {labelOf('importarCategorias')}
          </LinkButton>
        ) : null}
        {tabla === 'categoria_gasto' ? (
          <LinkButton to={pathTo('topes')} icon={Gauge} variant="outline">
            {labelOf('topes')}
          </LinkButton>
        ) : null}
      </ButtonRow>
      {saved === null ? null : (
        <InlineAlert tone="success" isResult>
          {saved}
        </InlineAlert>
      )}
      <RecordChange snapshot={snapshot} send={send} />
      <DataTable
        {...listed}
        caption={catalogueWords[tabla].name}
        columns={[
          ...facts,
          editColumn(open),
          toggleColumn(nameOf, { snapshot, send }, (row) => switchReasons(tabla, row)),
        ]}
        rowKey={({ id }) => id}
        searchPlaceholder="Buscar por nombre"
        emptyTitle="Todavía no hay nada en esta lista"
        emptyAction={
          ofStores ? (
            <TemplateButton machine={machines.template} onSaved={refresh} />
          ) : (
            creating('outline')
          )
        }
      />
      {edited === undefined ? null : (
        <CatalogueDialog
          tabla={tabla}
          id={edited}
          machine={machines.forms[tabla]}
          onSaved={refresh}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}
