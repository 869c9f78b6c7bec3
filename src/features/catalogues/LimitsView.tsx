import { useActor } from '@xstate/react';
import { useFormikContext } from 'formik';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { limitKindNames, limitKinds } from '#contract/calls/limits.calls.ts';
import type { AnswerOf } from '#contract/contract.ts';
import {
  initialLimitValues,
  type LimitFormFacts,
  limitFormMachine,
  limitKind,
} from '#machines/flows/catalogues/limit.form.ts';
import { isWithholding } from '#machines/domain/expense/withholding.ts';
import { shortDate } from '#machines/domain/values/bogota-time.ts';
import { isConfirming, isDone } from '#machines/flows/records/command.machine.ts';
import { noticeOf } from '#machines/flows/records/record-form.machine.ts';
import { answered, dataOf, isPending, problemOf } from '#machines/flows/steps/result.ts';
import { tableLoadOf } from '../../shell/problems/LoadProblem.tsx';
import { labelOf, linkTo } from '../../shell/screens/paths.ts';
import { InlineAlert } from '../../ui/feedback/InlineAlert.tsx';
import { FieldGrid } from '../../ui/fields/FieldGrid.tsx';
import { optionsOf } from '../../ui/fields/FormField.tsx';
import { GuardedButton } from '../../ui/fields/GuardedButton.tsx';
import { IconButton } from '../../ui/fields/IconButton.tsx';
import { MoneyField } from '../../ui/fields/MoneyField.tsx';
import { RadioGroupField } from '../../ui/fields/RadioGroupField.tsx';
import { SelectField } from '../../ui/fields/SelectField.tsx';
import { Page } from '../../ui/layout/Page.tsx';
import { ConfirmDialog, TitledDialog } from '../../ui/overlay/ConfirmDialog.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { iconColumn, moneyColumn, textColumn } from '../../ui/table/columns.tsx';
import type { DataTableColumn } from '../../ui/table/use-data-table.ts';
import { callApi, callList } from '../../wire/client.ts';
import { allAnswered } from '../../wire/looking.actors.ts';
import { commandOf } from '../records/CommandOutcome.tsx';
import { RecordForm, useRecordForm } from '../records/RecordForm.tsx';
import { formOf } from '../records/record-form.actors.ts';
import { allRows } from '../records/record-list.actors.ts';

type Limit = AnswerOf<'/topes'>[number];

export const limitList = commandOf('/topes', '/quitarTope');

export const limitForm = formOf(limitFormMachine, async (id, { signal }) => {
  const loaded = await allAnswered({
    limits: callApi('/topes', {}, { signal }),
    categories: callList('/listarCategorias', {}, { signal }),
    formats: allRows('formato_tienda', signal),
    stores: callList('/datosGeneralesNoActive', { tabla: 'tiendas' }, { signal }),
  });
  if (!loaded.ok) return loaded;
  const { limits, categories, formats, stores } = loaded.answer;
  return answered({
    limit: limits.find((one) => one.id === id) ?? null,
    categories: categories.rows.filter(({ active_ }) => active_ === 1),
    formats,
    stores: stores.rows as LimitFormFacts['stores'],
  });
});

const machines = { list: limitList, form: limitForm };

const placeOf = ({ formato, tienda }: Limit): string =>
  tienda === '' ? formato || 'Todas las tiendas' : tienda;

const columns: readonly DataTableColumn<Limit>[] = [
  textColumn('categoria', 'Categoría', ({ categoria }) => categoria, { isRowHeader: true }),
  textColumn('clase', 'Tope de', ({ clase }) => limitKinds[clase]),
  moneyColumn('valor', 'Valor', ({ valor }) => valor, { card: 'figure' }),
  textColumn('lugar', 'Dónde', placeOf),
  textColumn('efecto', 'Qué pasa', ({ efecto }) =>
    efecto === 'impedir' ? 'No se registra' : 'Se avisa',
  ),
  textColumn('desde', 'Desde', ({ desde }) => shortDate(desde)),
];

/** Id of the limit in the form: null for a new one, undefined for none. */
type Written = number | null | undefined;

/** catalogos/topes: limits of the categories at recording. */
export default function LimitsView({ machine = machines }: { machine?: typeof machines }) {
  const [snapshot, send] = useActor(machine.list, { input: { key: {} } });
  const [written, setWritten] = useState<Written>(undefined);
  const [saved, setSaved] = useState<string | null>(null);
  const [ended, setEnded] = useState<Limit | null>(null);
  const limits = dataOf(snapshot) ?? [];
  const write = (id: number | null) => {
    setSaved(null);
    setWritten(id);
  };
  const creating = (variant: 'solid' | 'outline') => (
    <GuardedButton icon={Plus} variant={variant} onClick={() => write(null)}>
      Crear tope
    </GuardedButton>
  );
  return (
    <Page
      title={labelOf('topes')}
      subtitle="Rigen para lo que se registre desde ahora: lo de antes conserva los suyos."
      back={linkTo('catalogos')}
      actions={creating('solid')}
    >
      {saved === null ? null : (
        <InlineAlert tone="success" isResult>
          {saved}
        </InlineAlert>
      )}
      {isDone(snapshot) ? (
        <InlineAlert tone="success" isResult>
          El tope terminó
        </InlineAlert>
      ) : null}
      <DataTable
        {...tableLoadOf(snapshot, send)}
        caption="Topes"
        rows={limits}
        columns={[
          ...columns,
          iconColumn('editar', 'Cambiar', (row: Limit) => (
            <IconButton
              label={`Cambiar el tope de ${row.categoria}`}
              icon={Pencil}
              onClick={() => write(row.id)}
            />
          )),
          iconColumn('quitar', 'Quitar', (row: Limit) => (
            <IconButton
              label={`Quitar el tope de ${row.categoria}`}
              icon={Trash2}
              onClick={() => {
                setEnded(row);
                send({ type: 'ASK' });
              }}
            />
          )),
        ]}
        rowKey={({ id }) => id}
        searchPlaceholder="Buscar por categoría o tienda"
        emptyTitle="Ninguna categoría tiene topes"
        emptyAction={creating('outline')}
      />
      <ConfirmDialog
        open={isConfirming(snapshot)}
        title="¿Quitar el tope?"
        confirmLabel="Quitar"
        busy={isPending(snapshot) && 'Quitando…'}
        error={problemOf(snapshot)?.msg}
        onConfirm={() =>
          ended !== null && send({ type: 'SEND', request: { id_elemento: ended.id } })
        }
        onCancel={() => send({ type: 'DISMISS' })}
      >
        El tope de «{ended?.categoria}» deja de regir desde ahora.
      </ConfirmDialog>
      {written === undefined ? null : (
        <TitledDialog
          title={written === null ? 'Crear tope' : 'Cambiar tope'}
          open
          size="md"
          onClose={() => setWritten(undefined)}
        >
          <LimitForm
            id={written}
            machine={machine.form}
            onSaved={(notice) => {
              setSaved(notice);
              setWritten(undefined);
              send({ type: 'REFRESH' });
            }}
          />
        </TitledDialog>
      )}
    </Page>
  );
}

interface LimitFormProps {
  id: number | null;
  machine: typeof limitForm;
  onSaved: (notice: string) => void;
}

function LimitForm({ id, machine, onSaved }: LimitFormProps) {
  const flow = useRecordForm(machine, limitKind, id);
  const notice = noticeOf(flow.snapshot);
  const notifySaved = useEffectEvent(onSaved);
  useEffect(() => {
    if (notice !== null) notifySaved(notice);
  }, [notice]);
  return (
    <RecordForm
      flow={flow}
      kind={limitKind}
      initialValues={initialLimitValues}
      label="Tope"
      saveLabel="Guardar"
      refusedTitle="No se guardó"
    >
      {({ categories, formats, stores }) => (
        <FieldGrid columns={1}>
          <SelectField
            name="id_categoria"
            label="Categoría"
            required
            options={optionsOf(categories)}
          />
          <KindFields />
          <SelectField
            name="id_formato"
            label="Formato"
            help="Vacío: todos los formatos."
            options={optionsOf(formats)}
          />
          <SelectField
            name="id_tienda"
            label="Tienda"
            help="Vacío: todas las tiendas."
            options={optionsOf(stores)}
          />
          <RadioGroupField
            name="efecto"
            label="Qué pasa"
            variant="inline"
            options={[
              { value: 'avisar', label: 'Se avisa' },
              { value: 'impedir', label: 'No se registra' },
            ]}
          />
        </FieldGrid>
      )}
    </RecordForm>
  );
}

/** The kind, and its value unless it follows from the UVT. */
function KindFields() {
  const { values } = useFormikContext<ReturnType<typeof initialLimitValues>>();
  const followsFromUvt = isWithholding(values.clase);
  return (
    <>
      <SelectField
        name="clase"
        label="Tope de"
        required
        help={followsFromUvt ? 'Su valor sale de la UVT, en Configuración.' : undefined}
        options={limitKindNames.map((value) => ({ value, label: limitKinds[value] }))}
      />
      {followsFromUvt ? null : <MoneyField name="valor" label="Valor" required help="En pesos" />}
    </>
  );
}
